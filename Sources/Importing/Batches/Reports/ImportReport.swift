import SPImporting
import SPPipelines
import SPRecordings

/// The result of importing a source, or one recording of a source with several.
package struct ImportReport: Sendable {
  /// How the import of a source ended.
  package enum Status: String, Hashable, Sendable {
    /// A recording was written.
    case done
    /// An earlier import had written the same recording.
    case upToDate = "up_to_date"
    /// The source cannot be imported; nothing was written.
    case failed
    /// The import was not begun, or was stopped before its end.
    case interrupted
  }

  /// The imported source.
  package internal(set) var source: ImportSource
  /// The path of the recording. For a source with several recordings, the folder with the recordings.
  package internal(set) var output: String
  /// How the import ended.
  package internal(set) var status: Status
  /// The origin of the recording, and the changes to it; nil without a recording.
  package internal(set) var record: ImportRecord?
  /// The labels that were imported; nil if no labels or no recording were written.
  package internal(set) var labels: LabelCounts?
  /// Faults of the recording; empty if it was not written by this import.
  package internal(set) var faults: [QualityFault] = []
  /// Statements of the recording that its data contradict; empty if it was not written by this import.
  package internal(set) var contradictions: [Contradiction] = []
  /// How gravity, attitude and acceleration agree, and whether swings can be found; empty if it was not written by this
  /// import.
  package internal(set) var findings: [String] = []
  /// Why the import failed, in one line; nil if it did not fail.
  package internal(set) var error: String?
  /// Whether the same import may succeed later, without a change of the source.
  package internal(set) var isWorthRetrying = false
  /// Whether the report is about one of several recordings of a source. The source then has a separate report.
  package internal(set) var isPart = false

  init(_ source: ImportSource, at output: String, _ status: Status) {
    self.source = source
    self.output = output
    self.status = status
  }

  /// Messages for people, one line each; empty if there is nothing to report.
  package var lines: [String] {
    switch status {
    case .failed: return ["error: \(error ?? "")"]
    case .interrupted: return []
    case .upToDate: return isPart ? [] : ["\(source.name): imported already, as \(output)"]
    case .done:
      guard let record else { return [] }
      let title = ImportFormat(rawValue: record.format)?.title ?? record.format
      var details: [String] = record.notes + record.repairs + faults.map(\.line) + findings
      if let labels { details.append(labels.text) }
      let first = "\(source.name): imported as \(output), \(title)"
      let warning = contradictions.isEmpty ? [] : ["  warning: \(contradictions.sentence(.importing(output)))"]
      return [first] + warning + details.map { "  " + $0 } + Self.leftOut(record.unused)
    }
  }

  /// The parts left out: on one line or, if the line is longer than 100 characters, in a paragraph for each.
  private static func leftOut(_ unused: [String]) -> [String] {
    guard !unused.isEmpty else { return [] }
    let line = "  left out: " + unused.joined(separator: ", ")
    guard line.count > 100 else { return [line] }
    return ["  left out:"] + unused.flatMap { $0.wrapped(width: 100, first: "    ", rest: "      ") }
  }
}
