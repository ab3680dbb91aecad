import Signals

/// What a recording's swings look like, each way that the wrist turns in them.
public struct SwingReference: Hashable, Sendable {
  /// The typical swing of one way: medians over its swings.
  public struct Typical: Hashable, Sendable {
    /// Peak rate of rotation along gravity, without sign, in rad/s.
    public var rate: Double
    /// Width of the lobe at half its peak, in s.
    public var widthS: Double
    /// Rotation of the lobe, in rad.
    public var rotation: Double

    /// Makes a typical swing.
    public init(rate: Double, widthS: Double, rotation: Double) {
      self.rate = rate
      self.widthS = widthS
      self.rotation = rotation
    }

    init(of lobes: [RotationLobe]) {
      rate = Statistics.median(lobes.map { abs($0.peakRate) })
      widthS = Statistics.median(lobes.map(\.widthS))
      rotation = Statistics.median(lobes.map(\.rotation))
    }
  }

  /// Where a reference comes from.
  public enum Origin: String, Hashable, Sendable {
    /// The recording's own hits.
    case hits
    /// The recording's strongest bursts, for want of hits.
    case strongestBursts = "strongest_bursts"
  }

  /// The typical swing that turns the positive way; nil where there are none.
  public var positive: Typical?
  /// The same for the negative way.
  public var negative: Typical?
  /// Where it comes from.
  public var origin: Origin
  /// How many swings or bursts it was taken from.
  public var count: Int

  /// Makes a reference.
  public init(positive: Typical?, negative: Typical?, origin: Origin, count: Int) {
    self.positive = positive
    self.negative = negative
    self.origin = origin
    self.count = count
  }

  /// How a lobe compares with the swings that turn its way, in ratios from 1/100 to 100; nil where none do.
  public func likeness(of lobe: RotationLobe) -> SwingLikeness? {
    guard let typical = lobe.peakRate < 0 ? negative : positive else { return nil }
    return SwingLikeness(
      rateRatio: SwingLikeness.ratio(of: abs(lobe.peakRate), to: typical.rate),
      widthRatio: SwingLikeness.ratio(of: lobe.widthS, to: typical.widthS),
      rotationRatio: SwingLikeness.ratio(of: lobe.rotation, to: typical.rotation))
  }

  /// Learns from the lobes of swings with an impact: a miss has much the same motion.
  ///
  /// Lobes without a width or a rotation, of a sample between missing ones, do not count, here and in
  /// ``guessed(from:minRate:maxWidthS:)``.
  /// - Returns: nil where there are fewer than `minCount` of them.
  public static func learned(from lobes: [RotationLobe], minCount: Int) -> SwingReference? {
    let lobes = lobes.filter(\.isMeasurable)
    guard lobes.count >= max(1, minCount) else { return nil }
    return SwingReference(lobes, origin: .hits)
  }

  /// Opens a way that no hit turns with bursts that a weak impact touches, where they are many and fast enough.
  ///
  /// They are a fifth of the swings or more, two at least, and each at least half as fast as the median hit.
  mutating func open(with touched: [RotationLobe]) {
    guard (positive == nil) != (negative == nil), let typical = positive ?? negative else { return }
    let isClosed: (RotationLobe) -> Bool = positive == nil ? { $0.peakRate > 0 } : { $0.peakRate < 0 }
    let fast = touched.filter { $0.isMeasurable && isClosed($0) && abs($0.peakRate) >= typical.rate / 2 }
    guard fast.count >= 2, 5 * fast.count >= count + fast.count else { return }
    if positive == nil { positive = Typical(of: fast) } else { negative = Typical(of: fast) }
  }

  /// Guesses from the lobes of all bursts, for a recording without hits: the strongest third of them are taken as swings.
  ///
  /// A swing comes with a backswing and a recovery, which turn at 3-6 rad/s against its 10-27.
  /// A way that is slower or wider has no swings.
  /// - Parameters:
  ///   - lobes: the bursts to learn from.
  ///   - minRate: the smallest typical rate of a way with swings, in rad/s.
  ///   - maxWidthS: the largest typical width of a way with swings, in s.
  /// - Returns: nil where no way has swings.
  public static func guessed(
    from lobes: [RotationLobe], minRate: Double, maxWidthS: Double
  ) -> SwingReference? {
    func isSwing(_ typical: Typical) -> Bool { typical.rate >= minRate && typical.widthS <= maxWidthS }
    let ordered = lobes.filter(\.isMeasurable).sorted { abs($0.peakRate) > abs($1.peakRate) }
    guard !ordered.isEmpty else { return nil }
    var reference = SwingReference(Array(ordered.prefix(max(1, ordered.count / 3))), origin: .strongestBursts)
    if let typical = reference.positive, !isSwing(typical) { reference.positive = nil }
    if let typical = reference.negative, !isSwing(typical) { reference.negative = nil }
    return reference.positive == nil && reference.negative == nil ? nil : reference
  }

  /// A way counts where at least a fifth of the lobes turn that way, and two of three or more: one odd candidate among
  /// the hits is not to open the other direction, in which every backswing turns.
  private init(_ lobes: [RotationLobe], origin: Origin) {
    func typical(_ ours: [RotationLobe]) -> Typical? {
      guard !ours.isEmpty, ours.count >= (lobes.count < 3 ? 1 : 2), 5 * ours.count >= lobes.count else { return nil }
      return Typical(of: ours)
    }
    self.init(
      positive: typical(lobes.filter { $0.peakRate > 0 }), negative: typical(lobes.filter { $0.peakRate < 0 }),
      origin: origin, count: lobes.count)
  }
}
