import SPSignals

/// An event in a slot for candidates: an impact, a swing, or a swing with a label.
public protocol SwingEvent: Sendable {
  /// The candidate that the event is, or was decided from.
  var asCandidate: SwingCandidate { get }
}

extension Impact: SwingEvent {
  /// A candidate without measurements.
  public var asCandidate: SwingCandidate { SwingCandidate(self) }
}

extension Swing: SwingEvent {
  /// Its candidate.
  public var asCandidate: SwingCandidate { candidate }
}

extension LabelledSwing: SwingEvent {
  /// The candidate of its swing, with the label.
  public var asCandidate: SwingCandidate {
    var candidate = swing.candidate
    candidate.add(candidate.contact, label)
    return candidate
  }
}

extension CandidateFlow {
  /// Passes events that exist already, as the samples around them pass.
  package convenience init(of events: [some SwingEvent], in flow: Dataflow) {
    let given = GivenCandidates(events.map(\.asCandidate), in: flow)
    self.init([given], [given.root])
  }
}

// The parts of a graph of swings, one for each stage. Each part adds its steps to the flow of candidates, and decides
// when all candidates have passed.

/// Finds impacts.
package final class ImpactDetection {
  /// The impacts, as they are found.
  package let impacts: CandidateFlow
  /// Impacts that reach only the weak threshold.
  package let weakImpacts: CandidateFlow
  private let source: ImpactSource

  /// Searches a filtered acceleration.
  /// - Throws: errors of preparing the filter.
  package init(_ detector: ImpactDetector, filtered: PassingVectors, raw: PassingVectors) throws {
    source = try ImpactSource(detector, filtered: filtered.window, raw: raw.window)
    (impacts, weakImpacts) = (source.impacts, source.weakImpacts)
    impacts.retain()
  }

  /// The current threshold of impacts, in g, which follows the noise.
  var thresholdG: Double { source.peaks.threshold(source.detector.thresholdG) }

  /// The candidates so far, in the order of their samples.
  var candidates: Chunks<SwingCandidate> {
    impacts.sort()
    return impacts.candidates
  }

  /// The impacts of the whole recording.
  package func finish() -> ImpactDetector.Found {
    defer { impacts.release() }
    let candidates = candidates
    return ImpactDetector.Found(
      impacts: candidates.impacts { !$0.isWeak }, weak: candidates.impacts { $0.isWeak })
  }
}

/// Finds the swings of impacts.
package final class StartDetection {
  /// The candidates with their starts.
  package let swings: CandidateFlow
  private let detector: SwingStartDetector

  /// Judges impacts by the rotation before them.
  ///
  /// - Parameter motion: the device motion. Without it, no impact is a swing.
  package init(_ detector: SwingStartDetector, _ impacts: CandidateFlow, _ motion: MotionWindow?) {
    self.detector = detector
    swings = impacts.adding(StartStep(detector, of: impacts, motion))
    swings.retain()
  }

  /// The swings of impacts, and the rejected impacts.
  package func finish() -> DecidedSwings {
    defer { swings.release() }
    swings.sort()
    return SwingDecision.starts(detector).decide(swings.candidates, after: DecidedSwings())
  }
}

/// Finds swings without a clear impact.
package final class AirSwingDetection {
  /// The candidates of impacts and of bursts.
  package let swings: CandidateFlow
  private let found: CandidateFlow
  private let hits: CandidateFlow
  private let withLobes: CandidateFlow

  /// Searches the rotation for bursts, and notes the impacts and swings near each burst.
  package init(
    _ detector: AirSwingDetector, _ motion: MotionWindow, impacts: CandidateFlow, weak: CandidateFlow?,
    hits: CandidateFlow
  ) {
    found = BurstSource(detector, motion, impacts: impacts, weak: weak, hits: hits).flow
    self.hits = hits
    withLobes = hits.adding(LobeStep(motion))
    swings = withLobes.joined(with: found)
    found.retain()
  }

  /// The bursts so far, in the order of their samples.
  var bursts: Chunks<SwingCandidate> {
    found.sort()
    return found.candidates
  }

  /// The earlier swings and rejected candidates, together with the bursts.
  ///
  /// - Parameters:
  ///   - detector: the detector, with the reference from other recordings.
  ///   - earlier: the result of the previous decision.
  package func finish(_ detector: AirSwingDetector, after earlier: DecidedSwings) -> DecidedSwings {
    defer { found.release() }
    var earlier = earlier
    earlier.swings = withLobes.measured(earlier.swings, from: hits)
    return SwingDecision.airSwings(detector).decide(bursts, after: earlier)
  }
}

/// Calls swings hits or misses.
package final class ContactLabelling {
  /// The candidates with the evidence of a contact.
  package let labelled: CandidateFlow
  private let swings: CandidateFlow
  private let classifier: HitMissClassifier

  /// Measures the evidence of a contact.
  /// - Throws: errors of preparing the filter.
  package init(
    _ classifier: HitMissClassifier, _ swings: CandidateFlow, filtered: PassingVectors, axis: Axis,
    _ motion: MotionWindow
  ) throws {
    (self.classifier, self.swings) = (classifier, swings)
    labelled = swings.adding(try ContactStep(classifier, filtered.window, axis, motion))
  }

  /// The earlier swings with their labels.
  /// - Throws: `UnmeasuredEvent`.
  package func finish(after earlier: DecidedSwings) throws -> DecidedSwings {
    var earlier = earlier
    earlier.swings = labelled.measured(earlier.swings, from: swings)
    if let unknown = earlier.swings.first(where: { $0.candidate.contact == nil }) {
      throw UnmeasuredEvent(name: "swing", time: unknown.anchorTime)
    }
    return SwingDecision.hitMiss(classifier).decide(after: earlier)
  }
}

/// Measures the features of swings.
package final class SwingMeasuring {
  private let labelled: CandidateFlow
  private let measured: CandidateFlow

  /// Measures candidates for the labels that their own evidence gives.
  /// - Throws: errors of designing the low-pass of the rotation rate.
  package init(_ labelled: CandidateFlow, raw: PassingVectors, filtered: PassingVectors, _ motion: MotionWindow) throws
  {
    self.labelled = labelled
    measured = labelled.adding(try FeatureStep(of: labelled, raw: raw.window, filtered: filtered.window, motion))
  }

  /// Swings with their features, in the order given.
  /// - Throws: `UnmeasuredEvent`.
  package func finish(_ swings: [LabelledSwing]) throws -> [LabelledSwing] {
    var found = swings
    if !measured.sharesRecords(with: labelled) {
      for (place, swing) in measured.measured(swings.map(\.swing), from: labelled).enumerated() {
        found[place].swing = swing
      }
    }
    if let unknown = found.first(where: { $0.features == nil }) {
      throw UnmeasuredEvent(name: "swing", time: unknown.swing.anchorTime)
    }
    return found
  }
}

/// Measures the features of impacts.
package final class ImpactMeasuring {
  private let impacts: CandidateFlow

  /// Measures impacts by themselves.
  /// - Throws: errors of preparing the filter.
  package init(_ impacts: CandidateFlow, raw: PassingVectors, filtered: PassingVectors) throws {
    self.impacts = impacts.adding(try ImpactFeatureStep(of: impacts, raw: raw.window, filtered: filtered.window))
    self.impacts.retain()
  }

  /// The features of the impacts, in the order of their samples.
  /// - Throws: `UnmeasuredEvent`.
  package func finish() throws -> [MeasuredImpact] {
    defer { impacts.release() }
    impacts.sort()
    let candidates = impacts.candidates
    return try candidates.indices.compactMap { place in
      guard impacts.selection.includes(candidates[place]) else { return nil }
      guard let features = candidates[place].impactFeatures else {
        throw UnmeasuredEvent(name: "impact", time: candidates[place].time)
      }
      return features
    }
  }
}

/// An event that was not measured while the samples passed.
package struct UnmeasuredEvent: Error, CustomStringConvertible {
  let name: String
  let time: Double

  /// The event, its time, and the events that the graph can measure.
  package var description: String {
    "the \(name) at \(time) s was not measured while the samples passed; expected \(name)s of the detectors before, each "
      + "with the label that its own evidence gives"
  }
}
