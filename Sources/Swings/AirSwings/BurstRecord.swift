/// A burst of rotation, with everything that a decision about it needs.
struct BurstRecord: Hashable, Sendable {
  /// The lobe around the peak.
  var lobe: RotationLobe
  /// Whether an impact lies near its peak; the burst then belongs to the impact.
  var hasImpact = false
  /// Whether a weak impact lies near its peak.
  var isTouched = false
  /// The judgement of the burst by itself; nil if it belongs to an impact, or is a lower peak of a lobe whose
  /// highest is free.
  var judged: JudgedCandidate?
}

/// The bursts of a recording in the order of their samples, packed: a day has some 300,000 of them.
struct BurstRecords: Sendable {
  /// The position of a burst: lists of them are long.
  typealias Place = Int32

  /// A burst without its judgement.
  struct Burst: Sendable {
    fileprivate let sample: Int
    private let time, widthS, riseS: Double
    /// A sample of the rotation.
    private let peakRate: Float
    /// The position of its judgement, and then what it is and the two marks in the lowest bits.
    private let packed: Int32

    /// The lobe around the peak.
    var lobe: RotationLobe {
      RotationLobe(sample: sample, time: time, peakRate: Double(peakRate), widthS: widthS, riseS: riseS)
    }
    /// The same as in ``BurstRecord``.
    var hasImpact: Bool { packed & 1 != 0 }
    /// The same as in ``BurstRecord``.
    var isTouched: Bool { packed & 2 != 0 }
    /// Where its judgement is.
    fileprivate var judgement: Judgement { Judgement(rawValue: packed >> 2 & 3) ?? .none }
    /// The position of the judgement there.
    fileprivate var place: Int { Int(packed >> 4) }

    fileprivate init(_ record: BurstRecord, _ judgement: Judgement, at place: Int) {
      let lobe = record.lobe
      (sample, time, widthS, riseS) = (lobe.sample, lobe.time, lobe.widthS, lobe.riseS)
      peakRate = Float(lobe.peakRate)
      packed =
        Int32(place) << 4 | judgement.rawValue << 2 | (record.isTouched ? 2 : 0) | (record.hasImpact ? 1 : 0)
    }
  }

  /// The list in which the judgement of a burst is.
  fileprivate enum Judgement: Int32 {
    case none, swings, others
  }

  private var bursts = Chunks<Burst>()
  private var swings = Chunks<PackedAirSwing>()
  /// Judgements that cannot be packed.
  private var others = Chunks<JudgedCandidate>()

  init(_ records: [BurstRecord] = []) { for record in records { append(record) } }

  /// Their positions.
  var indices: Range<Place> { 0..<Place(bursts.count) }

  /// A burst, without copying.
  subscript(_ place: Place) -> Burst {
    _read { yield bursts[Int(place)] }
  }

  /// The judgement of a burst by itself, as in ``BurstRecord``.
  func judged(_ place: Place) -> JudgedCandidate? {
    let burst = self[place]
    return switch burst.judgement {
    case .none: nil
    case .swings: .swing(swings[burst.place].swing)
    case .others: others[burst.place]
    }
  }

  /// Adds a burst at the end.
  mutating func append(_ record: BurstRecord) {
    if case .swing(let swing) = record.judged, let packed = PackedAirSwing(swing) {
      bursts.append(Burst(record, .swings, at: swings.count))
      swings.append(packed)
    } else if let judged = record.judged {
      bursts.append(Burst(record, .others, at: others.count))
      others.append(judged)
    } else {
      bursts.append(Burst(record, .none, at: 0))
    }
  }

  /// Sorts the bursts by their samples.
  mutating func sort() { bursts.sort { $0.sample } }
}

/// A measured swing without an impact, in about half the memory of a `Swing` and its measurements.
private struct PackedAirSwing: Sendable {
  private let startTime, anchorTime, accumulatedRotation, peakRate, peakTime, rotationToPeak, rateThreshold: Double
  private let contact: ContactEvidence.Measurement?
  private let label: SwingLabel?
  private let timing: TimingFeatures?
  private let rotation: RotationFeatures?
  private let judge: SwingJudge.Telling

  /// Packs a swing; nil for one that holds anything else.
  init?(_ swing: Swing) {
    guard swing.facts.impact == nil, let measures = swing.facts.measures, measures.lobe == nil,
      measures.labelled?.features.burst == nil, let judge = swing.facts.history.onlyJudge
    else { return nil }
    startTime = swing.startTime
    anchorTime = swing.anchorTime
    accumulatedRotation = swing.accumulatedRotation
    peakRate = swing.peakRate
    peakTime = swing.peakTime
    rotationToPeak = swing.rotationToPeak
    rateThreshold = swing.rateThreshold
    contact = measures.contact
    label = measures.labelled?.label
    timing = measures.labelled?.features.timing
    rotation = measures.labelled?.features.rotation
    self.judge = judge
  }

  /// The swing as it was.
  var swing: Swing {
    Swing(
      Swing.Facts(
        startTime: startTime, anchorTime: anchorTime, impact: nil, accumulatedRotation: accumulatedRotation,
        peakRate: peakRate, peakTime: peakTime, rotationToPeak: rotationToPeak, rateThreshold: rateThreshold,
        history: SwingHistory(judge: judge),
        measures: SwingMeasures(
          lobe: nil, contact: contact,
          labelled: label.map { ($0, SwingFeatures(timing: timing, rotation: rotation, burst: nil)) })))
  }
}
