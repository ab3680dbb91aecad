import SPBasics
import SPTables

/// The result of checking one recording.
package struct RecordingCheck: Codable, Sendable {
  /// The outcome of a check.
  package enum Status: String, Codable, Sendable {
    /// The recording is within all limits.
    case ok
    /// The recording is outside some limits.
    case exceeds
    /// The recording is not suitable for the given pipeline.
    case unsuited
    /// The recording cannot be read.
    case failed
  }

  /// The file.
  package var path: String
  /// The recording's identifier; nil if the recording cannot be read.
  package var recordingID: String?
  /// The outcome.
  package var status: Status
  /// The limits that the recording does not keep.
  package var violations: [LimitViolation] = []
  /// The results that the given pipeline can find in the recording.
  package var suitability: Suitability?
  /// Why the recording cannot be read.
  package var error: String?
  /// Whether another attempt to read the recording may succeed.
  package var isWorthRetrying = false

  /// Reads a recording and compares it with limits.
  /// - Parameters:
  ///   - recording: The recording.
  ///   - limits: The limits.
  ///   - remedy: How a message says to correct a recording. Nil suggests an import.
  ///   - suitability: Returns the results that a pipeline can find in the recording. Nil if no pipeline is given.
  ///   - lack: Returns why the samples contain nothing to find. It is called only for a recording that suits the
  ///     pipeline and does not contradict its description.
  /// - Throws: the errors of reading.
  package init(
    of recording: Recording, against limits: QualityLimits, remedy: Contradiction.Remedy? = nil,
    suitability: () throws -> Suitability? = { nil }, lack: () throws -> String? = { nil }
  ) throws {
    path = recording.path
    recordingID = recording.attributes.recordingID
    let quality = try RecordingQuality(of: recording)
    violations =
      QualityLimits.violations(of: quality.contradictions, remedy ?? .importing(recording.path))
      + limits.violations(of: quality)
    let found = try suitability()?.limited(by: quality)
    let isSuited = found.map { $0.extent == .all } ?? true
    let canRun = isSuited && !quality.contradictions.contains(where: \.isMeaningless)
    self.suitability = try canRun ? found?.lacking(lack()) : found
    status = !violations.isEmpty ? .exceeds : isSuited ? .ok : .unsuited
  }

  /// The check of a recording that cannot be read.
  package init(of path: String, failed error: any Error) {
    self.path = path
    status = .failed
    self.error = "\(error)"
    isWorthRetrying = SPBasics.isWorthRetrying(error)
  }

  /// One line: the outcome, the file, and the reason.
  package var line: String {
    let marked = status.rawValue.padded(to: 9)
    let text =
      switch status {
      case .ok: ([path] + findings).joined(separator: ": ")
      case .exceeds, .unsuited: "\(path): \((violations.map(\.text) + findings).joined(separator: "; "))"
      // Error messages begin with the file.
      case .failed: error ?? path
      }
    return (marked + text).withoutControls + "\n"
  }

  /// The results that the pipeline finds, and why not more.
  private var findings: [String] { suitability.map { [$0.text()] } ?? [] }

  /// How many of several recordings have problems, on one line; nil if all recordings are free of problems.
  package static func summary(of checks: [RecordingCheck]) -> String? {
    func count(_ status: Status) -> Int { checks.count { $0.status == status } }
    let exceeding = count(.exceeds)
    let parts = [
      (exceeding, "\(exceeding == 1 ? "exceeds" : "exceed") limits"), (count(.unsuited), "unsuited"),
      (count(.failed), "failed"),
    ].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return nil }
    return "of \(checks.count) recordings \(parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))"
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, violations, suitability, error
  }
}
