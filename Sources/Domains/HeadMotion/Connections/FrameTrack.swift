import SPSignals

/// How certain it is that a pose is in the frame of the first pose; later cases are less certain.
package enum ReferenceState: UInt8, CaseIterable, Comparable, Hashable, Sendable {
  /// The frame of the first connection, without interruption.
  case start
  /// After a gap: no sign of another frame, and the pose turned by no more than the limit.
  case held
  /// Another earbud took over without a gap: its frame was aligned, so the pose continues without a step.
  case offset
  /// After a gap: no sign of another frame, but the pose turned by more than the limit. Either the head turned, or the
  /// frame is new.
  case uncertain
  /// After a gap: the frame began anew, or the earbud has no known frame. Yaw continues as if the head had not turned
  /// in the gap; pitch and roll come from gravity.
  case assumed

  /// Its name in tables.
  package var name: String {
    switch self {
    case .start: "start"
    case .held: "held"
    case .offset: "offset"
    case .uncertain: "uncertain"
    case .assumed: "assumed"
    }
  }

  /// An explanation in a few words.
  package var meaning: String {
    switch self {
    case .start: "the first connection, uninterrupted"
    case .held: "after a gap, without a sign of another frame"
    case .offset: "another bud took over, its frame brought in line"
    case .uncertain: "after a gap in which the pose changed by more than max_gap_turn_deg"
    case .assumed: "the frame began anew in a gap; yaw goes on as if the head had not turned in it"
    }
  }

  /// Less certain states are larger.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The separation of a stretch of samples from the previous stretch.
package enum ConnectionStart: String, CaseIterable, Hashable, Sendable {
  /// The recording begins.
  case recordingStart = "recording_start"
  /// Another earbud took over.
  case handover
  /// Samples were missing.
  case gap
  /// The clock went back by more than `HeadRules.gapS`; samples after a smaller step are left out.
  case clockStep = "clock_step"
}

/// The measurements of a stretch of samples of one earbud without a gap.
struct ConnectionRecord: Sendable {
  var startTime: Double
  var endTime: Double
  var location: BudLocation
  var sampleCount = 1
  var startedBy: ConnectionStart
  var reference: ReferenceState
  /// The least certain state since the start of the recording.
  var referenceSinceStart: ReferenceState
  /// Angle from the previous stretch's last pose to the first pose of this stretch, before the new frame is aligned, in
  /// rad.
  var step: Double?
}

/// A sample's place in the stream, with its attitude in the frame of the first sample.
struct JoinedSample: Sendable {
  /// Attitude, free of the steps of handovers.
  var attitude: Quaternion
  /// The separation before the sample; nil if it continues the stretch.
  var begins: ConnectionStart?
  /// Time since the previous sample, in s; 0 for the first sample.
  var step: Double
  var location: BudLocation
  /// Number of its stretch.
  var connection: Int
  var reference: ReferenceState
}

/// Joins stretches of samples: finds gaps and handovers, and keeps the attitude free of their steps.
///
/// An earbud's attitude q becomes F q M. F turns about the vertical: gravity gives each earbud the same vertical, and
/// only the zero of yaw differs. M turns the earbud's frame, since earbuds sit differently in the ears. Both are 1 at
/// first.
///
/// If another earbud takes over, the last sample and the rates of rotation give the expected pose p of the previous
/// earbud. F is the part of p q^-1 that turns about the vertical, and M = (F q)^-1 p is the rest, so that F q M = p.
struct FrameTrack: Sendable {
  let gapS: Double
  let maxTurn: Double
  private(set) var records: [ConnectionRecord] = []
  /// F and M of the current earbud.
  private var factors = Factors()
  /// The last factors of each earbud: after a gap, either earbud may continue.
  private var known: [BudLocation: Factors] = [:]
  /// Facts about the previous sample; not valid before the first record.
  private var last = LastSample()

  private struct Factors: Sendable {
    var frame = Quaternion.identity
    var mount = Quaternion.identity

    func joined(_ attitude: Quaternion) -> Quaternion { frame * attitude * mount }
  }

  private struct LastSample: Sendable {
    var time = 0.0
    /// As given by the sensor.
    var sensed = Quaternion.identity
    /// In the frame of the first sample.
    var attitude = Quaternion.identity
    var rotationRate = SIMD3<Double>.zero
    var location = BudLocation.default
  }

  private static let vertical = SIMD3<Double>(0, 0, 1)
  /// A new frame begins with a component z of 0, except for rounding (up to 5e-17): observed in exports of AirPods.
  private static let restartZ = 1e-9

  init(gapS: Double, maxTurn: Double) {
    self.gapS = gapS
    self.maxTurn = maxTurn
  }

  mutating func take(_ sample: HeadSample) -> JoinedSample {
    guard !records.isEmpty else { return begin(sample, .recordingStart, .start, step: nil, after: 0) }
    let time = sample.time - last.time
    if time < 0 || time > gapS {
      let (state, turn) = joinAfterGap(sample)
      return begin(sample, time < 0 ? .clockStep : .gap, state, step: turn, after: max(0, time))
    }
    if sample.location != last.location {
      let turn = turn(from: last.attitude, to: sample)
      handOver(to: sample, after: time)
      return begin(sample, .handover, .offset, step: turn, after: time)
    }
    let number = records.count - 1
    records[number].endTime = sample.time
    records[number].sampleCount += 1
    return joined(sample, nil, after: time)
  }

  private func turn(from attitude: Quaternion, to sample: HeadSample) -> Double {
    (attitude.conjugate * factors.joined(sample.attitude)).angle
  }

  private mutating func handOver(to sample: HeadSample, after time: Double) {
    // The mean of both earbuds' rates: earbuds sit so similarly that either rate can be used for both.
    let turned = Quaternion(rotationVector: (last.rotationRate + sample.rotationRate) / 2 * time)
    let expected = factors.joined(last.sensed * turned)
    factors.frame = (expected * sample.attitude.conjugate).twist(about: Self.vertical)
    factors.mount = ((factors.frame * sample.attitude).conjugate * expected).normalized ?? .identity
  }

  private mutating func joinAfterGap(_ sample: HeadSample) -> (ReferenceState, turn: Double) {
    let isOtherBud = sample.location != last.location
    let hasRestarted =
      abs(sample.attitude.vector.z) < Self.restartZ && abs(last.sensed.vector.z) >= Self.restartZ
    if isOtherBud { factors = known[sample.location] ?? Factors() }
    let turn = turn(from: last.attitude, to: sample)
    if !hasRestarted, known[sample.location] != nil { return (turn <= maxTurn ? .held : .uncertain, turn) }
    factors.frame = (last.attitude * (sample.attitude * factors.mount).conjugate).twist(about: Self.vertical)
    // Both earbuds' frames may have begun anew.
    known = [:]
    return (.assumed, turn)
  }

  private mutating func begin(
    _ sample: HeadSample, _ start: ConnectionStart, _ state: ReferenceState, step: Double?, after time: Double
  ) -> JoinedSample {
    known[sample.location] = factors
    records.append(
      ConnectionRecord(
        startTime: sample.time, endTime: sample.time, location: sample.location, startedBy: start, reference: state,
        referenceSinceStart: max(state, records.last?.referenceSinceStart ?? .start), step: step))
    return joined(sample, start, after: time)
  }

  private mutating func joined(_ sample: HeadSample, _ begins: ConnectionStart?, after time: Double) -> JoinedSample {
    // Normalised each time, since the three factors carry the rounding of single precision.
    let attitude = factors.joined(sample.attitude).normalized ?? sample.attitude
    last.time = sample.time
    last.sensed = sample.attitude
    last.attitude = attitude
    last.rotationRate = sample.rotationRate
    last.location = sample.location
    let number = records.count - 1
    return JoinedSample(
      attitude: attitude, begins: begins, step: time, location: sample.location, connection: number,
      reference: records[number].referenceSinceStart)
  }
}
