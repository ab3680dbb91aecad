import Parallel
import Signals

/// Turns impacts into swings: finds each one's start and checks its length and rotation.
public struct SwingStartDetector: Hashable, Sendable {
  /// The rules for an impact to be the end of a swing.
  public var judge: SwingJudge
  /// Whether saturated impacts are rejected rather than flagged.
  public var rejectsSaturated: Bool
  /// Smallest peak rate of a swing as a fraction of the median of the recording's swings with an impact, 0 to
  /// 1.
  ///
  /// Hands that clap or catch move as well, but not like the swings around them: the slowest of 266 labelled hits has
  /// 0.58 of its recording's median.
  public var minPeerFraction = 0.3
  /// The least number of swings to compare a swing with.
  public static let minPeers = 5

  /// Makes a detector.
  public init(judge: SwingJudge = SwingJudge(), rejectsSaturated: Bool = false) {
    self.judge = judge
    self.rejectsSaturated = rejectsSaturated
  }

  /// Finds a swing, or a rejection with its reason, for every impact.
  ///
  /// - Parameters:
  ///   - impacts: candidates in time order.
  ///   - rotation: the rotation along gravity, in rad/s, on the same clock.
  /// - Throws: errors from reading `rotation`.
  public func swings(from impacts: [Impact], rotation: any Signal) throws -> SwingCandidates {
    let telling = SwingJudge.Telling(judge, rateHz: rotation.timeBase.rate)
    return decided(
      try InOrder.map(impacts) { _, impact in try judged(SharedValue(impact), rotation: rotation, telling) })
  }

  /// Judges one impact by itself.
  /// - Throws: errors from reading `rotation`.
  func judged(
    _ shared: SharedValue<Impact>, rotation: any Signal, _ telling: SwingJudge.Telling
  ) throws -> JudgedCandidate {
    let impact = shared.value
    let candidate = SwingJudge.Candidate(
      kind: .impact, time: impact.time, end: try rotation.timeBase.firstIndex(atOrAfter: impact.time), impact: shared)
    guard rejectsSaturated, impact.isSaturated else {
      return try judge.judged(candidate, rotation: rotation, telling)
    }
    return .rejected(
      candidate.rejected(.saturated, value: abs(impact.peak), "the acceleration is saturated during the burst"))
  }

  /// Decides the recording's impacts by comparing them with each other.
  ///
  /// - Parameter judged: the impacts judged by themselves, in time order.
  public func decided(_ judged: [JudgedCandidate]) -> SwingCandidates {
    var found = SwingCandidates()
    // A growing list would take up to three times its memory for a moment.
    found.swings.reserveCapacity(judged.count)
    for candidate in judged {
      switch candidate {
      case .swing(let swing): found.swings.append(swing)
      case .rejected(let rejected): found.rejected.append(rejected)
      }
    }
    compareWithPeers(&found)
    return found
  }

  /// Rejects candidates that are far slower than the recording's other swings, if there are enough of them.
  private func compareWithPeers(_ found: inout SwingCandidates) {
    guard found.swings.count > Self.minPeers else { return }
    let typical = Statistics.median(found.swings.map { abs($0.peakRate) })
    let peers = PeerComparison(fraction: minPeerFraction, typical: typical, count: found.swings.count)
    for place in found.swings.indices { found.swings[place].facts.history.peers = peers }
    func isSlow(_ swing: Swing) -> Bool { !(abs(swing.peakRate) >= peers.needed) }
    for swing in found.swings where isSlow(swing) {
      found.rejected.append(
        RejectedCandidate(
          kind: .impact, time: swing.anchorTime, reason: .unlikeOthers, value: swing.peakRate,
          explanation: { [peakRate = swing.peakRate] in peers.explanation(peakRate: peakRate) },
          checks: { [swing] in swing.checks }))
    }
    found.swings.removeAll(where: isSlow)
    found.rejected.sort { $0.time < $1.time }
  }
}

extension Double {
  /// The value rounded to a number of decimals, for sentences.
  func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }

  /// The rounded value as text, for the sentences of very many candidates: whole numbers are formatted much faster.
  func text(places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (self * Double(scale)).rounded()
    guard scaled > 0, scaled < 1e9 else { return "\(rounded(toPlaces: places))" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    var (part, digits) = (rest, places)
    while digits > 1, part % 10 == 0 { (part, digits) = (part / 10, digits - 1) }
    let text = String(part)
    return String(whole) + "." + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
