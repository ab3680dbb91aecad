import Glibc

/// Finds the activities of a plan with several activities, which the rider or the device separates by laps.
///
/// The stretch between two laps belongs to an activity, or to the transition between two activities. Dynamic
/// programming finds the sequence with the least cost. The speeds and costs are our choice. Each minute costs the
/// logarithm of the factor by which the speed is outside of the usual range of the activity. A transition costs 0.1,
/// plus 1 for each 5 min over 5 min, plus 1 if it is as long as the previous lap. Each further lap of an activity costs
/// 0.15, and an activity that was not done costs 2.
struct LegMatching {
  private enum Cost {
    static let transition = 0.1, lap = 0.15, regular = 1.0, notDone = 2.0
    static let usualTransitionS = 300.0
  }

  /// A stretch of the workout: an activity, by its position, or the transition after that activity.
  private struct Part: Hashable {
    var leg: Int
    var isTransition = false
  }

  private let measuring: StepMeasuring
  private let steps: [PlanMatcher.Step]
  private let spans: [ClosedRange<Double>]

  init(_ measuring: StepMeasuring, _ steps: [PlanMatcher.Step]) {
    self.measuring = measuring
    self.steps = steps
    spans = LapMatching.spans(of: measuring.ride)
  }

  var match: PlanMatch {
    let parts = measuring.ride.running.isEmpty ? [] : bestParts
    var found: [PlanMatch.Step] = []
    for (index, step) in steps.enumerated() {
      let own = parts.indices.filter { parts[$0] == Part(leg: index) }
      guard let first = own.first, let last = own.last else {
        found.append(missing(index, parts))
        continue
      }
      let span = spans[first].lowerBound...spans[last].upperBound
      let next = parts.indices.contains(last + 1) ? parts[last + 1] : nil
      var reason = next == nil ? "the workout's end ended it" : "a lap ended it"
      if next?.isTransition == true {
        reason += ", and a transition of \(PlanWords.duration(length(spans[last + 1]).rounded())) followed"
      }
      found.append(
        PlanMatch.Step(
          index: index, step: step, outcome: .reached, span: span, figures: measuring.figures(span, nil), reason: reason
        ))
    }
    return PlanMatch(
      steps: found, lapMeaning: nil, plannedCount: steps.count, riddenOn: nil, riddenOnS: 0)
  }

  /// An activity without a stretch: skipped if a later one was found, otherwise not done.
  private func missing(_ index: Int, _ parts: [Part]) -> PlanMatch.Step {
    let isLeftOut = parts.contains { $0.leg > index }
    let reason =
      isLeftOut
      ? "nothing between laps is like it" : parts.count == 1 ? "no lap tells that it was begun" : PlanMatch.endedBefore
    return PlanMatch.Step(index: index, step: steps[index], outcome: isLeftOut ? .skipped : .notDone, reason: reason)
  }

  private func length(_ span: ClosedRange<Double>) -> Double { span.upperBound - span.lowerBound }

  /// The kind of each stretch between laps.
  private var bestParts: [Part] {
    let parts = steps.indices.flatMap { leg in
      leg < steps.count - 1 ? [Part(leg: leg), Part(leg: leg, isTransition: true)] : [Part(leg: leg)]
    }
    var best = [Double](repeating: .infinity, count: parts.count)
    var from: [[Int]] = []
    for (index, span) in spans.enumerated() {
      var costs = [Double](repeating: .infinity, count: parts.count)
      var places = [Int](repeating: 0, count: parts.count)
      for (place, part) in parts.enumerated() {
        // A stretch as long as the previous lap is probably the next lap at a fixed distance.
        let isRegular = part.isTransition && index > 0 && isAsLong(span, as: spans[index - 1])
        let own = cost(span, part) + (isRegular ? Cost.regular : 0)
        if index == 0 {
          if !part.isTransition { costs[place] = own + Cost.notDone * Double(part.leg) }
          continue
        }
        // A transition is one stretch; an activity may have several stretches, and may follow any earlier activity
        // without a transition.
        for origin in part.isTransition ? [place - 1] : Array((0...place).reversed()) {
          let leftOut = max(0, part.leg - parts[origin].leg - 1)
          let cost = best[origin] + own + (origin == place ? Cost.lap : 0) + Cost.notDone * Double(leftOut)
          guard cost < costs[place] else { continue }
          (costs[place], places[place]) = (cost, origin)
        }
      }
      best = costs
      from.append(places)
    }
    let ends = parts.indices.map { best[$0] + Cost.notDone * Double(steps.count - 1 - parts[$0].leg) }
    var place = parts.indices.min { ends[$0] < ends[$1] } ?? 0
    var path: [Part] = []
    for index in spans.indices.reversed() {
      path.append(parts[place])
      place = from[index][place]
    }
    return path.reversed()
  }

  /// Whether two stretches have the same distance, within 3 %; false without distances.
  private func isAsLong(_ span: ClosedRange<Double>, as other: ClosedRange<Double>) -> Bool {
    guard let own = metres(span), let before = metres(other) else { return false }
    return abs(own - before) <= 0.03 * before
  }

  private func metres(_ span: ClosedRange<Double>) -> Double? {
    measuring.progress.metres(at: span.lowerBound).flatMap { from in
      measuring.progress.metres(at: span.upperBound).map { $0 - from }
    }
  }

  /// The cost of matching a stretch with a part of the plan.
  private func cost(_ span: ClosedRange<Double>, _ part: Part) -> Double {
    var cost = 0.0
    if part.isTransition {
      cost = Cost.transition + max(0, length(span) / Cost.usualTransitionS - 1)
    }
    let timer = measuring.progress.timerS(at: span.upperBound) - measuring.progress.timerS(at: span.lowerBound)
    guard let covered = metres(span), timer > 0 else { return cost }
    let usual = part.isTransition ? 0.0...2.5 : Self.usualSpeeds(steps[part.leg].activity)
    let speed = max(0.05, covered / timer)
    let times = max(usual.lowerBound / speed, speed / usual.upperBound)
    return cost + (times > 1 ? timer / 60 * log(times) : 0)
  }

  /// The usual mean speeds of laps of an activity, m/s.
  private static func usualSpeeds(_ activity: Activity?) -> ClosedRange<Double> {
    switch activity {
    case .swimming: 0.4...2.2
    case .cycling: 3.5...20
    case .running: 1.8...6.5
    default: 0...100
    }
  }
}
