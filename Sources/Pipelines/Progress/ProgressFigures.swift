import JSON

/// How far a batch has got at one moment.
public struct ProgressFigures: Hashable, Sendable {
  /// What one worker is at.
  public struct Worker: Hashable, Sendable {
    /// The recording.
    public var recordingID: String
    /// The stage, once one has begun.
    public var stageID: String?
    /// How much of the recording is done, 0 to 1.
    public var fraction: Double
    /// How long the worker has been at it, in s.
    public var elapsedS: Double
  }

  /// How many recordings are to run.
  public var recordings: Int
  /// How many of them are done.
  public var done: Int
  /// How many of them failed.
  public var failed: Int
  /// How many of them an interruption ended.
  public var interrupted: Int
  /// How many recordings need not run.
  public var upToDate: Int
  /// How many bytes are to run.
  public var bytes: Int
  /// How many of them are dealt with: of recordings under way, as far as they are.
  public var bytesDone: Double
  /// How long the batch has been running, in s.
  public var elapsedS: Double
  /// Bytes a second at present; nil before there were any.
  public var bytesPerSecond: Double?
  /// Seconds of recording a second at present; nil while no length of a recording is known.
  public var realTimeFactor: Double?
  /// The time that is left, in s; nil before there is something to base it on.
  public var secondsLeft: Double?
  /// Bytes a second since the beginning.
  public var meanBytesPerSecond: Double?
  /// Seconds of the recordings that are done, a second since the beginning.
  public var meanRealTimeFactor: Double?
  /// The workers, in order; nil for one that is idle.
  public var workers: [Worker?]

  /// How many recordings are dealt with, in whatever way.
  public var finished: Int { done + failed }

  /// How much is dealt with, 0 to 1: by bytes, or by recordings where there are none; 1 only when nothing is left.
  public var fraction: Double {
    guard finished < recordings else { return 1 }
    let fraction = bytes > 0 ? bytesDone / Double(bytes) : Double(finished) / Double(recordings)
    return min(0.999, fraction)
  }

  /// The figures for programs; what is not known is `null`.
  public var json: [JSONValue.Member] {
    func number(_ value: Double?) -> JSONValue { value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null }
    let underWay = workers.compactMap(\.self).map { worker in
      JSONValue.object([
        .init(key: "recording_id", value: .string(worker.recordingID)),
        .init(key: "stage", value: worker.stageID.map { .string($0) } ?? .null),
        .init(key: "fraction", value: number(worker.fraction)),
        .init(key: "elapsed_s", value: number(worker.elapsedS)),
      ])
    }
    return [
      .init(key: "recordings", value: .integer(recordings)),
      .init(key: "done", value: .integer(done)),
      .init(key: "failed", value: .integer(failed)),
      .init(key: "interrupted", value: .integer(interrupted)),
      .init(key: "up_to_date", value: .integer(upToDate)),
      .init(key: "bytes", value: .integer(bytes)),
      .init(key: "bytes_done", value: .integer(Int(bytesDone))),
      .init(key: "fraction", value: number(fraction)),
      .init(key: "elapsed_s", value: number(elapsedS)),
      .init(key: "bytes_per_s", value: number(bytesPerSecond)),
      .init(key: "real_time_factor", value: number(realTimeFactor)),
      .init(key: "left_s", value: number(secondsLeft)),
      .init(key: "under_way", value: .array(underWay)),
    ]
  }
}
