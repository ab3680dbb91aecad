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
  /// A burst without its judgement.
  struct Burst: Sendable {
    /// The lobe around the peak.
    let lobe: RotationLobe
    /// The same as in ``BurstRecord``.
    let hasImpact, isTouched: Bool
    /// The position of its swing among the packed ones; negative if it has none.
    fileprivate let place: Int32
    /// Its judgement, unless that is packed.
    fileprivate let judged: JudgedCandidate?
  }

  private var bursts = Chunks<Burst>()
  private var swings = Chunks<PackedAirSwing>()

  init(_ records: [BurstRecord] = []) { for record in records { append(record) } }

  /// Their positions.
  var indices: Range<Int> { bursts.indices }

  /// A burst, without copying.
  subscript(_ place: Int) -> Burst {
    _read { yield bursts[place] }
  }

  /// The judgement of a burst by itself, as in ``BurstRecord``.
  func judged(_ place: Int) -> JudgedCandidate? {
    let burst = bursts[place]
    return burst.place < 0 ? burst.judged : .swing(swings[Int(burst.place)].swing)
  }

  /// Adds a burst at the end.
  mutating func append(_ record: BurstRecord) {
    var place: Int32 = -1
    if case .swing(let swing) = record.judged, let packed = PackedAirSwing(swing) {
      place = Int32(swings.count)
      swings.append(packed)
    }
    bursts.append(
      Burst(
        lobe: record.lobe, hasImpact: record.hasImpact, isTouched: record.isTouched, place: place,
        judged: place < 0 ? record.judged : nil))
  }

  /// Sorts the bursts by their samples.
  mutating func sort() { bursts.sort { $0.lobe.sample } }
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
    guard swing.sharedImpact == nil, let measures = swing.measures, measures.lobe == nil,
      measures.labelled?.features.burst == nil, let judge = swing.history.onlyJudge
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
    var swing = Swing(
      startTime: startTime, anchorTime: anchorTime, impact: nil, accumulatedRotation: accumulatedRotation,
      peakRate: peakRate, peakTime: peakTime, rotationToPeak: rotationToPeak, rateThreshold: rateThreshold)
    swing.history.judge = judge
    swing.measures = SwingMeasures(
      lobe: nil, contact: contact,
      labelled: label.map { ($0, SwingFeatures(timing: timing, rotation: rotation, burst: nil)) })
    return swing
  }
}
