import Signals

/// The pace of swings that follow one another regularly, as in a rally or with a ball machine.
///
/// A swing is due one period after the last. A burst at that time, with the next swing one period later, is a swing
/// even if it is less like the others, such as one slowed or stopped because the ball is out of reach.
struct RallyPace: Hashable, Sendable {
  /// The median time from one swing to the next, in s.
  let periodS: Double
  private let moments: [Double]

  /// The least number of swings to determine a pace.
  static let minSwings = 6
  /// In a regular rally this fraction of the intervals between swings is within the tolerance of their median, a
  /// fraction of it.
  static let regular = (fraction: 0.5, tolerance: 0.15)
  /// How far a burst may be from the time at which it is due, as a fraction of the period.
  static let tolerance = 0.1
  /// Factor by which a burst that is due may exceed the largest difference of other bursts.
  ///
  /// Of 384 real misses that were slowed, weakened or stopped by computation, 20 differ by more than 2.5; of these 15
  /// are within 1.6 times that and at their time. In 134 other recordings, of which 19 have a pace, the factor admits
  /// no false swing.
  static let widening = 1.6

  /// Determines the pace of swings from their times, in s and in order.
  ///
  /// - Returns: nil if they are too few or irregular.
  init?(_ moments: [Double]) {
    guard moments.count >= Self.minSwings else { return nil }
    let intervals = zip(moments.dropFirst(), moments).map { $0 - $1 }
    let period = Statistics.median(intervals)
    let near = intervals.count { abs($0 - period) < Self.regular.tolerance * period }
    guard period > 0, Double(near) >= Self.regular.fraction * Double(intervals.count) else { return nil }
    periodS = period
    self.moments = moments
  }

  /// Whether the previous and the next swing are each one period away from a time.
  func isDue(at time: Double) -> Bool {
    let next = partitionPoint(moments.indices) { moments[$0] < time }
    guard next > 0, next < moments.count else { return false }
    func isOnePeriod(_ interval: Double) -> Bool { abs(interval - periodS) <= Self.tolerance * periodS }
    return isOnePeriod(time - moments[next - 1]) && isOnePeriod(moments[next] - time)
  }
}
