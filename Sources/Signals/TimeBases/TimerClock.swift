/// The time that counts at any moment, where only some stretches of time count, as those in which a timer runs.
package struct TimerClock: Sendable {
  private let running: [ClosedRange<Double>]
  /// The time that counted before each stretch, s.
  private var before: [Double] = []
  /// All the time that counts, s.
  package private(set) var wholeS = 0.0

  /// Makes a clock that runs in the given stretches, s, which are in order.
  package init(_ running: [ClosedRange<Double>]) {
    self.running = running
    for stretch in running {
      before.append(wholeS)
      wholeS += stretch.upperBound - stretch.lowerBound
    }
  }

  /// The time that counted until a moment, s.
  package func timerS(at time: Double) -> Double {
    let place = partitionPoint(running.indices) { running[$0].lowerBound <= time }
    guard place > 0 else { return 0 }
    return before[place - 1] + min(time, running[place - 1].upperBound) - running[place - 1].lowerBound
  }

  /// The first moment at which a given time has counted, s; nil if less counts in all.
  package func time(ofTimerS timer: Double) -> Double? {
    let place = partitionPoint(before.indices) { before[$0] < timer }
    guard place > 0 else { return running.first?.lowerBound }
    let time = running[place - 1].lowerBound + timer - before[place - 1]
    // The sum of stretches may differ from their end in the last digits.
    return time <= running[place - 1].upperBound + 1e-6 ? min(time, running[place - 1].upperBound) : nil
  }
}
