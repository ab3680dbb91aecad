import Glibc

/// The rate of processed bytes, in which older work counts less, so that it follows changes without jumping.
struct WorkRate: Sendable {
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
