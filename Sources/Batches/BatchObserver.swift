/// Receives the events of a batch as they happen: for progress, logs, and other programs.
///
/// Methods are called from the threads that work on recordings, several at a time, and should return quickly. They
/// cannot stop the batch; by default they do nothing.
public protocol BatchObserver: Sendable {
  /// The work list is known, and the first recording is about to begin.
  func batchBegan(_ totals: BatchTotals)

  /// A worker begins with a recording whose header was read and is suitable for the pipeline.
  /// - Parameters:
  ///   - id: The identifier of the recording.
  ///   - path: The file.
  ///   - bytes: The size of the file.
  ///   - recordedSeconds: The length of the recording, in s, if its header states it.
  ///   - worker: The number of the worker, from 0.
  func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int)

  /// A worker has advanced.
  /// - Parameters:
  ///   - worker: The number of the worker, from 0.
  ///   - stageID: The current stage.
  ///   - fraction: The fraction of the recording that is done: from 0 to less than 1, and never less than before.
  func recordingAdvanced(worker: Int, stageID: String, fraction: Double)

  /// A worker has finished a recording: it is done, failed, or was interrupted. A recording that is not suitable for
  /// the pipeline fails without having begun.
  /// - Parameters:
  ///   - report: the result.
  ///   - bytes: the size of the file.
  ///   - recordedSeconds: the length of the recording, in s, if known.
  ///   - worker: the number of the worker, from 0.
  func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int)

  /// A message that is not about one recording, for example that tables could not be joined.
  func batchTold(_ message: String, isError: Bool)

  /// The batch has ended. No further events follow.
  func batchEnded()
}

extension BatchObserver {
  /// Does nothing.
  public func batchBegan(_ totals: BatchTotals) {}
  /// Does nothing.
  public func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int) {}
  /// Does nothing.
  public func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {}
  /// Does nothing.
  public func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {}
  /// Does nothing.
  public func batchTold(_ message: String, isError: Bool) {}
  /// Does nothing.
  public func batchEnded() {}
}

/// The amount of work of a batch.
public struct BatchTotals: Hashable, Sendable {
  /// The sizes of the files that are to run, in bytes, in any order.
  public var sizes: [Int]
  /// The number of recordings that need not run, since their outputs are up to date.
  public var upToDate: Int
  /// How many recordings are processed at a time.
  public var jobs: Int
  /// The number of recordings that the same command runs afterwards, with other pipelines.
  package var laterRecordings = 0

  /// The number of recordings to run.
  public var recordings: Int { sizes.count }
  /// The number of bytes to process.
  public var bytes: Int { sizes.reduce(0, +) }

  /// Makes totals.
  public init(sizes: [Int], upToDate: Int = 0, jobs: Int = 1) {
    self.sizes = sizes
    self.upToDate = upToDate
    self.jobs = max(1, jobs)
  }
}

/// Several observers as one; each is called in turn.
public struct BatchObservers: BatchObserver {
  private let observers: [any BatchObserver]

  /// Joins observers.
  public init(_ observers: [any BatchObserver]) { self.observers = observers }

  /// Passes the event to all of them.
  public func batchBegan(_ totals: BatchTotals) {
    for observer in observers { observer.batchBegan(totals) }
  }

  /// Passes the event to all of them.
  public func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int) {
    for observer in observers {
      observer.recordingBegan(id: id, path: path, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker)
    }
  }

  /// Passes the event to all of them.
  public func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {
    for observer in observers { observer.recordingAdvanced(worker: worker, stageID: stageID, fraction: fraction) }
  }

  /// Passes the event to all of them.
  public func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
    for observer in observers {
      observer.recordingFinished(report, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker)
    }
  }

  /// Passes the event to all of them.
  public func batchTold(_ message: String, isError: Bool) {
    for observer in observers { observer.batchTold(message, isError: isError) }
  }

  /// Passes the event to all of them.
  public func batchEnded() {
    for observer in observers { observer.batchEnded() }
  }
}
