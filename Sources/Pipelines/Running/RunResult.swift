import FoundationEssentials
import SPBasics

/// The record of one stage in one run.
///
/// Samples are read when a stage needs them, so they count for that stage, and not for the reader. Records of older
/// versions do not have the four numbers after the seconds.
public struct StageRecord: Hashable, Sendable, Encodable {
  /// The id of the stage.
  public let id: String
  /// The type of the stage.
  public let type: String
  /// The wall-clock duration of the stage, in s.
  public let seconds: Double
  /// The size of the samples and timestamps decoded for the stage, in bytes.
  public var bytesDecoded: Int?
  /// The number of dataset rows decoded for the stage, counting repeats.
  public var samplesRead: Int?
  /// The recording's length divided by the seconds. It is also missing if the length is not known.
  public var realTimeFactor: Double?
  /// The largest memory that the process had used by the stage's end, in bytes, for whatever purpose.
  public var peakMemoryBytes: Int?
  /// The counts and numbers in the stage's notes, by name.
  public let notes: [String: Double]

  package init(
    id: String, type: String, seconds: Double, bytesDecoded: Int? = nil, samplesRead: Int? = nil,
    realTimeFactor: Double? = nil, peakMemoryBytes: Int? = nil, notes: [String: Double]
  ) {
    self.id = id
    self.type = type
    self.seconds = seconds
    self.bytesDecoded = bytesDecoded
    self.samplesRead = samplesRead
    self.realTimeFactor = realTimeFactor
    self.peakMemoryBytes = peakMemoryBytes
    self.notes = notes
  }

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
  /// The stages' warnings during the run.
  public let warnings: [StageWarning]
  /// The tables that were written to files.
  public let writtenTables: [WrittenTable]
  /// The warnings of planning; never an error.
  public let diagnostics: [Diagnostic]
  /// The requested values.
  let kept: [SlotReference: any Sendable]
  /// The notes of stages around `RunEnvironment.explainedTimes`, each under a slot's name.
  let momentNotes: [SlotReference: any Sendable]

  /// A value requested with `keeping:`, or nil if it was not requested, was not written, or is of another type.
  public func value<Value>(_ slot: Slot<Value>, from stageID: String) -> Value? {
    kept[SlotReference(stageID: stageID, slot: slot.name)] as? Value
  }

  /// The value of the slot that a reference names. Nil as for `value(_:from:)`, or without a reference.
  public func value<Value>(_ slot: Slot<Value>, at reference: SlotReference?) -> Value? {
    reference.flatMap { kept[$0] as? Value }
  }
}

/// A table written to a file by a run.
public struct WrittenTable: Hashable, Sendable, Codable {
  /// The name of the table; tables with the same name have the same schema.
  public let table: String
  /// The file's path.
  package let path: String

  /// The file.
  public var url: URL { URL(filePath: path) }

  package init(table: String, path: String) {
    self.table = table
    self.path = path
  }
}

/// An error of a stage.
public struct StageFailure: Error, Sendable, CustomStringConvertible {
  /// The id of the stage.
  public let stageID: String
  /// The type of the stage.
  public let stageType: StageType
  /// The error that the stage threw.
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
  /// Whether trying again may help, according to the stage's error.
  public var isWorthRetrying: Bool { SPBasics.isWorthRetrying(underlying) }
}
