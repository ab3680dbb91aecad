/// How the functional threshold power is estimated from one workout.
public enum ThresholdPowerMethod: String, Hashable, Sendable, CaseIterable {
  /// The best 60 min.
  case maxExercise60Minute = "max_exercise_60_minute"
  /// 95 % of the best 20 min (Allen, Coggan: Training and Racing with a Power Meter).
  case maxExercise20Minute = "max_exercise_20_minute"
  /// 75 % of the best minute of a test whose power rises step by step until the rider stops.
  case rampTest = "ramp_test"
  /// The critical power of the best efforts of 3 to 20 min.
  case predictionExercise = "prediction_exercise"

  /// The formula of the estimate.
  public var formula: String {
    switch self {
    case .maxExercise60Minute: "mean-maximal power over 3600 s"
    case .maxExercise20Minute: "0.95 * mean-maximal power over 1200 s"
    case .rampTest: "0.75 * mean-maximal power over 60 s"
    case .predictionExercise:
      "CP of the line W = CP * t + W' through the work of the best efforts of 3, 4, 5, 6, 8, 10, 12, 15 and 20 min"
    }
  }

  /// The estimate in words.
  var words: String {
    switch self {
    case .maxExercise60Minute: "the best 60 min"
    case .maxExercise20Minute: "95 % of the best 20 min"
    case .rampTest: "75 % of the best minute of a ramp test"
    case .predictionExercise: "the critical power of the best efforts of 3 to 20 min"
    }
  }

  /// The estimate, W; nil if the workout is too short for it.
  package func estimate(_ curve: PowerCurve) -> Double? {
    switch self {
    case .maxExercise60Minute: curve.powerW(3600)
    case .maxExercise20Minute: curve.powerW(1200).map { 0.95 * $0 }
    case .rampTest: curve.powerW(60).map { 0.75 * $0 }
    case .predictionExercise: CriticalPower(curve)?.powerW
    }
  }
}

/// The power that can be sustained for long, and the work possible above it (Monod, Scherrer 1965; linear form of
/// Moritani et al. 1981).
public struct CriticalPower: Hashable, Sendable {
  /// Critical power, W.
  public var powerW: Double
  /// Work above it, W', J.
  public var workJ: Double

  /// Durations of the efforts, s.
  package static let durationsS = [180, 240, 300, 360, 480, 600, 720, 900, 1200]

  /// Fits a line through the work of the best efforts by least squares; nil for fewer than three efforts.
  public init?(_ curve: PowerCurve) {
    let efforts = Self.durationsS.compactMap { duration in
      curve.powerW(duration).map { (time: Double(duration), work: $0 * Double(duration)) }
    }
    guard efforts.count >= 3 else { return nil }
    let count = Double(efforts.count)
    let meanTime = efforts.reduce(0) { $0 + $1.time } / count
    let meanWork = efforts.reduce(0) { $0 + $1.work } / count
    let across = efforts.reduce(0) { $0 + ($1.time - meanTime) * ($1.work - meanWork) }
    let along = efforts.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) }
    powerW = across / along
    workJ = meanWork - powerW * meanTime
  }
}
