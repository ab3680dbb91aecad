import SPSignals

/// The graph that finds the swings of some rules. It joins the same nodes as the stages of a pipeline, without a
/// pipeline.
final class SwingGraph {
  /// The rules.
  let rules: SwingRules
  /// The graph.
  let flow: Dataflow
  let acceleration: SourceWindow
  let filtered: FilteredWindow
  let motion: MotionWindow?
  private let impacts: ImpactDetection
  private var airSwings: AirSwingDetection?

  /// Adds the nodes of the rules to a graph.
  ///
  /// - Parameter motion: the device motion; nil without device motion.
  /// - Throws: `FilterDesignError` for a filter that does not suit the rate, or `FFTWError`.
  init(_ rules: SwingRules, _ acceleration: SourceWindow, _ motion: MotionWindow?) throws {
    (self.rules, self.acceleration, self.motion, flow) = (rules, acceleration, motion, acceleration.stream.flow)
    let rateHz = acceleration.stream.ring.prologue.rateHz
    // Without a rate, no filter can be designed: a recording of less than two samples has no rate.
    filtered = FilteredWindow(acceleration, rateHz > 0 ? try rules.filter.kernel(rate: rateHz) : nil)
    let (raw, filtered) = (PassingVectors(acceleration), PassingVectors(filtered))
    impacts = try ImpactDetection(rules.impacts, filtered: filtered, raw: raw)
    if rules.measuresImpacts { _ = try ImpactMeasuring(impacts.impacts, raw: raw, filtered: filtered) }
    guard let detector = rules.starts else { return }
    var swings = StartDetection(detector, impacts.impacts, motion).swings
    guard let motion else { return }
    if let air = rules.airSwings {
      let detection = AirSwingDetection(
        air, motion, impacts: impacts.impacts, weak: impacts.weakImpacts, hits: swings)
      (swings, airSwings) = (detection.swings, detection)
    }
    guard let classifier = rules.classifier else { return }
    swings =
      try ContactLabelling(classifier, swings, filtered: filtered, axis: rules.impacts.axis, motion).labelled
    if rules.measuresSwings { _ = try SwingMeasuring(swings, raw: raw, filtered: filtered, motion) }
  }

  /// The current threshold of impacts, in g, which follows the noise.
  var thresholdG: Double { impacts.thresholdG }

  /// The findings from the samples so far.
  var findings: SwingFindings {
    SwingFindings(rules, impacts: impacts.candidates, bursts: airSwings?.bursts ?? Chunks())
  }
}

/// The results for a recording, with the basis of each decision.
///
/// They depend only on the rules and the measurements. A file, and a live stream of its samples with its prologues,
/// give the same results.
public struct SwingFindings: Sendable {
  /// The rules that were used.
  public let rules: SwingRules
  private let found: Chunks<SwingCandidate>
  private let bursts: Chunks<SwingCandidate>

  init(_ rules: SwingRules, impacts: Chunks<SwingCandidate> = Chunks(), bursts: Chunks<SwingCandidate> = Chunks()) {
    (self.rules, found, self.bursts) = (rules, impacts, bursts)
  }

  /// Impacts, in the order of their samples.
  public var impacts: [Impact] { found.impacts(where: { !$0.isWeak }) }
  /// Weak impacts, in the order of their samples.
  public var weakImpacts: [Impact] { found.impacts(where: \.isWeak) }
  /// The features of ``impacts``; nil if not requested.
  public var measuredImpacts: [MeasuredImpact]? {
    rules.measuresImpacts ? found.indices.compactMap { found[$0].impactFeatures } : nil
  }

  /// All decisions, as a pipeline makes them.
  public var decided: DecidedSwings {
    var decided = DecidedSwings()
    if let starts = rules.starts { decided = SwingDecision.starts(starts).decide(found, after: decided) }
    if let air = rules.airSwings { decided = SwingDecision.airSwings(air).decide(bursts, after: decided) }
    if let classifier = rules.classifier { decided = SwingDecision.hitMiss(classifier).decide(after: decided) }
    return decided
  }
}

extension Chunks<SwingCandidate> {
  /// The impacts of some candidates.
  func impacts(where isMeant: (SwingCandidate) -> Bool) -> [Impact] {
    indices.compactMap { isMeant(self[$0]) ? self[$0].impact : nil }
  }
}

/// A list that grows without being moved: a growing array of millions temporarily takes up to three times its
/// memory.
struct Chunks<Element: Sendable>: Sendable {
  private static var length: Int { 8192 }

  /// All chunks are full except the last one.
  private var chunks: [[Element]] = []

  /// The number of elements.
  private(set) var count = 0

  /// Makes a list of elements.
  init(_ elements: [Element] = []) { for element in elements { append(element) } }

  var indices: Range<Int> { 0..<count }

  /// An element, without copying: a copy would count references.
  subscript(_ place: Int) -> Element {
    _read { yield chunks[place / Self.length][place % Self.length] }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count % Self.length == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.length)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// Sorts the elements; if they are sorted already, as is usual, no element is moved.
  mutating func sort(by number: (Element) -> Int) {
    guard !indices.dropFirst().allSatisfy({ number(self[$0 - 1]) < number(self[$0]) }) else { return }
    self = Chunks(chunks.joined().sorted { number($0) < number($1) })
  }
}
