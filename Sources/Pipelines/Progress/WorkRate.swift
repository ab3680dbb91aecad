import Foundation

/// How fast bytes are worked through, with what is long past forgotten, so that it follows changes without jumping.
struct WorkRate: Sendable {
  /// What happened this long ago counts 1/e of what happens now; or a quarter of all the time so far, if that is more, so
  /// that a long run settles.
  private static let memoryS = 30.0
  private static let memoryShare = 0.25

  private var workedBytes = 0.0
  private var busyS = 0.0
  private var wallS = 0.0
  private var sinceBeginS = 0.0

  /// Bytes a second that one worker gets done; nil before there were any.
  var bytesPerWorkerSecond: Double? { workedBytes > 0 && busyS > 0 ? workedBytes / busyS : nil }

  /// Bytes a second that all workers get done; nil before there were any.
  var bytesPerSecond: Double? { workedBytes > 0 && wallS > 0 ? workedBytes / wallS : nil }

  /// Lets time pass in which so many workers were busy.
  mutating func pass(seconds: Double, busyWorkers: Int) {
    guard seconds > 0 else { return }
    sinceBeginS += seconds
    let memory = max(Self.memoryS, Self.memoryShare * sinceBeginS)
    let kept = exp(-seconds / memory)
    // The integral of the decay over the interval: how finely time is cut makes no difference.
    let weight = memory * (1 - kept)
    workedBytes *= kept
    busyS = busyS * kept + Double(busyWorkers) * weight
    wallS = wallS * kept + weight
  }

  /// Counts bytes that were worked through just now.
  mutating func work(bytes: Double) { workedBytes += bytes }
}
