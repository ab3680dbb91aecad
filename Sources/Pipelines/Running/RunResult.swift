import Files

/// What one stage did in one run.
///
/// Samples are read when a stage asks for them, so that what is decoded counts for the stage that needed it, and not for
/// the reader. The four figures after the seconds are missing in records of versions that did not take them.
public struct StageRecord: Hashable, Sendable, Codable {
  /// The id of the stage.
  public let id: String
  /// Its type.
  public let type: String
  /// How long it took.
  public let seconds: Double
  /// How many bytes the samples and stamps took that were decoded for it.
  public var bytesDecoded: Int?
  /// How many rows of datasets these were, each counted as often as it was decoded.
  public var samplesRead: Int?
  /// The recording's length over the seconds; missing as well where the length is not known.
  public var realTimeFactor: Double?
  /// The most memory that the process had taken by its end, in bytes, whatever else the process was at.
  public var peakMemoryBytes: Int?
  /// The counts and numbers that it noted, by name.
  public let notes: [String: Double]

  private enum CodingKeys: String, CodingKey {
    case id, type, seconds
    case bytesDecoded = "bytes_decoded"
    case samplesRead = "samples_read"
    case realTimeFactor = "real_time_factor"
    case peakMemoryBytes = "peak_memory_bytes"
    case notes
  }
}

/// The outcome of running a pipeline on one recording.
public struct RunResult: Sendable {
  /// The path of the recording.
  public let inputPath: String
  /// One record for each stage, in order.
  public let stages: [StageRecord]
  /// What the stages had to say while running.
  public let warnings: [StageWarning]
  /// The tables that were written to files.
  public let writtenTables: [WrittenTable]
  /// What planning had to say; never an error.
  public let diagnostics: [Diagnostic]
  /// The values that were asked for.
  let kept: [SlotReference: any Sendable]

  /// A value that was asked for with `keeping:`, or nothing if it was not, was not written, or is of another type.
  public func value<Value>(_ slot: Slot<Value>, from stageID: String) -> Value? {
    kept[SlotReference(stageID: stageID, slot: slot.name)] as? Value
  }

  /// The value of the slot that a stage's reads name, likewise.
  public func value<Value>(_ slot: Slot<Value>, at reference: SlotReference?) -> Value? {
    reference.flatMap { kept[$0] as? Value }
  }
}

/// A table that a run wrote to a file.
public struct WrittenTable: Hashable, Sendable, Codable {
  /// The name of the table; tables of one name have one schema.
  public let table: String
  /// The file.
  public let path: String
}

/// A stage stopped with an error.
public struct StageFailure: Error, Sendable, CustomStringConvertible {
  /// The id of the stage.
  public let stageID: String
  /// Its type.
  public let stageType: StageType
  /// What it threw.
  public let underlying: any Error

  /// Wraps an error.
  public init(stageID: String, stageType: StageType, underlying: any Error) {
    self.stageID = stageID
    self.stageType = stageType
    self.underlying = underlying
  }

  /// `stage "hp" (filters.high_pass): ...`.
  public var description: String { "stage \"\(stageID)\" (\(stageType)): \(underlying.message)" }
}

extension StageFailure: RetryClassified {
  /// Whether what the stage threw is worth it.
  public var isWorthRetrying: Bool { Files.isWorthRetrying(underlying) }
}
