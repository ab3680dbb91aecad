import SPBasics
import SPImporting
import SPRecordings

/// The results of all sources of an import.
package struct ImportOutcome: Sendable {
  /// A report for each source, in their order. If a source has several recordings, their reports follow the source's
  /// report.
  package let reports: [ImportReport]

  init(_ reports: [ImportReport]) { self.reports = reports }

  /// How many reports have a status.
  package func count(_ status: ImportReport.Status) -> Int { reports.count { $0.status == status } }

  /// Whether a failed import may succeed when it is repeated.
  package var isWorthRetrying: Bool { reports.contains(where: \.isWorthRetrying) }

  /// The message about failed sources; nil if none failed.
  package var failure: String? {
    let failed = count(.failed)
    guard failed > 0 else { return nil }
    guard failed < reports.count else {
      return reports.count == 1 ? "the source failed" : "all \(reports.count) sources failed"
    }
    let waiting = count(.interrupted)
    let rest = waiting > 0 ? "\(waiting) \(waiting == 1 ? "was" : "were") not begun" : "the others are done"
    return "\(failed) of \(reports.count) sources failed; \(rest)"
  }

  /// The message if the import was interrupted.
  package var interruption: String {
    let done = count(.done) + count(.upToDate)
    let left = reports.count - done - count(.failed)
    return "interrupted: \(done) done, \(left) not done; the next import goes on from here"
  }

  /// The reports as JSON: a list with an object for each report.
  /// - Throws: `EncodingError`, which does not occur for reports.
  package func json() throws -> String { try JSONOutput.text(reports.map(Document.init)) }
}

/// The JSON object of a report.
private struct Document: Encodable {
  var sources: [String]
  var recordingID: String
  var output: String
  var status: String
  var error: String?
  var format: String?
  var application: String?
  var labels: LabelCounts?
  var contradictions: [Contradiction]?
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
    contradictions = report.record.map { _ in report.contradictions }
    faults = report.record.map { _ in report.faults }
    findings = report.record.map { _ in report.findings }
    repairs = report.record?.repairs
    notes = report.record?.notes
    unused = report.record?.unused
  }

  enum CodingKeys: String, CodingKey {
    case sources, output, status, error, format, application, labels, contradictions, faults, findings, repairs, notes,
      unused
    case recordingID = "recording_id"
  }
}
