import SPWorkoutPlans
import Testing

/// Plans of several activities held against workouts.
struct LegMatchingTests {
  private static func match(_ athlete: Rider) throws -> PlanMatch {
    var athlete = athlete
    athlete.end()
    return try PlanMatcher(Plans.plan("triathlon")).match(athlete.ride)
  }

  /// Swims, rides and runs, with laps between and perhaps each so far.
  private static func triathlete(transitions: Bool, laps: Int) -> (rider: Rider, bounds: [ClosedRange<Double>]) {
    var rider = Rider()
    var bounds: [ClosedRange<Double>] = []
    for (leg, (metres, speed)) in [(1500.0, 1.2), (40_000, 9), (10_000, 3.2)].enumerated() {
      if leg > 0 {
        rider.lap()
        if transitions {
          rider.go(95, speed: 1.4)
          rider.lap()
        }
      }
      let start = rider.time
      for lap in 0..<laps {
        rider.go(metres: metres / Double(laps), speed: speed)
        if lap < laps - 1 { rider.lap() }
      }
      bounds.append(start...rider.time)
    }
    return (rider, bounds)
  }

  @Test("Swim, bike and run are parted by laps, with transitions or without", arguments: [1, 5], [false, true])
  func swimBikeRun(laps: Int, transitions: Bool) throws {
    let (rider, bounds) = Self.triathlete(transitions: transitions, laps: laps)
    let match = try Self.match(rider)
    #expect(match.steps.map(\.step.name) == ["Swimming", "Cycling", "Running"])
    #expect(match.steps.map(\.outcome) == [.reached, .reached, .reached] && match.plannedCount == 3)
    #expect(match.steps.map(\.span) == bounds)
    #expect(
      match.steps[0].reason == "a lap ended it" + (transitions ? ", and a transition of 1 min 35 s followed" : ""))
    #expect(match.steps[2].reason == "the workout's end ended it")
    #expect(try abs(#require(match.steps[1].figures?.distanceM) - 40_000) < 20)
  }

  @Test("An activity that is left out is skipped, and the others are found by their speeds", arguments: 0...1)
  func leftOut(leg: Int) throws {
    var rider = Rider()
    for (index, (metres, speed)) in [(1500.0, 1.2), (40_000, 9), (10_000, 3.2)].enumerated() where index != leg {
      rider.go(metres: metres, speed: speed)
      if index < 2 { rider.lap() }
    }
    let match = try Self.match(rider)
    let outcomes: [PlanMatch.Outcome] = (0...2).map { $0 == leg ? .skipped : .reached }
    #expect(match.steps.map(\.outcome) == outcomes)
    #expect(match.steps[leg].reason == "nothing between laps is like it")
    #expect(match.steps[2].reason == "the workout's end ended it")
  }

  @Test("Of a triathlon that ends on the bicycle the run is not done; without a lap nobody can part it")
  func unfinished() throws {
    var rider = Rider()
    rider.go(metres: 1500, speed: 1.2)
    rider.lap()
    rider.go(metres: 9_000, speed: 9)
    let ended = try Self.match(rider)
    #expect(ended.steps.map(\.outcome) == [.reached, .reached, .notDone])
    #expect(ended.steps[2].reason == "the workout ended before it")
    var lapless = Rider()
    lapless.go(metres: 1500, speed: 1.2)
    let whole = try Self.match(lapless)
    #expect(whole.steps.map(\.outcome) == [.reached, .notDone, .notDone])
    #expect(whole.steps[1].reason == "no lap tells that it was begun")
  }
}
