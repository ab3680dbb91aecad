import SPBasics
import SPRecordings
import SPSwings
import SPTables

/// The labels of a recording in the order of time, for people and for programs.
package struct LabelListing {
  private let path: String
  private let recordingID: String
  private let hasSwingLabels: Bool
  private let kinds: [LabelKind]
  /// The labels to list, each with its position among all labels of the recording.
  private let labels: [(index: Int, label: Annotations.Label)]
  /// The recording's start, in s on the recording's clock; nil if it is not known.
  private let startS: Double?

  /// Reads the labels of a recording.
  /// - Parameters:
  ///   - path: the recording.
  ///   - kinds: the kinds to list; all if empty. Positions count all labels of the recording in either case.
  /// - Throws: `RecordingError`, and other errors of opening the recording and reading its labels.
  package init(_ path: String, kinds: [LabelKind] = []) throws {
    let recording = try Recording(opening: path)
    let annotations = try recording.annotations() ?? Annotations()
    self.path = path
    self.kinds = kinds
    recordingID = recording.attributes.recordingID
    hasSwingLabels = annotations.hasSwingLabels
    labels = annotations.labels.enumerated().filter { kinds.isEmpty || kinds.contains($1.kind) }.map { ($0, $1) }
    // Labels can be listed even if the timestamps cannot be read.
    startS = (try? LabelTimeline(of: recording))?.originS
  }

  /// The number of labels, and a table with a line for each label. Times are in s, both on the recording's clock and
  /// from its start.
  package var text: String {
    let isOther = labels.contains { !LabelKind.known.contains($0.label.kind) }
    let asked = labels.isEmpty && !kinds.isEmpty ? " of the kinds asked for" : ""
    let swings = hasSwingLabels || isOther || !kinds.isEmpty ? "" : "; its swings are not labelled"
    let counts = LabelWording.counts(labels.map(\.label))
    let title = "\(path): \(recordingID): \(counts)\(asked)\(swings)".withoutControls + "\n"
    guard !labels.isEmpty else { return title }
    let moment = isOther ? "time" : "contact"
    var table = TextTable([
      ("  index", .right), ("kind", .left), ("start", .right), (moment, .right), ("+start", .right),
      ("+" + moment, .right),
    ])
    for (index, label) in labels {
      table.append(
        ["\(index)", label.kind.rawValue]
          + [label.startTime, label.time].map { $0.map(LabelWording.seconds) ?? "-" }
          + [label.startTime, label.time].map { time in
            guard let time, let startS else { return "-" }
            return LabelWording.offset(time, from: startS)
          })
    }
    return title + table.text
  }

  /// The same labels for programs; unknown values are null.
  package var json: JSONValue {
    [
      "path": .string(path), "recording_id": .string(recordingID), "has_swing_labels": .boolean(hasSwingLabels),
      "start_s": .optional(startS),
      "labels": .array(
        labels.map { index, label in
          let isSwing = label.kind.set == .hitsAndMisses
          let moment = LabelKind.known.contains(label.kind) ? "contact_" : ""
          return .object([
            .init(key: "index", value: .integer(index)),
            .init(key: "kind", value: .string(isSwing ? "swing" : label.kind.rawValue)),
            .init(key: "label", value: .optional(isSwing ? label.kind.rawValue : nil)),
            .init(key: "start_time_s", value: .optional(label.startTime)),
            .init(key: moment + "time_s", value: .optional(label.time)),
            .init(key: "start_offset_s", value: .optional(offset(label.startTime))),
            .init(key: moment + "offset_s", value: .optional(offset(label.time))),
          ])
        }),
    ]
  }

  private func offset(_ time: Double?) -> Double? { time.flatMap { time in startS.map { time - $0 } } }
}
