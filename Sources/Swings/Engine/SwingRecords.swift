/// One impact, with all that any decision about it, or its row, needs.
struct ImpactRecord: Hashable, Sendable {
  var shared: Shared<Impact>
  var impact: Impact { shared.value }
  /// Whether it counts only within a swing.
  var isWeak: Bool
  /// What it is by itself; nil of a weak one, and where nobody asks for swings.
  var judged: JudgedCandidate?
  /// Its features; nil where nobody asks.
  var features: MeasuredImpact?
}

/// What was measured while the samples passed: from here on no sample is read again.
struct SwingRecords: Sendable {
  var impacts = Chunks<ImpactRecord>()
  /// Bursts of rotation.
  var bursts = Chunks<BurstRecord>()

  /// Puts them in the order of their samples, in which they nearly are.
  mutating func sort() {
    impacts.sort { $0.shared.value.sample }
    bursts.sort { $0.lobe.sample }
  }
}

/// What was found in a recording: each decision with what it was made from.
///
/// Plain data, of the rules and of what was measured alone: the same for a file and for a live stream of its samples.
public struct SwingFindings: Sendable {
  /// The rules that it was found by.
  public let rules: SwingRules
  /// Impacts, in the order of their samples.
  public let impacts: [Impact]
  /// Weak impacts, in the order of their samples.
  public let weakImpacts: [Impact]
  /// The features of ``impacts``; nil where they were not asked for.
  public let measuredImpacts: [MeasuredImpact]?

  private(set) var judged: [JudgedCandidate]
  private(set) var bursts: Chunks<BurstRecord>

  init(_ records: consuming SwingRecords, rules: SwingRules) {
    records.sort()
    self.rules = rules
    let (found, places) = (records.impacts, records.impacts.indices)
    let strong = places.filter { !found[$0].isWeak }
    impacts = strong.map { found[$0].impact }
    weakImpacts = places.filter { found[$0].isWeak }.map { found[$0].impact }
    measuredImpacts = rules.measuresImpacts ? strong.compactMap { found[$0].features } : nil
    judged = strong.compactMap { found[$0].judged }
    bursts = records.bursts
  }

  /// The swings of the impacts, and impacts that are rejected.
  public var impactSwings: SwingCandidates {
    rules.starts?.decided(judged) ?? SwingCandidates()
  }

  /// Swings that no impact gave away, and bursts that are rejected.
  ///
  /// - Parameters:
  ///   - hits: swings with an impact, to learn from and to keep clear of.
  ///   - learned: what is known from other recordings; nil for what the rules have.
  public func airSwings(beside hits: [Swing], learned: SwingReference? = nil) -> SwingCandidates {
    guard var detector = rules.airSwings else { return SwingCandidates() }
    let hits = hits.allSatisfy { $0.impact != nil } ? hits : hits.filter { $0.impact != nil }
    detector.learned = learned ?? detector.learned
    return detector.decided(bursts, hits: hits, lobes: hits.compactMap { $0.measures?.lobe })
  }

  /// Drops what ``impactSwings`` is decided from: of a day it is more than is worth keeping beside the decisions.
  public mutating func dropImpactRecords() { judged = [] }

  /// Drops what ``airSwings(beside:learned:)`` is decided from.
  public mutating func dropBurstRecords() { bursts = Chunks() }

  /// All decisions, one after another, as a pipeline makes them.
  public var decided: DecidedSwings {
    let found = impactSwings
    let air = airSwings(beside: found.swings)
    var decided = DecidedSwings(
      swings: (found.swings + air.swings).sorted { $0.anchorTime < $1.anchorTime },
      rejected: (found.rejected + air.rejected).sorted { $0.time < $1.time })
    guard let classifier = rules.classifier else { return decided }
    let model = Shared(classifier.model)
    var rejected: [RejectedCandidate] = []
    for swing in decided.swings {
      switch swing.measures?.contact {
      case .measured(let evidence): decided.labelled.append(classifier.labelled(swing, by: evidence, model))
      case .tooLittle(let share): rejected.append(HitMissClassifier.rejected(swing, share: share))
      case nil: break
      }
    }
    decided.rejected = (decided.rejected + rejected).sorted { $0.time < $1.time }
    let ordered = decided.labelled.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
    decided.measured = ordered.enumerated().compactMap { index, labelled in
      labelled.swing.measures?.features(as: labelled.label).map {
        MeasuredSwing(labelled: labelled, index: index, $0)
      }
    }
    return decided
  }
}

/// The swings of a recording, as they were decided on.
public struct DecidedSwings: Hashable, Sendable {
  /// Swings, with and without an impact, by time.
  public var swings: [Swing]
  /// Candidates that were rejected, by time.
  public var rejected: [RejectedCandidate]
  /// The swings that could be called hit or miss, by time.
  public var labelled: [LabelledSwing] = []
  /// The same with their features, where these were asked for.
  public var measured: [MeasuredSwing] = []
}
