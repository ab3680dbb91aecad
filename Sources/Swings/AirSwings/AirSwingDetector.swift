import Signals

/// Finds swings without impact: bursts of rotation along gravity that look like the recording's own swings.
///
/// A miss has no impact to walk back from, so it is anchored at the peak of the rate. Its backswing and recovery rotate
/// too, the other way and slower: a burst counts if it turns the way that the recording's hits do, at `rateShare` of
/// their median rate or more. Where there are fewer than `minHits`, `expectedRate` either way stands in for them, or
/// the recording's strongest third of bursts if there is none.
public struct AirSwingDetector: Hashable, Sendable {
  /// Smallest peak rate of a swing, in rad/s.
  public var minRate = 4.0
  /// The same as a share of the median peak rate of the recording's hits, 0 to 1.
  public var rateShare = 0.5
  /// How many hits it takes to learn from them.
  public var minHits = 1
  /// Typical peak rate of the sport's swings, in rad/s, which stands in for hits where there are too few to learn from;
  /// nil where it is not known: then the recording's strongest bursts do.
  public var expectedRate: Double?
  /// Time before a burst's peak in which no impact may lie, in s.
  public var clearanceBeforeS = 0.1
  /// Time after a burst's peak in which no impact may lie, in s.
  public var clearanceAfterS = 0.15
  /// Time around a hit, and around a stronger burst, in which a burst does not count, in s.
  public var refractoryS = 0.3
  /// What makes a burst the peak of a swing; the duration and rotation are those up to the peak.
  public var judge = SwingJudge(bounds: SwingBounds(duration: 0.02...1.2, rotation: 0.1...7))

  /// Makes a detector with the defaults that ``AirSwingDetector`` describes.
  public init() {}

  /// Swings without impact, and bursts that were refused.
  ///
  /// Bursts below `minRate`, and those that belong to an impact, are no candidates at all.
  /// - Parameters:
  ///   - rotation: the rotation along gravity, in rad/s.
  ///   - impacts: all impacts of the recording in time order, whether they became swings or not.
  ///   - hits: swings with an impact, to learn from and to keep clear of.
  /// - Throws: whatever reading `rotation` throws.
  public func swings(in rotation: any Signal, impacts: [Impact], hits: [Swing]) throws -> SwingCandidates {
    // Where the clock went back, the order of the samples is not that of the times.
    let impacts = impacts.sorted { $0.time < $1.time }
    let hits = hits.filter { $0.impact != nil }.sorted { $0.anchorTime < $1.anchorTime }
    let timeBase = rotation.timeBase
    let finder = PeakFinder(level: Float(minRate), sigmaMultiple: 0, refractorySeconds: 0)
    let bursts = try finder.peaks(in: rotation)
    guard let model = try model(hits, bursts, on: timeBase) else { return SwingCandidates() }

    let free = try bursts.filter { try !isClaimed(timeBase.time(at: $0.index), impacts: impacts, hits: hits) }
    let differences = free.map { difference(of: $0, from: model) }
    let likely = zip(free, differences).filter { $1 == nil }.map(\.0)
    let unlikely = zip(free, differences).filter { $1 != nil }.map(\.0)
    let explanations = Dictionary(uniqueKeysWithValues: zip(free.map(\.index), differences))
    var judge = judge
    // The bursts were chosen by their rates already.
    judge.finder.minPeakRate = 0
    var result = SwingCandidates()
    for burst in try PeakFinder.highest(of: likely, within: refractoryS, on: timeBase) {
      try judge.judge(candidate(burst, on: timeBase), rotation: rotation, into: &result)
    }
    for burst in try PeakFinder.highest(of: unlikely, within: refractoryS, on: timeBase) {
      guard case let explanation?? = explanations[burst.index] else { continue }
      let candidate = try candidate(burst, on: timeBase)
      result.rejected.append(candidate.rejected(.unlikeOthers, value: Double(burst.value), explanation))
    }
    result.rejected.sort { $0.time < $1.time }
    return result
  }

  /// What bursts are compared with, and whose swings an explanation calls it.
  private typealias Model = (reference: SwingReference, name: String)

  private func model(_ hits: [Swing], _ bursts: [Peak], on timeBase: TimeBase) throws -> Model? {
    if let learned = SwingReference.learned(from: hits, minCount: minHits) {
      return (learned, "the recording's swings")
    }
    if let expectedRate {
      return (SwingReference(positive: expectedRate, negative: expectedRate), "swings of the sport")
    }
    let separate = try PeakFinder.highest(of: bursts, within: refractoryS, on: timeBase)
    return SwingReference.guessed(from: separate.map { Double($0.value) }).map {
      ($0, "the recording's strongest bursts")
    }
  }

  private func candidate(_ burst: Peak, on timeBase: TimeBase) throws -> SwingJudge.Candidate {
    SwingJudge.Candidate(
      kind: .airSwing, time: try timeBase.time(at: burst.index), end: burst.index + 1, impact: nil)
  }

  /// Whether a burst at this time is part of a hit's swing, or has an impact near its peak.
  private func isClaimed(_ time: Double, impacts: [Impact], hits: [Swing]) -> Bool {
    let next = impacts.partitioningIndex { $0.time >= time - clearanceBeforeS }
    if next < impacts.count, impacts[next].time <= time + clearanceAfterS { return true }
    // The swing that ends next holds the burst, or the one that ended last still rotates.
    let swing = hits.partitioningIndex { $0.anchorTime >= time }
    if swing < hits.count, min(hits[swing].startTime, hits[swing].anchorTime - refractoryS) <= time { return true }
    return swing > 0 && time - hits[swing - 1].anchorTime < refractoryS
  }

  /// What makes the burst unlike the recording's swings; nil if nothing does.
  private func difference(of burst: Peak, from model: Model) -> String? {
    let size = Double(abs(burst.value))
    let rate = (size * 10).rounded() / 10
    guard let expected = model.reference.rate(sign: Double(burst.value)) else {
      return "the wrist turns at \(rate) rad/s the other way than in \(model.name)"
    }
    guard size >= rateShare * expected else {
      let needed = (rateShare * expected * 10).rounded() / 10
      return "the wrist turns at \(rate) rad/s; expected at least \(needed), as \(model.name) do"
    }
    return nil
  }
}

extension Array {
  /// The first index whose element satisfies `predicate`, in an array that is false up to there and true from there.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
