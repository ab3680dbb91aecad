import Glibc

/// Computes the progress of a batch from events and their times.
///
/// The model counts bytes, not recordings, so that the progress is right if recordings differ in length. It adds all
/// bytes of finished recordings and the finished fraction of unfinished recordings. Times are seconds on any clock that
/// does not go back.
package struct ProgressModel: Sendable {
  private struct Work: Sendable {
    var id: String
    var bytes: Int
    var recordedSeconds: Double?
    var stageID: String?
    var fraction = 0.0
    var beganS: Double

    var leftBytes: Double { Double(bytes) * (1 - fraction) }
  }

  private var totals = BatchTotals(sizes: [])
  private var totalBytes = 0
  private var waiting = WaitingSizes([])
  private var workers: [Int: Work] = [:]
  private var rate = WorkRate()
  private var beganS: Double?
  private var lastS = 0.0

  private var done = 0
  private var failed = 0
  private var interrupted = 0
  /// Bytes of recordings that are done or failed, which need no more work.
  private var settledBytes = 0
  /// Bytes processed since the beginning; for a failed recording, up to the failure.
  private var workedBytes = 0.0
  private var recordedSeconds = 0.0
  /// Bytes and seconds of the recordings with known lengths, to convert bytes to seconds.
  private var known = (bytes: 0.0, seconds: 0.0)

  package init() {}

  /// The batch begins.
  package mutating func begin(_ totals: BatchTotals, atS now: Double) {
    self = ProgressModel()
    self.totals = totals
    totalBytes = totals.bytes
    waiting = WaitingSizes(totals.sizes)
    beganS = now
    lastS = now
  }

  /// A worker begins with a recording; see
  /// ``BatchObserver/recordingBegan(id:path:bytes:recordedSeconds:worker:)``.
  package mutating func beginRecording(
    id: String, bytes: Int, recordedSeconds: Double? = nil, worker: Int, atS now: Double
  ) {
    pass(until: now)
    waiting.remove(bytes)
    know(bytes, recordedSeconds)
    workers[worker] = Work(id: id, bytes: bytes, recordedSeconds: recordedSeconds, beganS: now)
  }

  /// A worker has advanced; see ``BatchObserver/recordingAdvanced(worker:stageID:fraction:)``. Steps back are
  /// ignored.
  package mutating func advance(worker: Int, stageID: String, fraction: Double, atS now: Double) {
    pass(until: now)
    guard var work = workers[worker] else { return }
    let fraction = fraction.isFinite ? min(1, max(work.fraction, fraction)) : work.fraction
    count(worked: Double(work.bytes) * (fraction - work.fraction))
    work.fraction = fraction
    work.stageID = stageID
    workers[worker] = work
  }

  /// A worker has finished a recording; see ``BatchObserver``.
  package mutating func finishRecording(
    _ status: RecordingReport.Status, bytes: Int, recordedSeconds: Double? = nil, worker: Int, atS now: Double
  ) {
    pass(until: now)
    let work = workers.removeValue(forKey: worker)
    if work == nil { waiting.remove(bytes) }
    if work?.recordedSeconds == nil { know(bytes, recordedSeconds) }
    switch status {
    case .done:
      done += 1
      settledBytes += work?.bytes ?? bytes
      count(worked: work?.leftBytes ?? Double(bytes))
      self.recordedSeconds += recordedSeconds ?? work?.recordedSeconds ?? 0
    case .failed:
      // The rest was not processed: it must not make the rate look better.
      failed += 1
      settledBytes += work?.bytes ?? bytes
    case .interrupted:
      interrupted += 1
    }
  }

  private mutating func pass(until now: Double) {
    rate.pass(seconds: now - lastS, busyWorkers: workers.count)
    lastS = max(lastS, now)
  }

  private mutating func count(worked bytes: Double) {
    rate.work(bytes: bytes)
    workedBytes += bytes
  }

  private mutating func know(_ bytes: Int, _ seconds: Double?) {
    guard let seconds, seconds.isFinite, seconds > 0, bytes > 0 else { return }
    known.bytes += Double(bytes)
    known.seconds += seconds
  }
}

extension ProgressModel {
  /// The figures at a time.
  package func figures(atS now: Double) -> ProgressFigures {
    var model = self
    model.pass(until: now)
    return model.figures
  }

  private var figures: ProgressFigures {
    let elapsedS = beganS.map { max(0, lastS - $0) } ?? 0
    let underWay = workers.values.reduce(0) { $0 + Double($1.bytes) * $1.fraction }
    let secondsPerByte = known.bytes > 0 ? known.seconds / known.bytes : nil
    let bytesPerSecond = rate.bytesPerSecond
    return ProgressFigures(
      recordings: totals.recordings, done: done, failed: failed, interrupted: interrupted, upToDate: totals.upToDate,
      bytes: totalBytes, bytesDone: min(Double(totalBytes), Double(settledBytes) + underWay), elapsedS: elapsedS,
      bytesPerSecond: bytesPerSecond,
      realTimeFactor: bytesPerSecond.flatMap { rate in secondsPerByte.map { $0 * rate } },
      secondsLeft: secondsLeft(elapsedS: elapsedS),
      meanBytesPerSecond: elapsedS > 0 ? workedBytes / elapsedS : nil,
      meanRealTimeFactor: elapsedS > 0 && recordedSeconds > 0 ? recordedSeconds / elapsedS : nil,
      workers: (0..<max(min(totals.jobs, totals.recordings), (workers.keys.max() ?? -1) + 1)).map { index in
        workers[index].map {
          ProgressFigures.Worker(
            recordingID: $0.id, stageID: $0.stageID, fraction: $0.fraction, elapsedS: max(0, lastS - $0.beganS))
        }
      })
  }

  /// A shorter time is not enough to estimate a rate.
  private static let shortestS = 2.0
  /// Early in the first recording the rate is uncertain: its stages do not all take the expected time.
  private static let smallestFraction = 0.05

  /// The remaining time if each worker continues at the current rate per worker; nil before it can be estimated.
  ///
  /// The remaining work divided by the workers is a lower bound, and so is the longest recording alone, which no second
  /// worker can speed up. The larger of the two is at least half of the time of list scheduling (R. L. Graham, "Bounds
  /// on multiprocessing timing anomalies", 1969).
  private func secondsLeft(elapsedS: Double) -> Double? {
    let left = workers.values.map(\.leftBytes)
    guard !left.isEmpty || waiting.count > 0 else { return 0 }
    let hasBase = done > 0 || workers.values.contains { $0.fraction >= Self.smallestFraction }
    guard elapsedS >= Self.shortestS, hasBase, let rate = rate.bytesPerWorkerSecond else { return nil }
    let jobs = min(totals.jobs, left.count + waiting.count)
    let shared = (left.reduce(0, +) + Double(waiting.sum)) / Double(max(1, jobs))
    // The largest waiting recording begins when a worker is free.
    let untilFree = left.count < totals.jobs ? 0 : left.min() ?? 0
    let longest = max(left.max() ?? 0, waiting.count > 0 ? untilFree + Double(waiting.largest) : 0)
    return max(shared, longest) / rate
  }
}

/// The sizes of the recordings that have not begun, in bytes.
private struct WaitingSizes: Sendable {
  private var sorted: [Int]
  private(set) var sum: Int

  init(_ sizes: [Int]) {
    sorted = sizes.sorted()
    sum = sizes.reduce(0, +)
  }

  var count: Int { sorted.count }
  var largest: Int { sorted.last ?? 0 }

  /// Removes a recording's size; if it is missing, for example because the file has grown, the nearest one is removed.
  mutating func remove(_ size: Int) {
    guard !sorted.isEmpty else { return }
    sum -= sorted.remove(at: sorted.firstIndex { $0 >= size } ?? sorted.count - 1)
  }
}

/// The rate of processed bytes, in which older work counts less, so that it follows changes without jumping.
private struct WorkRate: Sendable {
  /// The time constant of the decay, in s: work this long ago counts 1/e of current work. A fraction of the elapsed
  /// time takes its place if that is longer, so that the rate of a long run becomes steady.
  private static let memoryS = 30.0
  private static let memoryFraction = 0.25

  private var workedBytes = 0.0
  private var busyS = 0.0
  private var wallS = 0.0
  private var sinceBeginS = 0.0

  /// Bytes per second of one worker; nil before any were processed.
  var bytesPerWorkerSecond: Double? { workedBytes > 0 && busyS > 0 ? workedBytes / busyS : nil }

  /// Bytes per second of all workers; nil before any were processed.
  var bytesPerSecond: Double? { workedBytes > 0 && wallS > 0 ? workedBytes / wallS : nil }

  /// Advances the time, with a number of busy workers.
  mutating func pass(seconds: Double, busyWorkers: Int) {
    guard seconds > 0 else { return }
    sinceBeginS += seconds
    let memory = max(Self.memoryS, Self.memoryFraction * sinceBeginS)
    let kept = exp(-seconds / memory)
    // The integral of the decay over the interval: the result does not depend on how time is divided.
    let weight = memory * (1 - kept)
    workedBytes *= kept
    busyS = busyS * kept + Double(busyWorkers) * weight
    wallS = wallS * kept + weight
  }

  /// Adds bytes that were just processed.
  mutating func work(bytes: Double) { workedBytes += bytes }
}
