import SPSignals

/// A candidate for a swing, with the measurements made while its samples passed.
///
/// It begins as an impact or as a burst of rotation, and each stage of a pipeline adds its measurements. All decisions
/// are made from such records; no sample is read again. A day of a recording has some 300,000 records. Most
/// measurements are therefore stored outside of the record itself, and copies share them.
public struct SwingCandidate: Sendable {
  /// The kind of event that proposed a candidate.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A peak of the high-passed acceleration.
    case impact
    /// A peak of the rotation along gravity.
    case airSwing = "air_swing"
  }

  /// The start of its swing, found by a judge.
  enum Start: Sendable {
    /// No start was searched.
    case unknown
    /// No start was found.
    indirect case failed(StartFailure, AppliedJudge)
    /// The start was found; the judge is nil for a swing that was not judged here.
    indirect case found(SwingStartFinder.Start, AppliedJudge?)
  }

  /// The impact, with the measurements that only candidates with an impact have.
  private enum Shock: Sendable {
    case none
    indirect case felt(Impact)
    /// The impact of a hit, with its features.
    case measured(MeasuredImpact)
    /// The impact of a miss, and the highest rate of its swing.
    indirect case touching(Impact, HighestRate)
  }

  /// The measurements of a candidate that passes its own checks for a swing.
  private struct Measures: Sendable {
    var contact: ContactEvidence.Measurement?
    var label: SwingLabel?
    var hasFeatures = false
    var timing: TimingFeatures?
    var rotation: RotationFeatures?
    var impactFeatures: MeasuredImpact?
  }

  private enum Measured: Sendable {
    case nothing
    indirect case something(Measures)

    /// The measurements so far, to be extended.
    var value: Measures { if case .something(let value) = self { value } else { Measures() } }
  }

  /// Further facts about the candidate, in single bits.
  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let isBurst = Marks(rawValue: 1)
    static let isWeak = Marks(rawValue: 2)
    static let hasLobe = Marks(rawValue: 4)
    static let isClaimed = Marks(rawValue: 8)
    static let isTouched = Marks(rawValue: 16)
    static let turnsAside = Marks(rawValue: 32)
  }

  /// How the wrist turns around the candidate, about any axis.
  private enum Movement: Sendable {
    case unknown
    indirect case known(StrokeMotion)
  }

  private var lobeSample = 0
  private var lobeTime, lobeWidthS, lobeRiseS: Double
  private var lobeRate: Float = 0
  private var marks: Marks
  private var shock: Shock
  private var measured = Measured.nothing
  private var movement = Movement.unknown
  /// The start of its swing.
  var start = Start.unknown

  /// Begins with an impact.
  ///
  /// - Parameter isWeak: whether it counts only within a swing.
  init(_ impact: Impact, isWeak: Bool = false) {
    (lobeTime, lobeWidthS, lobeRiseS) = (0, 0, 0)
    marks = isWeak ? [.isWeak] : []
    shock = .felt(impact)
  }

  /// Begins with the lobe of a burst.
  init(_ burst: RotationLobe) {
    (lobeTime, lobeWidthS, lobeRiseS) = (0, 0, 0)
    marks = [.isBurst]
    shock = .none
    lobe = burst
  }

  // MARK: Identity

  /// The kind of event that proposed it.
  public var kind: Kind { marks.contains(.isBurst) ? .airSwing : .impact }
  /// The time of the impact, or of the burst's peak, in s.
  public var time: Double { marks.contains(.isBurst) ? lobeTime : impact?.time ?? lobeTime }
  /// The sample of that time, in its own stream.
  var sample: Int { marks.contains(.isBurst) ? lobeSample : impact?.sample ?? lobeSample }

  /// The properties that distinguish it from other candidates of its recording.
  struct Identity: Hashable {
    var kind: Kind
    var sample: Int
    var time: Double
  }

  var identity: Identity { Identity(kind: kind, sample: sample, time: time) }

  /// Its shock; for a burst, the weak impact that ends its swing, if any.
  public var impact: Impact? {
    get {
      switch shock {
      case .none: nil
      case .felt(let impact), .touching(let impact, _): impact
      case .measured(let measured): measured.impact
      }
    }
    set { shock = newValue.map { .felt($0) } ?? .none }
  }

  /// Whether its impact counts only within a swing.
  public var isWeak: Bool { marks.contains(.isWeak) }

  /// The lobe of the rotation: of a burst, or around the impact of a swing; nil if it was not measured.
  public internal(set) var lobe: RotationLobe? {
    get {
      guard marks.contains(.hasLobe) else { return nil }
      return RotationLobe(
        sample: lobeSample, time: lobeTime, peakRate: Double(lobeRate), widthS: lobeWidthS, riseS: lobeRiseS)
    }
    set {
      guard let newValue else {
        marks.remove(.hasLobe)
        return
      }
      marks.insert(.hasLobe)
      (lobeSample, lobeTime, lobeRate) = (newValue.sample, newValue.time, Float(newValue.peakRate))
      (lobeWidthS, lobeRiseS) = (newValue.widthS, newValue.riseS)
    }
  }

  /// Whether a burst belongs to an impact near its peak.
  var isClaimed: Bool {
    get { marks.contains(.isClaimed) }
    set { if newValue { marks.insert(.isClaimed) } else { marks.remove(.isClaimed) } }
  }

  /// Whether a weak impact is near the peak of a burst.
  var isTouched: Bool {
    get { marks.contains(.isTouched) }
    set { if newValue { marks.insert(.isTouched) } else { marks.remove(.isTouched) } }
  }

  /// Whether its rates come from the total rotation, as the wrist hardly turns along gravity.
  var turnsAside: Bool {
    get { marks.contains(.turnsAside) }
    set { if newValue { marks.insert(.turnsAside) } else { marks.remove(.turnsAside) } }
  }

  // MARK: Measurements

  /// How the wrist turns around it, about any axis; nil if it was not measured.
  var stroke: StrokeMotion? {
    get { if case .known(let stroke) = movement { stroke } else { nil } }
    set { movement = newValue.map { .known($0) } ?? .unknown }
  }

  /// The evidence of a contact; nil if it was not measured.
  public var contact: ContactEvidence.Measurement? {
    if case .something(let measures) = measured { measures.contact } else { nil }
  }

  /// The label that this evidence gives, and for which the features are measured; nil without evidence.
  var label: SwingLabel? { if case .something(let measures) = measured { measures.label } else { nil } }

  /// Adds the evidence of a contact, with the label that it gives.
  mutating func add(_ contact: ContactEvidence.Measurement?, _ label: SwingLabel?) {
    var measures = measured.value
    (measures.contact, measures.label) = (contact, label)
    measured = .something(measures)
  }

  /// The highest rate of a miss with an impact; nil for other candidates, and if no start is found from that rate.
  var highestRate: HighestRate? {
    get { if case .touching(_, let highest) = shock { highest } else { nil } }
    set { if let newValue, let impact { shock = .touching(impact, newValue) } }
  }

  /// The features of the impact by itself; nil if they were not measured.
  var impactFeatures: MeasuredImpact? {
    get { if case .something(let measures) = measured { measures.impactFeatures } else { nil } }
    set {
      var measures = measured.value
      measures.impactFeatures = newValue
      measured = .something(measures)
    }
  }

  /// The features of the swing; nil if they were not measured for this label.
  func features(as label: SwingLabel) -> SwingFeatures? {
    guard case .something(let measures) = measured, measures.label == label, measures.hasFeatures else { return nil }
    let burst: MeasuredImpact? = if case .measured(let burst) = shock { burst } else { nil }
    return SwingFeatures(timing: measures.timing, rotation: measures.rotation, burst: burst)
  }

  /// Adds the features of the swing, measured for ``label``.
  mutating func add(_ features: SwingFeatures) {
    var measures = measured.value
    (measures.timing, measures.rotation, measures.hasFeatures) = (features.timing, features.rotation, true)
    measured = .something(measures)
    if let burst = features.burst { shock = .measured(burst) }
  }

  // MARK: Conclusions from these

  /// The start of its swing; nil if no start was found.
  var found: SwingStartFinder.Start? { if case .found(let start, _) = start { start } else { nil } }

  /// The end of its swing: the impact, or the peak of a burst, in s.
  var anchorTime: Double { impact?.time ?? lobeTime }

  /// Why it is not a swing, independently of the rest of the recording; nil if it may be a swing, or was not judged.
  var refusal: (reason: RejectionReason, value: Double?)? {
    switch start {
    case .unknown: nil
    case .failed(let failure, _): (failure.reason, failure.value)
    case .found(let start, let judge):
      judge?.judge.bounds.fault(duration: anchorTime - start.time, rotation: start.accumulatedRotation).map {
        ($0.reason, $0.value)
      }
    }
  }

  /// Whether a judge has looked for its start.
  var isJudged: Bool { if case .unknown = start { false } else { true } }

  /// Whether it passes its own checks for a swing.
  var isSwing: Bool {
    guard case .found(let start, let judge) = start else { return false }
    return judge?.judge.bounds.fault(duration: anchorTime - start.time, rotation: start.accumulatedRotation) == nil
  }

  /// Why it is not a swing, in a sentence; empty if it may be a swing.
  var explanation: String {
    switch start {
    case .unknown: ""
    case .failed(let failure, let judge): failure.explanation(by: judge.judge.finder)
    case .found(let start, let judge):
      judge?.judge.bounds.explanation(duration: anchorTime - start.time, rotation: start.accumulatedRotation) ?? ""
    }
  }

  /// The checks that its judge made, in order, up to the first that failed.
  var checks: [SwingCheck] {
    switch start {
    case .unknown: []
    case .failed(let failure, let judge): [failure.check(by: judge.judge.finder)]
    case .found(let start, let judge):
      judge?.checks(start, anchorTime: anchorTime, upTo: impact == nil ? "peak rate" : "impact") ?? []
    }
  }
}
