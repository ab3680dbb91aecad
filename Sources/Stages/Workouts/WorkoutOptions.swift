import Pipelines
import Workouts

/// Options of `detectors.workout`.
public struct WorkoutOptions: StageOptions {
  var method = ThresholdPowerMethod.maxExercise20Minute
  var thresholdPowerW: Double?
  var rules = WorkoutRules()
  var sports: [String] = []

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] { thresholds + measuring + devices }

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
  public func faults() -> [OptionFault] {
    [
      ("power_zone_fractions", rules.powerZoneFractions), ("heart_rate_zone_fractions", rules.heartRateZoneFractions),
    ].compactMap { name, bounds in
      let fault = zip(bounds, bounds.dropFirst()).first { $0 >= $1 }
      return fault.map { OptionFault(name, "expected numbers that rise, found \($0.1) after \($0.0)") }
    }
  }

  /// The rules that they describe.
  var workoutRules: WorkoutRules {
    var rules = rules
    rules.thresholdPower = thresholdPowerW.map { .given($0) } ?? .method(method)
    return rules
  }
}
