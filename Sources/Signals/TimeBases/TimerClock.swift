/// A timer that runs only in some stretches of time. It converts moments to readings of the timer, and readings to
/// moments.
package struct TimerClock: Sendable {
  private let running: [ClosedRange<Double>]
  /// The reading at the start of each stretch, in s.
  private var before: [Double] = []
  /// The reading at the end, in s.
  package private(set) var wholeS = 0.0

  /// Makes a timer that runs in the given stretches, in s, which must be in order and must not overlap.
  package init(_ running: [ClosedRange<Double>]) {
    self.running = running
    for stretch in running {
      before.append(wholeS)
      wholeS += stretch.upperBound - stretch.lowerBound
    }
  }

  /// The reading at a moment, in s.
  package func timerS(at time: Double) -> Double {
    let place = partitionPoint(running.indices) { running[$0].lowerBound <= time }
    guard place > 0 else { return 0 }
    return before[place - 1] + min(time, running[place - 1].upperBound) - running[place - 1].lowerBound
  }

  /// The first moment at which the timer shows a reading, in s; nil if the timer never shows it.
  package func time(ofTimerS timer: Double) -> Double? {
    let place = partitionPoint(before.indices) { before[$0] < timer }
    guard place > 0 else { return running.first?.lowerBound }
    let time = running[place - 1].lowerBound + timer - before[place - 1]
    // The sum of stretches may differ from their end in the last digits.
    return time <= running[place - 1].upperBound + 1e-6 ? min(time, running[place - 1].upperBound) : nil
  }
}
