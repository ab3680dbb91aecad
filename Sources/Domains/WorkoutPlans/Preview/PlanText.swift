import SPBasics

extension WorkoutPlan {
  /// The plan as lines of text: a description, its totals, and its steps.
  public func text(units: PlanUnits = .written) -> String {
    ([name] + (notes.map { [$0] } ?? []) + [summary(units: units), ""] + steps(units: units)).joined(separator: "\n")
      + "\n"
  }

  /// One line: `a custom plan for cycling, outdoor: 14 steps (10 mi by distance, 10 min by time), about 1 h 6 min in
  /// all, plus 1 open step`.
  public func summary(units: PlanUnits = .written) -> String {
    switch workout {
    case .singleGoal(let workout): opening(workout.location)
    case .pacer(let workout): opening(workout.location)
    case .swimBikeRun: "swim, bike, run with the transitions between them"
    case .custom(let workout): opening(workout.location) + ": " + totals(units)
    }
  }

  private func opening(_ location: Location?) -> String {
    "\(workout.kind.words) for \(workout.activity.support.title.lowercased())"
      + (location.map { ", \($0.words)" } ?? "")
  }

  private func totals(_ units: PlanUnits) -> String {
    let totals = PlanTotals(self)
    let words = PlanWords(units: units)
    var text = Self.counted(totals.steps, "step")
    if totals.distanceM > 0 {
      let time = totals.timeS > 0 ? ", \(PlanWords.duration(totals.timeS)) by time" : ""
      text += " (\(words.text(shownDistance(totals.distanceM))) by distance\(time))"
      text += ", about \(PlanWords.duration(totals.estimatedS)) in all"
    } else if totals.timeS > 0 {
      text += ", \(PlanWords.duration(totals.timeS)) in all"
    }
    if totals.openSteps > 0, totals.steps > totals.openSteps {
      text += ", plus " + Self.counted(totals.openSteps, "open step")
    }
    return text
  }

  /// A sum in the unit of the plan's first distance.
  private func shownDistance(_ metres: Double) -> Measure<DistanceUnit> {
    guard case .custom(let workout) = workout else { return Measure(metres, .m) }
    let steps =
      [workout.warmup].compactMap(\.self) + workout.blocks.flatMap { $0.steps.map(\.step) }
      + [workout.cooldown].compactMap(\.self)
    for case .distance(let distance) in steps.map(\.goal) {
      return Measure(distance.unit.value(ofBase: metres), distance.unit)
    }
    return Measure(metres, .m)
  }

  static func counted(_ count: Double, _ noun: String) -> String {
    PlanNumber.text(count) + " " + inflected(noun, for: count)
  }

  // MARK: Steps

  private func steps(units: PlanUnits) -> [String] {
    var words = PlanWords(units: units)
    switch workout {
    case .singleGoal(let workout):
      words.isSwim = workout.activity == .swimming
      return ["  Goal  " + words.text(workout.goal)]
    case .pacer(let workout):
      let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
      let isImperial =
        units == .imperial || (units == .written && [.mi, .yd, .ft].contains(workout.distance.unit))
      let pace = words.text(speed.converted(to: isImperial ? .minutesPerMile : .minutesPerKilometre))
      let perHour = words.text(speed.converted(to: isImperial ? .milesPerHour : .kilometresPerHour))
      return ["  \(words.text(workout.distance)) in \(words.text(workout.time)): \(pace), or \(perHour)"]
    case .swimBikeRun(let workout):
      return workout.legs.enumerated().map { index, leg in
        "  \(index + 1)  \(leg.activity.support.title), \(leg.location.words)"
      }
    case .custom(let workout):
      return Self.aligned(workout.rows(words))
    }
  }

  private static func aligned(_ rows: [PlanRow]) -> [String] {
    let goalWidth = rows.map(\.goal.count).max() ?? 0
    let titleWidth = rows.map { $0.title.count + 2 * $0.depth }.max() ?? 0
    return rows.map { row in
      guard !row.goal.isEmpty else { return "  " + row.title }
      let title = String(repeating: " ", count: 2 * row.depth) + row.title
      let cells = [
        title.padded(to: titleWidth), row.alert.isEmpty ? row.goal : row.goal.padded(to: goalWidth), row.alert,
      ]
      return "  " + cells.filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }
}

/// A step of a custom plan in words, or the heading of a block.
struct PlanRow {
  var title: String
  var goal = ""
  var alert = ""
  var depth = 0
}

extension CustomWorkout {
  /// The steps in their order, with a heading for each block that is repeated.
  func rows(_ words: PlanWords) -> [PlanRow] {
    var rows: [PlanRow] = []
    if let warmup { rows.append(row("Warm-up", warmup, words)) }
    for block in blocks {
      if block.iterations != 1 { rows.append(PlanRow(title: "\(block.iterations) times")) }
      for item in block.steps {
        rows.append(
          row(item.purpose == .work ? "Work" : "Recovery", item.step, words, depth: block.iterations == 1 ? 0 : 1))
      }
    }
    if let cooldown { rows.append(row("Cooldown", cooldown, words)) }
    return rows
  }

  private func row(_ title: String, _ step: PlanStep, _ words: PlanWords, depth: Int = 0) -> PlanRow {
    PlanRow(
      title: step.name ?? title, goal: words.text(SingleGoal(step.goal)), alert: step.alert.map(words.text) ?? "",
      depth: depth)
  }
}
