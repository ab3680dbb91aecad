import Files
import Foundation
import Tables

/// What a check found of one recording.
public struct RecordingCheck: Codable, Sendable {
  /// How a recording is.
  public enum Status: String, Codable, Sendable {
    /// It keeps all limits.
    case ok
    /// It does not keep some.
    case exceeds
    /// It does not suit the pipeline that it is meant for.
    case unsuited
    /// It cannot be read.
    case failed
  }

  /// The file.
  public var path: String
  /// Its identifier; nil where it cannot be read.
  public var recordingID: String?
  /// How it is.
  public var status: Status
  /// Where it does not keep limits.
  public var violations: [LimitViolation] = []
  /// What the pipeline that it is meant for can find in it.
  public var suitability: Suitability?
  /// Why it cannot be read.
  public var error: String?
  /// Whether reading it again may go well.
  public var isWorthRetrying = false

  /// Reads a recording and holds it against limits.
  /// - Parameters:
  ///   - path: the file.
  ///   - limits: the limits.
  ///   - suitability: what the pipeline that it is meant for can find in it; nil where it is meant for none.
  /// - Throws: what reading throws.
  public init(of path: String, against limits: QualityLimits, suitability: () -> Suitability? = { nil }) throws {
    let recording = try Recording(opening: path)
    self.path = path
    recordingID = recording.attributes.recordingID
    violations = limits.violations(of: try RecordingQuality(of: recording))
    self.suitability = suitability()
    let isSuited = self.suitability.map { $0.extent == .all } ?? true
    status = !violations.isEmpty ? .exceeds : isSuited ? .ok : .unsuited
  }

  /// A recording that cannot be read.
  public init(of path: String, failed error: any Error) {
    self.path = path
    status = .failed
    self.error = "\(error)"
    isWorthRetrying = Files.isWorthRetrying(error)
  }

  /// A line: how it is, the file, and why.
  public var line: String {
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

  /// How many of several recordings are not well, in a line; nil where all are.
  public static func summary(of checks: [RecordingCheck]) -> String? {
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
