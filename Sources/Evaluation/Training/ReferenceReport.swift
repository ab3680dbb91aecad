import SPBasics
import SPPipelines
import SPSwings

/// The result of learning a reference of typical swings, for people and for programs.
public struct ReferenceReport: Encodable, Sendable {
  /// The contribution of a recording.
  struct Recording: Encodable, Sendable {
    var path: String
    var recordingID: String?
    var swings = 0
    var errors: [String] = []

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case swings, errors
    }
  }

  let output: String
  let recordings: [Recording]
  /// The reference; nil if nothing was learned, or it could not be written.
  public internal(set) var reference: LearnedSwings?
  /// Why there is no reference.
  public internal(set) var errors: [String] = []

  init(_ gathered: Gathered<LearnedSwings.Example>, output: String) {
    self.output = output
    recordings = gathered.outcomes.map { path, outcome in
      switch outcome {
      case .found(let example):
        Recording(path: path, recordingID: example.recordingID, swings: example.lobes.count)
      case .failed(let errors): Recording(path: path, errors: errors)
      }
    }
  }

  /// Whether all recordings were used, and a reference was written.
  public var isComplete: Bool { reference != nil && errors.isEmpty && recordings.allSatisfy(\.errors.isEmpty) }

  /// The report as JSON.
  /// - Throws: `EncodingError`, which does not occur for reports.
  public func json() throws -> String { try JSONOutput.text(self) }

  /// The summary for people: the typical swings of each subject and sport, and the path of the file; empty if it was
  /// not written.
  public var lines: [String] {
    guard let reference else { return [] }
    return reference.entries.map(Self.line) + ["reference: \(output)"]
  }

  /// Why nothing can be learned.
  var lack: String {
    let most = recordings.reduce(0) { $0 + $1.swings }
    return "expected at least \(LearnedSwings.minSwings) swings with an impact in one sport to learn from, "
      + "found \(most) in all"
  }

  /// A subject, and how the wrist turns in each direction.
  private static func line(of entry: LearnedSwings.Entry) -> String {
    let sport = entry.sport ?? "no sport"
    let directions = [("positive", entry.positive), ("negative", entry.negative)].compactMap { name, lobe in
      lobe.map { String(printf: "\(name) %.1f rad/s, %.2f s wide", $0.rate, $0.widthS) }
    }
    return "\(entry.subjectID ?? "all subjects"), \(sport): \(counted(entry.swings, "swing")) of "
      + "\(counted(entry.recordings.count, "recording")); " + directions.joined(separator: "; ")
  }
}
