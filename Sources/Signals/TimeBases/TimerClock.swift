/// A timer that runs only in some stretches of time: what it shows at a moment, and when it first shows a time.
package struct TimerClock: Sendable {
  private let running: [ClosedRange<Double>]
  /// What it shows at the start of each stretch, s.
  private var before: [Double] = []
  /// What it shows at the end, s.
  package private(set) var wholeS = 0.0

  /// Makes a timer that runs in the given stretches, s, which are in order and do not overlap.
  package init(_ running: [ClosedRange<Double>]) {
    self.running = running
    for stretch in running {
      before.append(wholeS)
      wholeS += stretch.upperBound - stretch.lowerBound
    }
  }

  /// What it shows at a moment, s.
  package func timerS(at time: Double) -> Double {
    let place = partitionPoint(running.indices) { running[$0].lowerBound <= time }
    guard place > 0 else { return 0 }
    return before[place - 1] + min(time, running[place - 1].upperBound) - running[place - 1].lowerBound
  }

  /// The first moment at which it shows a time, s; nil if it never does.
  package func time(ofTimerS timer: Double) -> Double? {
    let place = partitionPoint(before.indices) { before[$0] < timer }
    guard place > 0 else { return running.first?.lowerBound }
    let time = running[place - 1].lowerBound + timer - before[place - 1]
    // The sum of stretches may differ from their end in the last digits.
    return time <= running[place - 1].upperBound + 1e-6 ? min(time, running[place - 1].upperBound) : nil
  }
}
