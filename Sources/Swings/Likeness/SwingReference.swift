import Signals

/// What a recording's swings look like, each way that the wrist turns in them.
public struct SwingReference: Hashable, Sendable {
  /// The typical swing of one way: medians over its swings.
  public struct Typical: Hashable, Sendable {
    /// Peak rate of rotation along gravity, without sign, in rad/s.
    public var rate: Double
    /// Width of the lobe at half its peak, in s.
    public var widthS: Double
    /// The part of that width before the peak, in s.
    public var riseS: Double
    /// What it was taken from.
    public var origin: Origin

    /// Makes a typical swing.
    public init(rate: Double, widthS: Double, riseS: Double, origin: Origin = .hits) {
      self.rate = rate
      self.widthS = widthS
      self.riseS = riseS
      self.origin = origin
    }

    init(of lobes: [RotationLobe], _ origin: Origin) {
      rate = Statistics.median(lobes.map { abs($0.peakRate) })
      widthS = Statistics.median(lobes.map(\.widthS))
      riseS = Statistics.median(lobes.map(\.riseS))
      self.origin = origin
    }
  }

  /// What bursts that turn a way are compared with.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The recording's own hits.
    case hits
    /// Bursts that weak impacts touch, as no hit turns that way.
    case weakImpacts = "weak_impacts"
    /// The recording's hits of the other way, as they are too few to say that none turns this way.
    case otherWay = "other_way"
    /// Swings of other recordings, as the recording's own hits are too few to tell: see ``LearnedSwings``.
    case learned = "learned_reference"
    /// The recording's strongest bursts, for want of hits.
    case strongestBursts = "strongest_bursts"

    /// What it says, in a few words.
    public var meaning: String {
      switch self {
      case .hits: "the recording's hits that turn the same way"
      case .weakImpacts: "its bursts that weak impacts touch, as no hit turns that way"
      case .otherWay: "its hits that turn the other way, as they are few and the sport's swings turn either way"
      case .learned: "swings learned from other recordings, as its hits are too few to tell"
      case .strongestBursts: "its strongest bursts, for want of hits"
      }
    }
  }

  /// The typical swing that turns the positive way; nil where there are none.
  public var positive: Typical?
  /// The same for the negative way.
  public var negative: Typical?
  /// What it was learned from.
  public var origin: Origin
  /// How many swings or bursts it was taken from.
  public var count: Int
  /// The hits themselves, those that are like the typical one of their way, by the logarithms of their figures.
  private var examples: [SwingLikeness.Logarithms] = []

  /// Makes a reference.
  public init(positive: Typical?, negative: Typical?, origin: Origin, count: Int) {
    self.positive = positive
    self.negative = negative
    self.origin = origin
    self.count = count
  }

  /// The typical swing that turns as a lobe does; nil where none do.
  public func typical(for lobe: RotationLobe) -> Typical? { lobe.peakRate < 0 ? negative : positive }

  /// How a lobe compares with the typical swing that turns its way, in ratios from 1/100 to 100; nil where none do.
  public func likeness(of lobe: RotationLobe) -> SwingLikeness? {
    typical(for: lobe).map {
      Self.likeness(of: lobe, to: (rate: $0.rate, widthS: $0.widthS, riseS: $0.riseS))
    }
  }

  private static func likeness(
    of lobe: RotationLobe, to other: (rate: Double, widthS: Double, riseS: Double)
  ) -> SwingLikeness {
    SwingLikeness(
      rateRatio: SwingLikeness.ratio(of: abs(lobe.peakRate), to: other.rate),
      widthRatio: SwingLikeness.ratio(of: lobe.widthS, to: other.widthS),
      riseRatio: SwingLikeness.ratio(of: lobe.riseS, to: other.riseS))
  }

  /// How many times a difference from the nearest hit counts as much as one from the typical swing.
  ///
  /// Of real and simulated misses the most different from its nearest hit has 0.96, of movements that are no swing the
  /// least different 1.57: 2.5 stands for 1.4 there.
  static let nearestWeight = 1.8
  /// What hits differ by at most from the typical one to be compared with by themselves: a clap amid a gesture is none.
  static let largestOfExamples = 2.5
  /// How many hits a burst is compared with at most, evenly spread over the recording: a day has thousands of them.
  static let mostExamples = 250

  /// The difference of a lobe from the swings that turn its way; nil where none do.
  ///
  /// It is the one from the typical swing, or ``nearestWeight`` times the one from the nearest hit where that is less:
  /// a subject who varies strokes has hits far from the typical one, and misses like them.
  public func difference(of lobe: RotationLobe) -> Double? {
    guard let typical = likeness(of: lobe)?.difference else { return nil }
    // Nothing that is so far from the typical swing is near to a hit that is like it.
    guard typical > Self.largestOfExamples, typical < 2 * Self.largestOfExamples else { return typical }
    let logarithms = SwingLikeness.Logarithms(of: lobe)
    var least = typical
    for hit in examples where hit.turnsBack == logarithms.turnsBack {
      least = min(least, Self.nearestWeight * logarithms.difference(from: hit))
    }
    return least
  }

  /// Learns from the lobes of swings with an impact: a miss has much the same motion.
  ///
  /// Lobes without a width, of a sample between missing ones, do not count, here and in
  /// ``guessed(from:minRate:maxWidthS:)``.
  /// - Returns: nil where there are fewer than `minCount` of them.
  public static func learned(from lobes: [RotationLobe], minCount: Int) -> SwingReference? {
    let lobes = lobes.filter(\.isMeasurable)
    guard lobes.count >= max(1, minCount) else { return nil }
    var reference = SwingReference(lobes, origin: .hits)
    let alike = lobes.filter { lobe in
      reference.likeness(of: lobe).map { $0.difference <= largestOfExamples } ?? false
    }
    let every = max(1, (alike.count + mostExamples - 1) / mostExamples)
    reference.examples = stride(from: 0, to: alike.count, by: every).map { SwingLikeness.Logarithms(of: alike[$0]) }
    return reference
  }

  /// Opens a way that no hit turns with bursts that a weak impact touches, where they are many and fast enough.
  ///
  /// They are a fifth of the swings or more, two at least, and each at least half as fast as the median hit.
  mutating func open(with touched: [RotationLobe]) {
    guard (positive == nil) != (negative == nil), let typical = positive ?? negative else { return }
    let isClosed: (RotationLobe) -> Bool = positive == nil ? { $0.peakRate > 0 } : { $0.peakRate < 0 }
    let fast = touched.filter { $0.isMeasurable && isClosed($0) && abs($0.peakRate) >= typical.rate / 2 }
    guard fast.count >= 2, 5 * fast.count >= count + fast.count else { return }
    if positive == nil {
      positive = Typical(of: fast, .weakImpacts)
    } else {
      negative = Typical(of: fast, .weakImpacts)
    }
  }

  /// How many hits say that a way which none or one of them turns has less than a fifth of the swings: 0.8 to the power
  /// of 14 is under 5 %.
  static let tellingCount = 14

  /// Opens a way that the hits do not show with those of the other way, where they are too few to say that none turns
  /// it.
  ///
  /// A sport that is played on both sides of the body has swings either way.
  mutating func openOtherWay() {
    guard origin == .hits, count < Self.tellingCount, (positive == nil) != (negative == nil) else { return }
    var mirrored = positive ?? negative
    mirrored?.origin = .otherWay
    if positive == nil { positive = mirrored } else { negative = mirrored }
  }

  /// Opens a way that the hits do not show where they are too few to say that none turns it, with what is known from
  /// other recordings.
  ///
  /// - Returns: whether that tells: a way that it does not show either stays closed.
  mutating func open(with learned: SwingReference) -> Bool {
    guard origin == .hits, count < Self.tellingCount, learned.count >= Self.tellingCount else { return false }
    positive = positive ?? learned.positive
    negative = negative ?? learned.negative
    return true
  }

  /// Guesses from the lobes of all bursts, for a recording without hits: the strongest third of them are taken as
  /// swings.
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
      return Typical(of: ours, origin)
    }
    self.init(
      positive: typical(lobes.filter { $0.peakRate > 0 }), negative: typical(lobes.filter { $0.peakRate < 0 }),
      origin: origin, count: lobes.count)
  }
}
