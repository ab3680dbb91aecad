/// What a recording's swings look like: how fast they turn, each way.
public struct SwingReference: Hashable, Sendable {
  /// Median size of the peak rate of swings that turn the positive way, in rad/s; nil where there are none.
  public var positive: Double?
  /// The same for the negative way.
  public var negative: Double?

  /// Makes a reference.
  public init(positive: Double?, negative: Double?) {
    self.positive = positive
    self.negative = negative
  }

  /// The reference that applies to a rate of this sign.
  public func rate(sign: Double) -> Double? { sign < 0 ? negative : positive }

  /// Learns from swings with an impact: a miss has much the same motion.
  ///
  /// A way counts where at least a fifth of the swings turn that way, and two of three or more: one odd candidate
  /// among the hits is not to open the other direction, in which every backswing turns.
  /// - Returns: nil where there are fewer than `minCount` swings.
  public static func learned(from swings: [Swing], minCount: Int) -> SwingReference? {
    guard swings.count >= max(1, minCount) else { return nil }
    func median(_ rates: [Double]) -> Double? {
      guard !rates.isEmpty, rates.count >= (swings.count < 3 ? 1 : 2), 5 * rates.count >= swings.count else {
        return nil
      }
      return middle(of: rates)
    }
    return SwingReference(
      positive: median(swings.map(\.peakRate).filter { $0 > 0 }),
      negative: median(swings.map { -$0.peakRate }.filter { $0 > 0 }))
  }

  /// Guesses from the rate's own bursts, for a recording without hits: the strongest third of them are taken as swings.
  ///
  /// A swing comes with a backswing and a recovery, which turn at 3-6 rad/s against its 10-27; both ways get the same
  /// reference.
  public static func guessed(from peakRates: [Double]) -> SwingReference? {
    let sizes = peakRates.map(abs).sorted()
    guard !sizes.isEmpty else { return nil }
    let reference = middle(of: Array(sizes.suffix(max(1, sizes.count / 3))))
    return SwingReference(positive: reference, negative: reference)
  }

  private static func middle(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let half = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
  }
}
