import Files
import Foundation
import Pipelines
import Recordings

/// What a check found of one recording.
struct CheckedRecording: Codable, Sendable {
  enum Status: String, Codable, Sendable {
    /// It keeps all limits.
    case ok
    /// It does not keep some.
    case exceeds
    /// It cannot be read.
    case failed
  }

  var path: String
  var recordingID: String?
  var status: Status
  var violations: [LimitViolation] = []
  var error: String?
  /// Whether reading it again may go well.
  var isWorthRetrying = false

  /// Reads a recording and holds it against limits.
  /// - Throws: what reading throws.
  init(_ path: String, against limits: QualityLimits) throws {
    let recording = try Recording(opening: path)
    self.path = path
    recordingID = recording.attributes.recordingID
    violations = limits.violations(of: try RecordingQuality(of: recording))
    status = violations.isEmpty ? .ok : .exceeds
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
      case .ok: path
      case .exceeds: "\(path): \(violations.map(\.text).joined(separator: "; "))"
      // Errors begin with the file.
      case .failed: error ?? path
      }
    return (marked + text).withoutControls + "\n"
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, violations, error
  }
}
