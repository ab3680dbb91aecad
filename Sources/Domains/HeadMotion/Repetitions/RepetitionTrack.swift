/// Finds candidates for repetitions in the stream, and measures each candidate while its samples are held.
///
/// Upward acceleration is user acceleration times the direction of gravity. The accelerometer reads gravity plus user
/// acceleration, and 0 in free fall, so user acceleration is minus the sensor's own acceleration. `DisplacementKernel`
/// converts the upward acceleration to displacement, `TurningPoints` finds dips in it, and `RepetitionMeter` measures
/// the dips on the acceleration itself.
struct RepetitionTrack: Sendable {
  private(set) var candidates: [RepetitionCandidate] = []
  private let rules: RepetitionRules
  private static let kernel = DisplacementKernel(stepS: EvenBins.stepS)
  private var bins: EvenBins?
  private var turns: TurningPoints
  /// Number of the next bin to get a displacement.
  private var next = 0
  private var followsGap = false

  /// Standard gravity, in m/s^2 (CGPM 1901).
  private static let standardGravity = 9.80665
  /// The number of unneeded bins kept before they are dropped, so that dropping is rare.
  private static let spare = 200

  init(_ rules: RepetitionRules) {
    self.rules = rules
    turns = Self.turns(rules)
  }

  private static func turns(_ rules: RepetitionRules) -> TurningPoints {
    TurningPoints(
      hysteresis: rules.hysteresisM, longest: Int((rules.durationS.upperBound / EvenBins.stepS).rounded()))
  }

  mutating func take(_ sample: HeadSample, _ joined: JoinedSample) {
    let length = (sample.gravity * sample.gravity).sum().squareRoot()
    let rise = (sample.userAcceleration * sample.gravity).sum() / length * Self.standardGravity
    // The face looks along y, so straight down if gravity is along y.
    let facing = sample.gravity.y / length
    if joined.begins == .gap || joined.begins == .clockStep { end(atGap: true) }
    if bins == nil { bins = EvenBins(startTime: sample.time, rise: rise, facing: facing) }
    bins?.append(time: sample.time, rise: rise, facing: facing, sample.location)
    while let end = bins?.end, next + Self.kernel.reach < end { advance() }
  }

  /// Ends the stream.
  mutating func finish() { end(atGap: false) }

  private mutating func end(atGap: Bool) {
    while let end = bins?.end, next < end { advance() }
    if let dip = turns.finish() { measure(dip, atGap: atGap) }
    bins = nil
    next = 0
    turns = Self.turns(rules)
    followsGap = atGap
  }

  private mutating func advance() {
    guard let held = bins else { return }
    let height = Self.kernel.value(at: next - held.first, of: held.rise)
    let dip = turns.take(next, height)
    next += 1
    if let dip { measure(dip, atGap: false) }
    let needed = min(turns.oldest ?? next, next - Self.kernel.reach - 1)
    if needed - held.first > Self.spare { bins?.drop(before: needed) }
  }

  private mutating func measure(_ dip: TurningPoints.Dip, atGap: Bool) {
    guard let bins else { return }
    if let candidate = RepetitionMeter.candidate(dip, in: bins, gapBefore: followsGap, gapBehind: atGap) {
      candidates.append(candidate)
    }
  }
}
