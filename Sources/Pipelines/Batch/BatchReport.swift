import Foundation

/// What became of one recording of a batch.
public struct RecordingReport: Hashable, Sendable, Codable {
  /// How its run ended.
  public enum Status: String, Hashable, Sendable, Codable {
    /// All its tables were written.
    case done
    /// An error ended it; tables of an earlier run are untouched.
    case failed
    /// The batch was interrupted before it was done.
    case interrupted
  }

  /// The file.
  public var path: String
  /// Its identifier, where its header could be read.
  public var recordingID: String?
  /// How its run ended.
  public var status: Status
  /// What went wrong, a line each.
  public var errors: [String] = []
  /// What was odd without ending the run, a line each.
  public var warnings: [String] = []
  /// How long it took.
  public var seconds = 0.0
  /// One record a stage, in order, for a recording that is done.
  public var stages: [StageRecord] = []
  /// The tables that were written.
  public var tables: [WrittenTable] = []

  init(path: String, recordingID: String?, status: Status) {
    self.path = path
    self.recordingID = recordingID
    self.status = status
  }

  /// The last number that any stage noted under a name.
  public func note(_ name: String) -> Double? {
    stages.reversed().lazy.compactMap { $0.notes[name] }.first
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, errors, warnings, seconds, stages, tables
  }
}

/// What became of a batch.
public struct BatchReport: Hashable, Sendable, Codable {
  /// The pipeline's name.
  public var pipeline: String
  /// The version of the tool.
  public var toolVersion: String
  /// The recordings, in the order of their identifiers and paths.
  public var recordings: [RecordingReport]
  /// The joined tables.
  public var merged: [WrittenTable] = []
  /// Why tables could not be joined, a line each.
  public var errors: [String] = []

  /// How many recordings ended in a way.
  public func count(_ status: RecordingReport.Status) -> Int { recordings.count { $0.status == status } }

  /// Whether every recording is done and every table joined.
  public var isComplete: Bool { count(.done) == recordings.count && errors.isEmpty }

  private enum CodingKeys: String, CodingKey {
    case pipeline
    case toolVersion = "tool_version"
    case recordings, merged, errors
  }

  /// Indented JSON with sorted keys, ending in a line break.
  /// - Throws: whatever the JSON encoder throws.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
