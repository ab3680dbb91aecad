/// Is told what happens in a batch, as it happens: for progress, logs, and programs of one's own.
///
/// Methods are called from the threads that work on recordings, several at a time, and should return quickly. None can
/// stop the batch; all do nothing unless they are written.
public protocol BatchObserver: Sendable {
  /// The work list is known, and the first recording is about to begin.
  func batchBegan(_ totals: BatchTotals)

  /// A worker begins with a recording, whose header was read and suits the pipeline.
  /// - Parameters:
  ///   - id: its identifier.
  ///   - path: the file.
  ///   - bytes: the size of the file.
  ///   - recordedSeconds: how long the recording is, in s, where its header tells.
  ///   - worker: which of the workers, from 0.
  func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int)

  /// A worker got further.
  /// - Parameters:
  ///   - worker: which of the workers, from 0.
  ///   - stageID: the stage that is at work.
  ///   - fraction: how much of the recording is done: from 0 up to, but never at, 1, and never less than before.
  func recordingAdvanced(worker: Int, stageID: String, fraction: Double)

  /// A worker has finished a recording, whether it succeeded or failed; one that does not suit the pipeline never
  /// began.
  /// - Parameters:
  ///   - report: what became of it.
  ///   - bytes: the size of the file.
  ///   - recordedSeconds: how long the recording is, in s, where that is known.
  ///   - worker: which of the workers, from 0.
  func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int)

  /// Something is to be known that is not about one recording, such as tables that could not be joined.
  func batchTold(_ message: String, isError: Bool)

  /// All is done; nothing more will be told.
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

/// What a batch has to do.
public struct BatchTotals: Hashable, Sendable {
  /// The sizes of the files that are to run, in bytes, in any order.
  public var sizes: [Int]
  /// How many recordings need not run, since their outputs are up to date.
  public var upToDate: Int
  /// How many recordings are worked on at a time.
  public var jobs: Int

  /// How many recordings are to run.
  public var recordings: Int { sizes.count }
  /// How many bytes are to run.
  public var bytes: Int { sizes.reduce(0, +) }

  /// Makes totals.
  public init(sizes: [Int], upToDate: Int = 0, jobs: Int = 1) {
    self.sizes = sizes
    self.upToDate = upToDate
    self.jobs = max(1, jobs)
  }
}

/// Several observers as one; each is told in turn.
public struct BatchObservers: BatchObserver {
  private let observers: [any BatchObserver]

  /// Joins observers.
  public init(_ observers: [any BatchObserver]) { self.observers = observers }

  /// Tells all of them.
  public func batchBegan(_ totals: BatchTotals) {
    for observer in observers { observer.batchBegan(totals) }
  }

  /// Tells all of them.
  public func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int) {
    for observer in observers {
      observer.recordingBegan(id: id, path: path, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker)
    }
  }

  /// Tells all of them.
  public func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {
    for observer in observers { observer.recordingAdvanced(worker: worker, stageID: stageID, fraction: fraction) }
  }

  /// Tells all of them.
  public func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
    for observer in observers {
      observer.recordingFinished(report, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker)
    }
  }

  /// Tells all of them.
  public func batchTold(_ message: String, isError: Bool) {
    for observer in observers { observer.batchTold(message, isError: isError) }
  }

  /// Tells all of them.
  public func batchEnded() {
    for observer in observers { observer.batchEnded() }
  }
}
