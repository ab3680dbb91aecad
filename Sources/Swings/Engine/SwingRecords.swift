/// One impact, with everything that decisions about it and its row need.
struct ImpactRecord: Hashable, Sendable {
  var shared: SharedValue<Impact>
  var impact: Impact { shared.value }
  /// Whether it counts only within a swing.
  var isWeak: Bool
  /// The judgement of the impact by itself; nil for a weak one, and if swings are not needed.
  var judged: JudgedCandidate?
  /// Its features; nil if not needed.
  var features: MeasuredImpact?
}

/// Measurements made while the samples passed: afterwards no sample is read again.
struct SwingRecords: Sendable {
  var impacts = Chunks<ImpactRecord>()
  /// Bursts of rotation.
  var bursts = BurstRecords()

  /// Sorts them by their samples; they are nearly sorted already.
  mutating func sort() {
    impacts.sort { $0.shared.value.sample }
    bursts.sort()
  }
}

/// The results for a recording, with what each decision is based on.
///
/// They depend only on the rules and the measurements, and are the same for a file and a live stream of its samples with
/// its prologues.
public struct SwingFindings: Sendable {
  /// The rules that were used.
  public let rules: SwingRules
  /// Impacts, in the order of their samples.
  public let impacts: [Impact]
  /// Weak impacts, in the order of their samples.
  public let weakImpacts: [Impact]
  /// The features of ``impacts``; nil if not requested.
  public let measuredImpacts: [MeasuredImpact]?

  private(set) var judged: [JudgedCandidate]
  private(set) var bursts: BurstRecords

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

  /// The swings of the impacts, and rejected impacts.
  public var impactSwings: SwingCandidates {
    rules.starts?.decided(judged) ?? SwingCandidates()
  }

  /// Swings without a clear impact, and rejected bursts.
  ///
  /// - Parameters:
  ///   - hits: swings with an impact, used as a reference and kept apart from bursts.
  ///   - learned: a reference from other recordings; nil to use that of the rules.
  public func airSwings(beside hits: [Swing], learned: SwingReference? = nil) -> SwingCandidates {
    guard var detector = rules.airSwings else { return SwingCandidates() }
    let hits = hits.allSatisfy { $0.impact != nil } ? hits : hits.filter { $0.impact != nil }
    detector.learned = learned ?? detector.learned
    return detector.decided(bursts, hits: hits, lobes: hits.compactMap { $0.facts.measures?.lobe })
  }

  /// Drops the data behind ``impactSwings``: for a day it is too much to keep beside the decisions.
  public mutating func dropImpactRecords() { judged = [] }

  /// Drops the data behind ``airSwings(beside:learned:)``.
  public mutating func dropBurstRecords() { bursts = BurstRecords() }

  /// All decisions, one after another, as a pipeline makes them.
  public var decided: DecidedSwings {
    let found = impactSwings
    let air = airSwings(beside: found.swings)
    var decided = DecidedSwings(
      swings: (found.swings + air.swings).sorted { $0.anchorTime < $1.anchorTime },
      rejected: (found.rejected + air.rejected).sorted { $0.time < $1.time })
    guard let classifier = rules.classifier else { return decided }
    let model = SharedValue(classifier.model)
    var rejected: [RejectedCandidate] = []
    for swing in decided.swings {
      switch swing.facts.measures?.contact {
      case .measured(let evidence):
        decided.labelled.append(
          classifier.labelled(swing, by: evidence, model) { $0.facts.measures?.highestRate?.value })
      case .tooLittle(let fraction): rejected.append(HitMissClassifier.rejected(swing, fraction: fraction))
      case nil: break
      }
    }
    decided.rejected = (decided.rejected + rejected).sorted { $0.time < $1.time }
    let ordered = decided.labelled.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
    decided.measured = ordered.enumerated().compactMap { index, labelled in
      labelled.swing.facts.measures?.features(as: labelled.label).map {
        MeasuredSwing(labelled: labelled, index: index, $0)
      }
    }
    return decided
  }
}

/// The final swings of a recording.
public struct DecidedSwings: Hashable, Sendable {
  /// Swings, with and without an impact, by time.
  public var swings: [Swing]
  /// Candidates that were rejected, by time.
  public var rejected: [RejectedCandidate]
  /// The swings with a label, hit or miss, by time.
  public var labelled: [LabelledSwing] = []
  /// The same with their features, if requested.
  public var measured: [MeasuredSwing] = []
}
