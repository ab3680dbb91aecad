import SPBasics

/// Writes courses for trainers: `.erg` in minutes and watts, `.mrc` in minutes and percents of the threshold power.
///
/// Source of the form: RacerMate, CompuTrainer coaching software, "Creating your own .erg and .mrc files".
enum CourseWriter {
  /// The fraction written for a step without a power: easy, as a course cannot leave the power open.
  private static let easyFraction = 0.5
  /// The most steps of a course, with all iterations.
  private static let mostSteps = 10_000.0

  static func export(
    _ plan: WorkoutPlan, as format: PlanFormat, ftpW: Double?
  ) throws(PlanFormatError) -> PlanExport {
    let workout = try TrainerSteps.workout(of: plan, for: format)
    guard workout.stepCount <= mostSteps else {
      throw PlanFormatError(
        "\(format.rawValue) has one line per step; expected at most \(Int(mostSteps)) with all iterations, found "
          + PlanNumber.text(workout.stepCount))
    }
    var made = TrainerSteps(workout.activity)
    var lines: [String] = []
    var seconds = 0.0
    for step in steps(workout, &made) {
      let value = try value(step, as: format, ftpW: ftpW, &made)
      let text = String(printf: "%.1f", value)
      lines.append(minutes(seconds) + "\t" + text)
      seconds += step.seconds
      lines.append(minutes(seconds) + "\t" + text)
    }
    if workout.blocks.contains(where: { $0.iterations > 1 }) { made.lose("blocks", "iterations are written out") }
    if workout.blocks.contains(where: { $0.steps.contains { $0.purpose == .recovery } }) {
      made.lose("blocks", "which of their steps are for recovery is lost")
    }
    if workout.warmup != nil { made.lose("warmup", "becomes a step like the others") }
    if workout.cooldown != nil { made.lose("cooldown", "becomes a step like the others") }
    switch workout.location {
    case .indoor: break
    case nil: made.lose("location", "becomes indoor, where trainers are ridden")
    default: made.lose("location", "is lost: trainers are ridden indoors")
    }
    if plan.notes != nil { made.lose("notes", "are lost") }
    if !plan.extensions.isEmpty { made.lose("extensions", "are lost") }
    let header = [
      "[COURSE HEADER]", "VERSION = 2", "UNITS = METRIC", "DESCRIPTION = " + line(plan.name),
      "FILE NAME = " + line(plan.name) + "." + format.rawValue,
    ]
    let unit =
      (ftpW.map { [String(printf: "FTP = %.0f", $0)] } ?? []) + [
        "MINUTES " + (format == .erg ? "WATTS" : "PERCENT"), "[END COURSE HEADER]",
      ]
    let text = (header + unit + ["[COURSE DATA]"] + lines + ["[END COURSE DATA]", ""]).joined(separator: "\r\n")
    return try PlanExport(bytes: Array(text.utf8), of: plan, as: format, ftpW: ftpW, losses: made.losses)
  }

  /// All steps in order; a loss in a step of a block is reported once.
  private static func steps(_ workout: CustomWorkout, _ made: inout TrainerSteps) -> [TrainerStep] {
    var steps = workout.warmup.map { [made.step($0, "warmup")] } ?? []
    for (index, block) in workout.blocks.enumerated() {
      let ofBlock = block.steps.enumerated().map { made.step($1.step, "blocks[\(index)].steps[\($0)]") }
      for _ in 0..<block.iterations { steps += ofBlock }
    }
    return steps + (workout.cooldown.map { [made.step($0, "cooldown")] } ?? [])
  }

  private static func value(
    _ step: TrainerStep, as format: PlanFormat, ftpW: Double?, _ made: inout TrainerSteps
  ) throws(PlanFormatError) -> Double {
    let power: TrainerStep.Power
    if let asked = step.power {
      power = asked
    } else {
      power = .fraction(easyFraction)
      let loss = "without a power becomes \(PlanWords.number(100 * easyFraction)) % of the threshold power"
      if !made.losses.contains("\(step.path): \(loss)") { made.lose(step.path, loss) }
    }
    if format == .erg, case .watts(let watts) = power { return watts }
    if format == .mrc, case .fraction(let fraction) = power { return 100 * fraction }
    guard let ftpW else {
      throw PlanFormatError(
        "\(step.path): \(format.rawValue) needs the functional threshold power for this step; expected --ftp-w")
    }
    switch power {
    case .watts(let watts): return 100 * watts / ftpW
    case .fraction(let fraction): return fraction * ftpW
    }
  }

  private static func minutes(_ seconds: Double) -> String { String(printf: "%.4f", seconds / 60) }

  /// A name on one line.
  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
