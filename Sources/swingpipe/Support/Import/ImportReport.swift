import Importers
import Recordings

/// What became of a source.
struct ImportReport: Sendable {
  enum Status: String, Sendable {
    case done
    case upToDate = "up_to_date"
    case failed
    case interrupted
  }

  var source: ImportSource
  /// Where the recording is.
  var output: String
  var status: Status
  var record: ImportRecord?
  /// The labels that were imported.
  var labels: LabelCounts?
  /// What is wrong with the recording as it was written.
  var faults: [QualityFault] = []
  /// How gravity, attitude and acceleration agree, and whether swings can be found.
  var findings: [String] = []
  var error: String?
  var isWorthRetrying = false
  /// Whether it is of one of several recordings of a source that has a report of its own.
  var isPart = false

  /// Says it on standard error: errors always, the rest unless it is to be quiet.
  func tell(isQuiet: Bool) {
    switch status {
    case .failed: StandardStreams.error("error: \(error ?? "")")
    case .interrupted: break
    case .upToDate:
      if !isQuiet, !isPart { StandardStreams.error("\(source.name): imported already, as \(output)") }
    case .done:
      guard !isQuiet, let record else { return }
      StandardStreams.error("\(source.name): imported as \(output), \(title(record.format))")
      for line in record.notes + record.repairs + faults.map(\.line) + findings { StandardStreams.error("  \(line)") }
      if let labels { StandardStreams.error("  \(labels.text)") }
      for line in Self.leftOut(record.unused) { StandardStreams.error(line) }
    }
  }

  /// What was left out: on one line, or where that is too long a paragraph for each kind.
  static func leftOut(_ unused: [String]) -> [String] {
    guard !unused.isEmpty else { return [] }
    let line = "  left out: " + unused.joined(separator: ", ")
    guard line.count > 100 else { return [line] }
    return ["  left out:"] + unused.flatMap { $0.wrapped(width: 100, first: "    ", rest: "      ") }
  }

  private func title(_ format: String) -> String { ImportFormat(rawValue: format)?.title ?? format }

  /// A list with an object a source.
  static func json(_ reports: [ImportReport]) throws -> String {
    try JSONOutput.text(reports.map(Document.init))
  }

  private struct Document: Encodable {
    var sources: [String]
    var recordingID: String
    var output: String
    var status: String
    var error: String?
    var format: String?
    var application: String?
    var labels: LabelCounts?
    var faults: [QualityFault]?
    var findings: [String]?
    var repairs: [String]?
    var notes: [String]?
    var unused: [String]?

    init(_ report: ImportReport) {
      sources = report.source.paths
      recordingID = report.source.recordingID
      output = report.output
      status = report.status.rawValue
      error = report.error
      format = report.record?.format
      application = report.record?.application
      labels = report.labels
      faults = report.record.map { _ in report.faults }
      findings = report.record.map { _ in report.findings }
      repairs = report.record?.repairs
      notes = report.record?.notes
      unused = report.record?.unused
    }

    enum CodingKeys: String, CodingKey {
      case sources, output, status, error, format, application, labels, faults, findings, repairs, notes, unused
      case recordingID = "recording_id"
    }
  }
}
