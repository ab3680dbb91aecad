import SPBasics

/// The progress of a batch at one moment.
package struct ProgressFigures: Hashable, Sendable {
  /// The current work of one worker.
  package struct Worker: Hashable, Sendable {
    /// The recording.
    package var recordingID: String
    /// The stage, once one has begun.
    package var stageID: String?
    /// The fraction of the recording that is done, 0 to 1.
    package var fraction: Double
    /// The time since the worker began the recording, in s.
    package var elapsedS: Double
  }

  /// The number of recordings to run.
  package var recordings: Int
  /// The number that are done.
  package var done: Int
  /// The number that failed.
  package var failed: Int
  /// The number ended by an interruption.
  package var interrupted: Int
  /// The number of recordings that need not run.
  package var upToDate: Int
  /// The number of bytes to process.
  package var bytes: Int
  /// The number of bytes processed, including parts of recordings in progress.
  package var bytesDone: Double
  /// The time since the batch began, in s.
  package var elapsedS: Double
  /// Current rate in bytes per second; nil before any were processed.
  package var bytesPerSecond: Double?
  /// Current rate in seconds of recording per second; nil while no recording's length is known.
  package var realTimeFactor: Double?
  /// The remaining time, in s; nil before it can be estimated.
  package var secondsLeft: Double?
  /// Bytes per second since the beginning.
  package var meanBytesPerSecond: Double?
  /// Seconds of finished recordings per second since the beginning.
  package var meanRealTimeFactor: Double?
  /// The workers, in order; nil for an idle worker.
  package var workers: [Worker?]

  /// The number of recordings that are done or failed.
  package var finished: Int { done + failed }

  /// The finished fraction, 0 to 1: by bytes, or by recordings if there are none; 1 only when nothing is left.
  package var fraction: Double {
    guard finished < recordings else { return 1 }
    let fraction = bytes > 0 ? bytesDone / Double(bytes) : Double(finished) / Double(recordings)
    return min(0.999, fraction)
  }

  /// The figures for programs; unknown ones are `null`.
  package var json: [JSONValue.Member] {
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
