import SPImporting

/// Writes workout files of the FIT protocol, for bike computers and sports watches.
///
/// Source: Garmin, FIT SDK, "Workout files": a file_id, a workout, and workout_steps, in which a repeat step follows
/// the steps that it repeats.
enum FITPlanWriter {
  static func export(_ plan: WorkoutPlan) throws -> PlanExport {
    let bytes = try bytes(of: plan)
    // Losses are the parts that do not read back.
    let read: PlanImport
    do throws(PlanError) {
      read = try FITPlanReader.read(bytes, file: "the workout", ftpW: nil)
    } catch {
      throw PlanFormatError("fit cannot hold the plan: \(error)")
    }
    return PlanExport(bytes: bytes, losses: read.losses + PlanDifference(from: plan, to: read.plan).sentences)
  }

  private static func bytes(of plan: WorkoutPlan) throws -> [UInt8] {
    let steps = try steps(of: plan.workout)
    var writer = FITWriter()
    do {
      // Equal plans give equal bytes: no time of day is written, and the number is computed from the content.
      let number = PlanBytes.checksum(try plan.binary())
      try writer.write(
        "file_id",
        [
          (name: "type", value: "workout"), (name: "manufacturer", value: "development"), (name: "product", value: 1),
          (name: "serial_number", value: .number(Double(max(number, 1)))),
          (name: "time_created", value: .number(created)),
        ])
      try writer.write("workout", workout(plan, steps: steps.count))
      for (index, step) in steps.enumerated() {
        let place: FITValues = [(name: "message_index", value: .number(Double(index)))]
        try writer.write("workout_step", place + step)
      }
    } catch let fault as FITWriter.Fault {
      throw PlanFormatError("fit cannot hold the plan: \(fault)")
    }
    return writer.finish()
  }

  /// 2020-01-01 in s since the end of 1989: FIT requires a creation time, and a plan does not have a creation time.
  private static let created = 946_771_200.0

  private static func workout(_ plan: WorkoutPlan, steps: Int) -> FITValues {
    let support = plan.workout.activity.support
    var values: FITValues = [(name: "sport", value: .number(Double(support.fit?.sport ?? 0)))]
    if let fit = support.fit {
      let location = plan.workout.location
      if let kind = location.flatMap(fit.subSport(at:)) ?? fit.subSport {
        values.append((name: "sub_sport", value: .number(Double(kind))))
      }
    }
    values.append((name: "num_valid_steps", value: .number(Double(steps))))
    values.append((name: "wkt_name", value: .text(short(plan.name))))
    if let notes = plan.notes, !notes.isEmpty { values.append((name: "wkt_description", value: .text(short(notes)))) }
    return values
  }

  /// A text cut to fit a field of at most 255 bytes, including a byte at its end.
  private static func short(_ text: String) -> String {
    var (scalars, size) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      size += UTF8.width(scalar)
      guard size <= 254 else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  // MARK: Steps

  private static func steps(of workout: Workout) throws(PlanFormatError) -> [FITValues] {
    switch workout {
    case .singleGoal(let workout): return [step(PlanStep(.open), workout.goal, "active")]
    case .pacer(let workout):
      let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
      let alert = StepAlert(.speedThreshold(speed), on: .average)
      return [step(PlanStep(.distance(workout.distance), alert: alert), .distance(workout.distance), "active")]
    case .swimBikeRun:
      throw PlanFormatError(
        "fit holds one sport per workout; expected a plan for one activity, found swim, bike, run, which json and "
          + "binary hold"
      )
    case .custom(let workout):
      var steps: [FITValues] = []
      if let warmup = workout.warmup { steps.append(step(warmup, SingleGoal(warmup.goal), "warmup")) }
      for block in workout.blocks {
        let first = steps.count
        steps += block.steps.map {
          step($0.step, SingleGoal($0.step.goal), $0.purpose == .work ? "active" : "rest")
        }
        guard block.iterations > 1 else { continue }
        steps.append([
          (name: "duration_type", value: "repeat_until_steps_cmplt"),
          (name: "duration_value", value: .number(Double(first))),
          (name: "target_value", value: .number(Double(block.iterations))),
        ])
      }
      if let cooldown = workout.cooldown { steps.append(step(cooldown, SingleGoal(cooldown.goal), "cooldown")) }
      return steps
    }
  }

  private static func step(_ step: PlanStep, _ goal: SingleGoal, _ intensity: String) -> FITValues {
    var values: FITValues = []
    if let name = step.name { values.append((name: "wkt_step_name", value: .text(short(name)))) }
    let (type, amount): (String, Double?) =
      switch goal {
      case .open: ("open", nil)
      case .time(let time): ("time", (1000 * time.base).rounded())
      case .distance(let distance): ("distance", (100 * distance.base).rounded())
      case .energy(let energy): ("calories", (energy.base / 4.184).rounded())
      case .poolSwim(let distance, _): ("distance", (100 * distance.base).rounded())
      }
    values.append((name: "duration_type", value: .text(type)))
    if let amount { values.append((name: "duration_value", value: .number(amount))) }
    values += target(step.alert)
    values.append((name: "intensity", value: .text(intensity)))
    return values
  }

  private static func target(_ alert: StepAlert?) -> FITValues {
    guard let alert else { return [(name: "target_type", value: "open")] }
    let isAverage = alert.metric == .average
    func zone(_ type: String, _ zone: Int) -> FITValues {
      [
        (name: "target_type", value: .text(type + (isAverage ? "_lap" : ""))),
        (name: "target_value", value: .number(Double(zone))),
      ]
    }
    func custom(_ type: String, _ low: Double, _ high: Double) -> FITValues {
      zone(type, 0) + [
        (name: "custom_target_value_low", value: .number(low.rounded())),
        (name: "custom_target_value_high", value: .number(high.rounded())),
      ]
    }
    switch alert.target {
    case .heartRateZone(let number): return zone("heart_rate", number)
    case .powerZone(let number): return zone("power", number)
    // Values up to 100 for heart rates, and up to 1000 for powers, would be percentages.
    case .heartRateRange(let range):
      return custom("heart_rate", range.base.lowerBound + 100, range.base.upperBound + 100)
    case .powerRange(let range): return custom("power", range.base.lowerBound + 1000, range.base.upperBound + 1000)
    case .powerThreshold(let value): return custom("power", value.base + 1000, value.base + 1000)
    case .speedRange(let range): return custom("speed", 1000 * range.base.lowerBound, 1000 * range.base.upperBound)
    case .speedThreshold(let value): return custom("speed", 1000 * value.base, 1000 * value.base)
    case .cadenceRange(let range): return cadence(range.base)
    case .cadenceThreshold(let value): return cadence(value.base...value.base)
    }
  }

  /// FIT has no target for a mean cadence.
  private static func cadence(_ range: ClosedRange<Double>) -> FITValues {
    [
      (name: "target_type", value: "cadence"), (name: "target_value", value: 0),
      (name: "custom_target_value_low", value: .number(range.lowerBound.rounded())),
      (name: "custom_target_value_high", value: .number(range.upperBound.rounded())),
    ]
  }
}

/// Fields of a message with their values.
private typealias FITValues = [(name: String, value: FITWriter.Value)]
