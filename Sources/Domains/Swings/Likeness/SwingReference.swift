import SPSignals

/// The typical swings of a recording, for each direction in which the wrist turns.
public struct SwingReference: Hashable, Sendable {
  /// The typical swing of one direction: medians over its swings.
  public struct Typical: Hashable, Sendable {
    /// Peak rate of rotation along gravity, without sign, in rad/s.
    public var rate: Double
    /// Width of the lobe at half its peak, in s.
    public var widthS: Double
    /// The part of that width before the peak, in s.
    public var riseS: Double
    /// The source of the medians.
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

  /// The source of a reference for bursts in one direction.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The recording's own hits.
    case hits
    /// Bursts near weak impacts, as no hit has this direction.
    case weakImpacts = "weak_impacts"
    /// The recording's hits in the opposite direction, as the hits are too few to exclude swings in this direction.
    case otherWay = "other_way"
    /// Swings of other recordings, as the recording's own hits are too few: see `LearnedSwings`.
    case learned = "learned_reference"
    /// The recording's strokes, with or without a contact: movements that repeat, see `StrokePattern`.
    case repeatedStrokes = "repeated_strokes"

    /// An explanation in a few words.
    public var meaning: String {
      switch self {
      case .hits: "the recording's hits that turn the same way"
      case .weakImpacts: "its bursts that weak impacts touch, as no hit turns that way"
      case .otherWay: "its hits that turn the other way, as they are few and the sport's swings turn either way"
      case .learned: "swings learned from other recordings, as its hits are too few to tell"
      case .repeatedStrokes: "its movements that repeat, with a contact or without one"
      }
    }
  }

  /// The typical swing in the positive direction; nil without swings in this direction.
  public var positive: Typical?
  /// The typical swing in the negative direction; nil without swings in this direction.
  public var negative: Typical?
  /// The source of the reference.
  public var origin: Origin
  /// The number of swings or bursts in the medians.
  public var count: Int
  /// The logarithms of single hits that are similar to the typical swing of their direction.
  private var examples: [SwingLikeness.Logarithms] = []

  /// Makes a reference.
  public init(positive: Typical?, negative: Typical?, origin: Origin, count: Int) {
    self.positive = positive
    self.negative = negative
    self.origin = origin
    self.count = count
  }

  /// The typical swing in a lobe's direction; nil without swings in this direction.
  package func typical(for lobe: RotationLobe) -> Typical? { lobe.peakRate < 0 ? negative : positive }

  /// How a lobe compares with the typical swing in its direction, in ratios from 1/100 to 100; nil without such a
  /// swing.
  package func likeness(of lobe: RotationLobe) -> SwingLikeness? {
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

  /// Factor for a difference from the nearest hit, to compare it with a difference from the typical swing.
  ///
  /// Among real and simulated misses, the largest difference from the nearest hit is 0.96. Among movements that are not
  /// swings, the smallest is 1.57. With this factor the limit of 2.5 corresponds to 1.4.
  static let nearestWeight = 1.8
  /// Bursts are compared with single hits that differ from the typical swing by at most this. The limit excludes a clap
  /// during a gesture.
  static let largestOfExamples = 2.5
  /// The most hits that a burst is compared with, evenly spread over the recording: a day has thousands of them.
  static let mostExamples = 250

  /// The difference of a lobe from the swings in its direction; nil without swings in this direction.
  ///
  /// It is the difference from the typical swing, or `nearestWeight` times the difference from the nearest hit if this
  /// is less. A subject who varies strokes has hits that differ from the typical swing, and misses like these hits.
  package func difference(of lobe: RotationLobe) -> Double? {
    guard let typical = likeness(of: lobe)?.difference else { return nil }
    // A lobe this far from the typical swing cannot be near a hit that is similar to it.
    guard typical > Self.largestOfExamples, typical < 2 * Self.largestOfExamples else { return typical }
    let logarithms = SwingLikeness.Logarithms(of: lobe)
    var least = typical
    for hit in examples where hit.turnsBack == logarithms.turnsBack {
      least = min(least, Self.nearestWeight * logarithms.difference(from: hit))
    }
    return least
  }

  /// Builds a reference from the lobes of swings with an impact: a miss has much the same motion.
  ///
  /// Lobes without a width (a peak between missing samples) do not count.
  /// - Returns: nil if fewer than `minCount` lobes remain.
  package static func learned(from lobes: [RotationLobe], minCount: Int) -> SwingReference? {
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

  /// Adds a direction without hits from bursts near a weak impact, if they are many and fast enough.
  ///
  /// At least two bursts are needed, and a fifth of the swings or more. Each must be at least half as fast as the
  /// median hit.
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

  /// With this many hits, a direction without hits is excluded: it has less than a fifth of the swings, as 0.8 to the
  /// power of 14 is below 5 %. A single hit in a direction counts as no hit.
  static let tellingCount = 14

  /// Gives a direction without hits the typical swing of the opposite direction, if the hits are too few to exclude it.
  ///
  /// A sport played on both sides of the body has swings in either direction.
  mutating func openOtherWay() {
    guard origin == .hits, count < Self.tellingCount, (positive == nil) != (negative == nil) else { return }
    var mirrored = positive ?? negative
    mirrored?.origin = .otherWay
    if positive == nil { positive = mirrored } else { negative = mirrored }
  }

  /// Adds a direction without hits from other recordings, if the hits are too few to exclude it.
  ///
  /// - Returns: whether the hits are too few, and the swings of other recordings are enough; a direction that both lack
  ///   stays excluded.
  mutating func open(with learned: SwingReference) -> Bool {
    guard origin == .hits, count < Self.tellingCount, learned.count >= Self.tellingCount else { return false }
    positive = positive ?? learned.positive
    negative = negative ?? learned.negative
    return true
  }

  /// A direction counts if at least a fifth of the lobes have it. If there are three or more lobes, at least two must
  /// have it: one odd candidate among the hits must not add the direction in which every backswing turns.
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
