import SPPipelines
import SPRecordings
import SPWorkouts

/// Options of `detectors.workout`.
package struct WorkoutOptions: StageOptions {
  var method = ThresholdPowerMethod.maxExercise20Minute
  var thresholdPowerW: Double?
  var rules = WorkoutRules()
  var sports: [String] = []

  package init() {}

  package static var fields: [OptionField<Self>] { thresholds + measuring + devices }

  private static let thresholds: [OptionField<Self>] = [
    .choice(
      "ftp_method", \.method,
      help: "How the functional threshold power is estimated from the workout, unless ftp_w gives it."),
    .optional(
      "ftp_w", \.thresholdPowerW, .number(in: .above(0, through: 1000)), unit: "W",
      help: "The rider's functional threshold power."),
    .list(
      "power_zone_fractions", \.rules.powerZoneFractions, of: .number(in: .above(0, through: 10)), count: 1...20,
      help: "Bounds of the zones of power, as rising fractions of the functional threshold power."),
    .optional(
      "max_heart_rate_bpm", \.rules.maxHeartRateBpm, .number(in: 60...250), unit: "bpm",
      help: "The rider's largest heart rate; without it there are no zones of heart rate."),
    .list(
      "heart_rate_zone_fractions", \.rules.heartRateZoneFractions, of: .number(in: .above(0, through: 1)),
      count: 1...20,
      help: "Bounds of the zones of heart rate, as rising fractions of the largest one."),
  ]

  private static let measuring: [OptionField<Self>] = [
    .number(
      "moving_speed_m_s", \.rules.movingSpeedMS, in: 0...10, unit: "m/s",
      help: "Speed from which a rider counts as moving."),
    .number(
      "gap_limit_s", \.rules.gapLimitS, in: 1...3600, unit: "s",
      help: """
        How long a value stands where a device writes changes only; and, without events and states, how long no \
        sample may come before the workout counts as paused.
        """),
    .number(
      "max_power_w", \.rules.limits.maxPowerW, in: 100...10_000, unit: "W",
      help: "Largest power; more is a spike, and left out."),
    .number(
      "interval_threshold_fraction", \.rules.intervals.thresholdFraction, in: 0.1...3,
      help: "Fraction of the functional threshold power that an effort's smoothed power reaches throughout."),
    .integer(
      "interval_min_duration_s", \.rules.intervals.minDurationS, in: 5...7200, unit: "s", help: "The shortest effort."),
  ]

  private static let devices: [OptionField<Self>] = [
    .list(
      "sports", \.sports, of: .string(isEmptyAllowed: false), count: 0...100,
      help: "Sports that are expected, by the attribute sport; a recording of another sport gives a warning."),
    .list(
      "device_order", \.rules.session.deviceOrder, of: .string(isEmptyAllowed: false), count: 0...100,
      help: "Devices in order of preference, by the attribute device; others follow them."),
    .number(
      "max_lag_s", \.rules.session.maxLagS, in: 0...3600, unit: "s",
      help: "The largest difference of two devices' clocks that is looked for."),
    .number(
      "sync_tolerance_s", \.rules.session.syncToleranceS, in: 0...60, unit: "s",
      help: "How long devices may be in different states before that is a disagreement."),
    .number(
      "companion_limit_s", \.rules.session.companionLimitS, in: 0...600, unit: "s",
      help: "How long a companion may take from the start of the session to its first state."),
    .number(
      "request_limit_s", \.rules.session.requestLimitS, in: 0...600, unit: "s",
      help: "How long a request may take to become a pause or its end."),
  ]

  /// The bounds of zones must ascend.
  package func faults() -> [OptionFault] {
    [
      ("power_zone_fractions", rules.powerZoneFractions), ("heart_rate_zone_fractions", rules.heartRateZoneFractions),
    ].compactMap { name, bounds in
      let fault = zip(bounds, bounds.dropFirst()).first { $0 >= $1 }
      return fault.map { OptionFault(name, "expected numbers that rise, found \($0.1) after \($0.0)") }
    }
  }

  /// The rules that the options describe.
  var workoutRules: WorkoutRules {
    var rules = rules
    rules.thresholdPower = thresholdPowerW.map { .given($0) } ?? .method(method)
    return rules
  }
}

extension Slot where Value == WorkoutSession {
  /// A workout: one timeline, its figures, and the agreement of its devices.
  package static let workout = Slot("workout", summary: "a workout: its timeline, figures, states and differences")
}

/// Computes a workout from the recordings of its devices.
package struct WorkoutStage: Stage {
  package static let type: StageType = "detectors.workout"
  package static let summary =
    "Works out a ride, run or swim: times, averages, power, laps, efforts, zones, states and devices."
  package static let details = """
    The recordings of the session become one timeline. How far each device's clock is off is estimated from shared \
    events, or else from a shared stream. A sample of a device counts only if no device before this device in \
    `device_order` has a sample at this time. Recordings of one `device` that follow each other are joined first, \
    with a pause between them where the earlier one ended.

    Power, cadence, speed, distance and heart rate are spread over seconds; what cannot be (spikes, jumps of the clock, \
    repeated timestamps) is left out of every figure and reported. Time counts in the state running; without states, \
    between resume and pause events; without either, but for gaps of more than `gap_limit_s`. A second of zero power \
    counts, one without power does not, and no mean reaches over a gap.

    Normalized power is (mean of (30 s rolling mean)^4)^(1/4), intensity IF = NP / FTP, training stress 100 h IF^2. \
    The stage checks whether the system can make each change of state, and whether all devices recorded it.
    """

  private let rules: WorkoutRules
  /// The sports in the option `sports`.
  package let sports: [String]

  package static func ports(_ options: WorkoutOptions) -> Ports {
    Ports(reads: [.passing(.session)], writes: [.required(.workout)])
  }

  package init(_ options: WorkoutOptions) {
    rules = options.workoutRules
    sports = options.sports.map { RecordedSport($0)?.name ?? $0 }
  }

  /// Reads the streams of every recording as they pass, and computes the workout at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let consumers = try workspace.source(of: .session).recordings.map { pass in
      let attributes = pass.recording.attributes
      let consumer = try WorkoutConsumer(pass.recording, name: attributes.device ?? attributes.recordingID)
      try pass.add(consumer)
      return consumer
    }
    return AtEnd { try write(consumers, &$0) }
  }

  private func write(_ consumers: [WorkoutConsumer], _ workspace: inout Workspace) throws {
    for consumer in consumers where consumer.unknownCodeCount > 0 {
      workspace.warn(
        "\(consumer.device.device): \(consumer.unknownCodeCount) events or states have a code without a meaning, and do "
          + "not count")
    }
    for consumer in consumers where consumer.sessionCount > 1 {
      workspace.warn(
        "\(consumer.device.device): the file has \(consumer.sessionCount) sessions of the device, as of several sports; "
          + "they are one workout here, without the device's means")
    }
    guard let workout = WorkoutSession(consumers.map(\.device), rules: rules) else { return }
    if workout.analysis == nil {
      workspace.warn(
        "nothing of a workout is recorded, neither samples nor states nor events: the tables have no row of it")
    }
    workspace.note("devices", workout.timeline.devices.count)
    workspace.note("laps", workout.analysis?.laps.count ?? 0)
    // Streams that share their timestamps also share the faults of the timestamps.
    var told: Set<String> = []
    for fault in workout.analysis?.faults ?? [] where fault.kind != .dropout && told.insert(fault.reason).inserted {
      workspace.warn(fault.reason)
    }
    try workspace.set(.workout, workout)
  }
}

extension WorkoutStage: ExplainingStage {
  /// `workout`.
  package var explainedSlot: String { Slot.workout.name }

  /// The changes of state, requests and differences between devices around a time, or the nearest of them.
  package func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let workout = value as? WorkoutSession else { return nil }
    let lines = workout.explain(at: time, within: reachS)
    let count = workout.states.count + workout.differences.count
    guard count > 0 else {
      return StageExplanation(verdict: "no state of a workout is recorded", reasons: [])
    }
    return StageExplanation(
      verdict: "what is known of the moments around it, or of the nearest; \(workout.clockWords)", reasons: lines)
  }
}
