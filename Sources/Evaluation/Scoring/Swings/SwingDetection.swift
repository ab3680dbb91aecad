import SPSwings
import SPTables

/// The parts of one detected swing that are scored. Times in s on the recording's clock.
package struct SwingDetection: Hashable, Sendable {
  /// Start of the swing, in s; nil if not known.
  package var startTime: Double?
  /// The impact of a hit, or the moment of the highest rate of a miss, in s.
  package var anchorTime: Double
  /// The impact's peak, in s; nil for a miss.
  package var impactTime: Double?
  /// Onset of the contact, in s; nil for a miss.
  package var onsetTime: Double?
  /// The detector's label.
  package var label: SwingLabel
  /// Probability of a contact, 0 to 1; nil if the detector does not estimate it.
  package var hitProbability: Double?

  package init(
    startTime: Double?, anchorTime: Double, impactTime: Double? = nil, onsetTime: Double? = nil, label: SwingLabel,
    hitProbability: Double? = nil
  ) {
    self.startTime = startTime
    self.anchorTime = anchorTime
    self.impactTime = impactTime
    self.onsetTime = onsetTime
    self.label = label
    self.hitProbability = hitProbability
  }

  package init(_ labelled: LabelledSwing) {
    let swing = labelled.swing
    self.init(
      startTime: swing.startTime, anchorTime: swing.anchorTime, impactTime: swing.impact?.time,
      onsetTime: swing.impact?.onsetTime, label: labelled.label, hitProbability: labelled.hitProbability)
  }

  /// Time from the start to the impact, in s; nil without either.
  package var timeToContact: Double? { impactTime.flatMap { impact in startTime.map { impact - $0 } } }

  /// The time that is compared with a label's contact time, in s.
  ///
  /// For a hit it is the onset, since labels contain the onset of the contact. For a miss, and for a hit without an
  /// onset, it is the anchor.
  package var comparedTime: Double { label == .hit ? onsetTime ?? anchorTime : anchorTime }
}

/// The detections in a table of swings made by the stage `features.swing`, of one or many recordings.
package struct DetectionTable: Sendable {
  /// Columns required for any scoring.
  package static let requiredColumns = ["recording_id", "anchor_time_s", "label"]
  /// Columns required for some figures.
  package static let optionalColumns = ["start_time_s", "impact_time_s", "impact_onset_time_s", "hit_probability"]

  /// The file.
  package let path: String
  /// The detections of each recording with detections, in the order of the rows.
  package let detections: [String: [SwingDetection]]
  /// The optional columns that the table lacks. Figures that need them are not scored.
  package let absentColumns: [String]

  /// Reads a table of swings; other columns are ignored.
  /// - Throws: `FileError`, `TableError` with the line of an invalid value, `MissingColumn`.
  package init(contentsOf path: String) throws {
    try self.init(TableFile.read(path, columns: Set(Self.requiredColumns + Self.optionalColumns)))
  }

  /// Takes the detections from a table in memory.
  ///
  /// - Throws: `TableError` with the line of the row: for a missing recording, anchor or label, for a label other than
  ///   `hit` or `miss`, and for a probability outside 0 to 1. `MissingColumn` for a missing column.
  package init(_ table: StoredTable) throws {
    func optional(_ name: String) throws -> [Double?] {
      table.hasColumn(name) ? try table.doubles(name) : [Double?](repeating: nil, count: table.rowCount)
    }
    let recordings = try table.strings("recording_id")
    let anchors = try table.doubles("anchor_time_s")
    let labels = try table.strings("label")
    let starts = try optional("start_time_s")
    let impacts = try optional("impact_time_s")
    let onsets = try optional("impact_onset_time_s")
    let probabilities = try optional("hit_probability")

    var detections: [String: [SwingDetection]] = [:]
    for row in 0..<table.rowCount {
      guard let recording = recordings[row] else {
        throw table.error(row: row, column: "recording_id", "is missing; expected the recording's identifier")
      }
      guard let anchor = anchors[row] else {
        throw table.error(row: row, column: "anchor_time_s", "is missing; expected the moment of the swing in s")
      }
      guard let label = labels[row].flatMap(SwingLabel.init(rawValue:)) else {
        let found = labels[row].map { "found \"\($0)\"" } ?? "is missing"
        throw table.error(row: row, column: "label", "\(found); expected hit or miss")
      }
      if let probability = probabilities[row], !(0...1).contains(probability) {
        throw table.error(row: row, column: "hit_probability", "found \(probability); expected 0 to 1")
      }
      detections[recording, default: []].append(
        SwingDetection(
          startTime: starts[row], anchorTime: anchor, impactTime: impacts[row], onsetTime: onsets[row],
          label: label, hitProbability: probabilities[row]))
    }
    path = table.path
    self.detections = detections
    absentColumns = Self.optionalColumns.filter { !table.hasColumn($0) }
  }
}
