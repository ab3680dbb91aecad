import Files
import Foundation
import Pipelines
import Recordings
import Stages

/// What a check found of one recording.
struct CheckedRecording: Codable, Sendable {
  enum Status: String, Codable, Sendable {
    /// It keeps all limits.
    case ok
    /// It does not keep some.
    case exceeds
    /// It does not suit the pipeline that it is meant for.
    case unsuited
    /// It cannot be read.
    case failed
  }

  var path: String
  var recordingID: String?
  var status: Status
  var violations: [LimitViolation] = []
  /// What the pipeline that it is meant for can find in it.
  var suitability: Suitability?
  var error: String?
  /// Whether reading it again may go well.
  var isWorthRetrying = false

  /// Reads a recording and holds it against limits, and against what a pipeline needs.
  /// - Throws: what reading throws.
  init(_ path: String, against limits: QualityLimits, for pipeline: Pipeline?) throws {
    let recording = try Recording(opening: path)
    self.path = path
    recordingID = recording.attributes.recordingID
    violations = limits.violations(of: try RecordingQuality(of: recording))
    suitability = pipeline?.suitability(of: [path])
    let isSuited = suitability.map { $0.extent == .all } ?? true
    status = !violations.isEmpty ? .exceeds : isSuited ? .ok : .unsuited
  }

  /// A recording that cannot be read.
  init(_ path: String, failed error: any Error) {
    self.path = path
    status = .failed
    self.error = "\(error)"
    isWorthRetrying = Files.isWorthRetrying(error)
  }

  /// A line: how it is, the file, and why.
  var line: String {
    let marked = status.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
    let text =
      switch status {
      case .ok: ([path] + findings).joined(separator: ": ")
      case .exceeds, .unsuited: "\(path): \((violations.map(\.text) + findings).joined(separator: "; "))"
      // Errors begin with the file.
      case .failed: error ?? path
      }
    return (marked + text).withoutControls + "\n"
  }

  /// What the pipeline does not find, or not as well as it could.
  private var findings: [String] {
    suitability.map { $0.extent == .all && $0.losses.isEmpty ? [] : [$0.text()] } ?? []
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, violations, suitability, error
  }
}
