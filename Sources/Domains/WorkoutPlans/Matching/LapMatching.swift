/// Matches the steps of a plan with the laps of a ride in which every step ended with a lap. Steps may be skipped or
/// repeated, and the ride may end early or continue.
///
/// Dynamic programming over laps and steps finds the assignment with the least cost. The costs are our choice, roughly
/// negative logarithms of frequencies. One step in ten is skipped, repeated or cut short: each costs 2.3. If any length
/// is possible, one lap in ten has the length of another step by chance: this costs 2.3 more. Any length is possible
/// for a step that is cut short or open, for the last step, and for the time after the plan. A lap outside of its
/// alert's target costs up to 1.
struct LapMatching {
  private enum Cost {
    static let skip = 2.3, again = 2.3, anyLength = 2.3, notDone = 0.2, end = 1.0
    static let wrongLength = 4.6...5.2
    static let outsideTarget = 1.0
    /// Less than any meaningful difference between costs.
    static let nothing = 1e-6
  }

  private enum Move: UInt8 { case none, step, skip, again, notDone, riddenOn }

  private let measuring: StepMeasuring
  private let steps: [PlanMatcher.Step]
  private let spans: [ClosedRange<Double>]
  private var path: [(move: Move, lap: Int, step: Int)] = []
  /// The largest number of laps that are distinguished: far more than a plan has steps.
  private static let mostLaps = 5000

  init(_ measuring: StepMeasuring, _ steps: [PlanMatcher.Step]) {
    self.measuring = measuring
    self.steps = steps
    spans = Self.spans(of: measuring.ride)
    path = moves()
  }

  /// The stretches between laps, from start to end.
  static func spans(of ride: RecordedRide) -> [ClosedRange<Double>] {
    var bounds = [ride.start]
    for lap in ride.laps where lap > bounds[bounds.count - 1] + PlanMatcher.nearS && lap < ride.end - PlanMatcher.nearS
    {
      guard bounds.count < mostLaps else { break }
      bounds.append(lap)
    }
    return zip(bounds, bounds.dropFirst() + [ride.end]).map { $0...max($0, $1) }
  }

  /// Whether laps mark the ends of steps. Most laps matched with a goal, and at least two, must have its length. The
  /// ride must not go far beyond a goal without a lap.
  var isLikely: Bool {
    guard !isBeyondGoal else { return false }
    let held = path.filter {
      $0.move == .step && $0.lap < spans.count - 1 && measuring.progress.lack(for: steps[$0.step].goal) == nil
        && steps[$0.step].goal != .open
    }
    let near = held.count { isNear($0.lap, $0.step) }
    return near > 1 && 2 * near > held.count
  }

  private var isBeyondGoal: Bool {
    guard let last = path.last(where: { $0.move == .step || $0.move == .again }), last.lap == spans.count - 1,
      last.step < steps.count - 1,
      let goal = measuring.progress.time(of: steps[last.step].goal, from: spans[last.lap].lowerBound)
    else { return false }
    return spans[last.lap].upperBound - goal > PlanMatcher.longestSkipS && !isNear(last.lap, last.step)
  }

  var match: PlanMatch {
    var found: [PlanMatch.Step] = []
    var riddenOn: ClosedRange<Double>?
    for (move, lap, step) in path {
      switch move {
      case .step: found.append(made(step, lap))
      case .again:
        let times = found.reversed().prefix { $0.index == step }.count
        found.append(made(step, lap, repetition: max(1, times)))
      case .skip:
        found.append(
          PlanMatch.Step(index: step, step: steps[step], outcome: .skipped, reason: "no lap is like it"))
      case .notDone:
        found.append(
          PlanMatch.Step(index: step, step: steps[step], outcome: .notDone, reason: PlanMatch.endedBefore))
      case .riddenOn: riddenOn = (riddenOn ?? spans[lap]).lowerBound...spans[lap].upperBound
      case .none: break
      }
    }
    let end = measuring.ride.end
    if riddenOn == nil, let last = found.last?.span?.upperBound, last < end { riddenOn = last...end }
    let timer = riddenOn.map {
      measuring.progress.timerS(at: $0.upperBound) - measuring.progress.timerS(at: $0.lowerBound)
    }
    return PlanMatch(
      steps: found, lapMeaning: .everyStep, plannedCount: steps.count, riddenOn: riddenOn, riddenOnS: timer ?? 0)
  }

  /// The moves of the best assignment, in order, each with its lap and its step.
  private func moves() -> [(move: Move, lap: Int, step: Int)] {
    let width = steps.count + 1
    var costs = [Double](repeating: .infinity, count: (spans.count + 1) * width)
    var moves = [Move](repeating: .none, count: costs.count)
    var cache = CostCache()
    costs[0] = 0
    func take(_ place: Int, _ cost: Double, _ move: Move) {
      // Of assignments with equal costs, the assignment that skips later steps wins.
      guard cost < costs[place] - Cost.nothing else { return }
      costs[place] = cost
      moves[place] = move
    }
    for lap in 0...spans.count {
      for step in 0...steps.count {
        let place = lap * width + step
        if step > 0 {
          let isOver = lap == spans.count
          take(place, costs[place - 1] + (isOver ? Cost.notDone : Cost.skip), isOver ? .notDone : .skip)
        }
        guard lap > 0 else { continue }
        if step > 0 {
          let cost = cost(lap - 1, step - 1, &cache)
          take(place, costs[place - width - 1] + cost, .step)
          take(place, costs[place - width] + Cost.again + cost, .again)
        }
        if step == steps.count { take(place, costs[place - width] + Cost.end + Cost.anyLength, .riddenOn) }
      }
    }
    var (lap, step) = (spans.count, steps.count)
    var path: [(move: Move, lap: Int, step: Int)] = []
    while lap > 0 || step > 0 {
      let move = moves[lap * width + step]
      path.append((move, lap - 1, step - 1))
      switch move {
      case .step: (lap, step) = (lap - 1, step - 1)
      case .skip, .notDone: step -= 1
      case .again, .riddenOn: lap -= 1
      case .none: return []
      }
    }
    return path.reversed()
  }

  /// The cost of equal alerts for a lap, shared by many steps.
  private struct CostCache {
    var lap = -1
    var alerts: [StepAlert: Double] = [:]
  }

  private func cost(_ lap: Int, _ step: Int, _ cache: inout CostCache) -> Double {
    var cost = Cost.anyLength
    let span = spans[lap]
    if let fraction = fraction(lap, step) {
      let isLast = lap == spans.count - 1
      if isNear(lap, step) {
        cost = 0
      } else if isLast {
        // The workout may end at any point within a step, or after it.
        cost = Cost.anyLength + Cost.end
      } else {
        let miss = fraction < 1 ? 1 - fraction : min(fraction - 1, 1)
        cost = Cost.wrongLength.lowerBound + (Cost.wrongLength.upperBound - Cost.wrongLength.lowerBound) * miss
      }
    }
    guard let alert = steps[step].alert else { return cost }
    if cache.lap != lap { cache = CostCache(lap: lap) }
    if let known = cache.alerts[alert] { return cost + known }
    let outside = measuring.compliance(alert, span).map { Cost.outsideTarget * (1 - $0.fraction) } ?? 0
    cache.alerts[alert] = outside
    return cost + outside
  }

  /// The length of a lap as a fraction of a step's goal; nil if it cannot be measured.
  private func fraction(_ lap: Int, _ step: Int) -> Double? {
    let (from, to) = (spans[lap].lowerBound, spans[lap].upperBound)
    switch steps[step].goal {
    case .open, .energy: return nil
    case .time(let time): return (measuring.progress.timerS(at: to) - measuring.progress.timerS(at: from)) / time.base
    case .distance(let distance), .poolSwim(let distance, _):
      guard let start = measuring.progress.metres(at: from), let end = measuring.progress.metres(at: to) else {
        return nil
      }
      return (end - start) / distance.base
    }
  }

  /// Whether a lap ends where its step's goal is reached, within 2 s or 2 % of the lap.
  private func isNear(_ lap: Int, _ step: Int) -> Bool {
    let span = spans[lap]
    let tolerance = max(2, 0.02 * (span.upperBound - span.lowerBound))
    if let goal = measuring.progress.time(of: steps[step].goal, from: span.lowerBound) {
      return abs(goal - span.upperBound) <= tolerance
    }
    return fraction(lap, step).map { $0 > 0.98 } ?? false
  }

  private func made(_ index: Int, _ lap: Int, repetition: Int = 0) -> PlanMatch.Step {
    let step = steps[index]
    let goal = measuring.progress.time(of: step.goal, from: spans[lap].lowerBound)
    var span = spans[lap]
    let isLast = lap == spans.count - 1
    let isReached = goal.map { $0 <= span.upperBound } ?? false || isNear(lap, index)
    // A step without a lap at its end is ended only by its goal.
    let isTrimmed = isLast && index == steps.count - 1 && goal.map { $0 < span.upperBound } ?? false
    if isTrimmed, let goal { span = span.lowerBound...goal }
    let end = isLast ? "the workout's end ended" : "a lap ended"
    let (outcome, reason) =
      isReached
      ? (
        .reached,
        (goal.map { measuring.reached(step, from: spans[lap].lowerBound, at: min($0, span.upperBound)) }
          ?? "\(step.goalText) reached") + (isTrimmed ? "" : ", and \(end) it")
      )
      : StepMeasuring.ending(step, lack: measuring.progress.lack(for: step.goal), by: end)
    return PlanMatch.Step(
      index: index, repetition: repetition, step: step, outcome: outcome, span: span,
      figures: measuring.figures(span, step.alert),
      overshootS: goal.flatMap { $0 <= span.upperBound ? span.upperBound - $0 : nil }, reason: reason)
  }
}
