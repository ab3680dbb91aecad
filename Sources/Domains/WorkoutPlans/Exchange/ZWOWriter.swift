/// Writes Zwift's workout files: XML with powers as fractions of the threshold power.
///
/// The form is not published; the writer uses the elements and attributes of files that Zwift itself writes.
enum ZWOWriter {
  static func export(_ plan: WorkoutPlan, ftpW: Double?) throws(PlanFormatError) -> PlanExport {
    let workout = try TrainerSteps.workout(of: plan, for: .zwo)
    var made = TrainerSteps(workout.activity)
    var lines: [String] = []
    if let step = workout.warmup { lines.append(try end("Warmup", made.step(step, "warmup"), ftpW, &made)) }
    for (index, block) in workout.blocks.enumerated() {
      if index > 0, !isIntervals(block), !isIntervals(workout.blocks[index - 1]) {
        made.lose("blocks[\(index)]", "joins the block before it")
      }
      lines += try self.lines(block, "blocks[\(index)]", ftpW, &made)
    }
    if let step = workout.cooldown { lines.append(try end("Cooldown", made.step(step, "cooldown"), ftpW, &made)) }
    switch workout.location {
    case .indoor: break
    case nil: made.lose("location", "becomes indoor, where Zwift is ridden")
    default: made.lose("location", "is lost: Zwift is ridden indoors")
    }
    if !plan.extensions.isEmpty { made.lose("extensions", "are lost") }
    let text =
      (["<workout_file>", "  <author></author>", "  <name>\(escaped(plan.name))</name>"]
      + ["  <description>\(escaped(plan.notes ?? ""))</description>", "  <sportType>bike</sportType>", "  <workout>"]
      + lines.map { "    " + $0 } + ["  </workout>", "</workout_file>", ""]).joined(separator: "\n")
    return try PlanExport(bytes: Array(text.utf8), of: plan, as: .zwo, ftpW: ftpW, losses: made.losses)
  }

  /// Whether a block can be written as one element: effort and rest, each at a power.
  private static func isIntervals(_ block: PlanBlock) -> Bool {
    block.steps.map(\.purpose) == [.work, .recovery]
      && block.steps.allSatisfy { $0.step.alert?.target.measure == .power }
  }

  private static func lines(
    _ block: PlanBlock, _ path: String, _ ftpW: Double?, _ made: inout TrainerSteps
  ) throws(PlanFormatError) -> [String] {
    let steps = block.steps.enumerated().map { made.step($1.step, "\(path).steps[\($0)]") }
    if isIntervals(block), let on = steps[0].power, let off = steps[1].power {
      return [
        element(
          "IntervalsT",
          [
            ("Repeat", "\(block.iterations)"), ("OnDuration", number(steps[0].seconds)),
            ("OffDuration", number(steps[1].seconds)), ("OnPower", try fraction(on, steps[0], ftpW)),
            ("OffPower", try fraction(off, steps[1], ftpW)),
          ])
      ]
    }
    if block.iterations > 1 { made.lose(path, "its \(block.iterations) iterations are written out") }
    if block.steps.contains(where: { $0.purpose == .recovery }) {
      made.lose(path, "which of its steps are for recovery is lost")
    }
    guard Double(block.iterations) * Double(steps.count) <= 10_000 else {
      throw PlanFormatError("\(path): zwo has one element per step; expected at most 10000 with all iterations")
    }
    var lines: [String] = []
    for step in steps {
      guard let power = step.power else {
        lines.append(element("FreeRide", [("Duration", number(step.seconds))]))
        continue
      }
      lines.append(
        element("SteadyState", [("Duration", number(step.seconds)), ("Power", try fraction(power, step, ftpW))]))
    }
    return (0..<block.iterations).flatMap { _ in lines }
  }

  /// A warm-up or a cooldown: a ramp from a power to the same power.
  private static func end(
    _ name: String, _ step: TrainerStep, _ ftpW: Double?, _ made: inout TrainerSteps
  ) throws(PlanFormatError) -> String {
    guard let power = step.power else {
      made.lose(step.path, "without a power becomes a free ride among the others")
      return element("FreeRide", [("Duration", number(step.seconds))])
    }
    let fraction = try fraction(power, step, ftpW)
    return element(name, [("Duration", number(step.seconds)), ("PowerLow", fraction), ("PowerHigh", fraction)])
  }

  private static func fraction(
    _ power: TrainerStep.Power, _ step: TrainerStep, _ ftpW: Double?
  ) throws(PlanFormatError) -> String {
    guard let fraction = power.fraction(ftpW: ftpW) else {
      throw PlanFormatError(
        "\(step.path): zwo holds fractions of the functional threshold power, and the plan has watts; expected --ftp-w")
    }
    return number(fraction)
  }

  private static func element(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name) " + attributes.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: " ") + "/>"
  }

  /// Rounded to a ten-millionth: finer than any trainer, and without the noise of binary fractions.
  private static func number(_ value: Double) -> String { PlanNumber.text((value * 1e7).rounded() / 1e7) }

  /// Text escaped for XML; characters that XML 1.0 cannot represent become spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{FFFE}", "\u{FFFF}": result += " "
      default:
        if scalar.value < 0x20 { result += " " } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
