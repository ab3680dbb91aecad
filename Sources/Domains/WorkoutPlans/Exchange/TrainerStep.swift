/// A step as trainers know it: a time, and a fraction of the functional threshold power.
struct TrainerStep {
  /// Its path in the plan.
  var path: String
  var seconds: Double
  /// Nil if the plan has no target power.
  var power: Power?

  /// The target power of a step.
  enum Power {
    case watts(Double)
    /// A fraction of the functional threshold power.
    case fraction(Double)

    /// As a fraction; nil if the threshold power is not known.
    func fraction(ftpW: Double?) -> Double? {
      switch self {
      case .fraction(let fraction): fraction
      case .watts(let watts): ftpW.map { watts / $0 }
      }
    }
  }

  /// A fraction within each power zone: the middle, except for the first and the last zone, which have no end.
  static let zoneFractions = [0.5, 0.65, 0.825, 0.975, 1.125, 1.35, 1.6]

  /// How to get watts instead of a zone: commands that only read plans have no option for the threshold power.
  static let zoneHint = ", as the threshold power is not known; workout-plan convert takes it with --ftp-w"

  /// The power zone that contains a fraction.
  static func zone(ofFraction fraction: Double) -> Int {
    1 + [0.55, 0.75, 0.9, 1.05, 1.2, 1.5].count { fraction >= $0 }
  }

  /// A fraction in watts, to a millionth of a watt: fractions are written with seven decimals.
  static func watts(_ fraction: Double, ftpW: Double) -> Double {
    let exact = fraction * ftpW
    let rounded = (exact * 100).rounded() / 100
    return abs(rounded - exact) < ftpW * 1e-7 ? rounded : exact
  }
}

/// Converts the steps of a plan to steps for trainers, and collects the losses.
struct TrainerSteps {
  private(set) var losses: [String] = []
  private let activity: Activity

  init(_ activity: Activity) { self.activity = activity }

  mutating func lose(_ path: String, _ what: String) { losses.append("\(path): \(what)") }

  /// The custom plan for cycling that trainers need.
  static func workout(of plan: WorkoutPlan, for format: PlanFormat) throws(PlanFormatError) -> CustomWorkout {
    guard case .custom(let workout) = plan.workout, workout.activity == .cycling else {
      throw PlanFormatError(
        "\(format.rawValue) holds custom plans for cycling; expected one, found \(plan.workout.kind.words) for "
          + "\(plan.workout.activity), which the formats json, binary and fit may hold")
    }
    return workout
  }

  mutating func step(_ step: PlanStep, _ path: String) -> TrainerStep {
    if let name = step.name { lose("\(path).name", "the name \"\(name)\" is lost") }
    return TrainerStep(
      path: path, seconds: seconds(step, path), power: step.alert.flatMap { power($0, "\(path).alert") })
  }

  private mutating func seconds(_ step: PlanStep, _ path: String) -> Double {
    switch step.goal {
    case .time(let time): return time.base
    case .open:
      lose("\(path).goal", "an open step becomes one of \(PlanWords.duration(PlanOutline.openS))")
      return PlanOutline.openS
    case .distance(let distance):
      let seconds =
        PlanTotals.estimatedS(.distance(distance), step.alert, activity) ?? PlanOutline.openS
      lose(
        "\(path).goal",
        "\(PlanWords(units: .written).text(distance)) become \(PlanWords.duration(seconds)), an estimate")
      return seconds
    }
  }

  private mutating func power(_ alert: StepAlert, _ path: String) -> TrainerStep.Power? {
    let words = PlanWords(units: .written).text(alert)
    let power: TrainerStep.Power
    switch alert.target {
    case .powerThreshold(let value): power = .watts(value.base)
    case .powerRange(let range):
      power = .watts((range.values.lowerBound + range.values.upperBound) / 2)
      lose(
        path,
        "\(words) become their middle, \(PlanWords.number((range.values.lowerBound + range.values.upperBound) / 2)) W")
    case .powerZone(let zone):
      let fraction = TrainerStep.zoneFractions[zone - 1]
      power = .fraction(fraction)
      lose(path, "power zone \(zone) becomes \(PlanWords.number(100 * fraction)) % of the threshold power")
    default:
      lose(path, "\(words) is lost: only powers are held")
      return nil
    }
    if alert.metric == .average { lose(path, "that the target is an average is lost") }
    return power
  }
}
