import SPWorkoutPlans
import TestSupport
import Testing

/// Plans held against rides.
struct MatchingTests {
  private static let mile = 1609.344

  /// Three times a minute and 30 s, then an open cooldown.
  private static let intervals = WorkoutPlan(
    "Intervals",
    .custom(
      CustomWorkout(
        .cycling,
        blocks: [
          PlanBlock(
            iterations: 3,
            [
              .work(.time(Measure(60, .s)), alert: StepAlert(.powerRange(MeasureRange(250...275, .w)))),
              .recovery(.time(Measure(30, .s))),
            ])
        ], cooldown: PlanStep(.open))))

  private static func match(
    _ plan: WorkoutPlan, _ rider: Rider, _ meaning: PlanMatch.LapMeaning = .automatic
  ) throws -> PlanMatch {
    var rider = rider
    rider.end()
    return try PlanMatcher(plan, lapMeaning: meaning).match(rider.ride)
  }

  @Test("The published plan: 14 of 14 steps, whatever is paused meanwhile")
  func published() throws {
    var rider = Rider()
    var bounds = [rider.time]
    rider.go(412.7, speed: 6)
    rider.lap()
    bounds.append(rider.time)
    for iteration in 0..<4 {
      rider.go(metres: Self.mile, speed: 4.7)
      if iteration == 2 { rider.pause(95) }
      rider.go(metres: Self.mile, speed: 5.3)
      bounds.append(rider.time)
      rider.go(metres: 0.5 * Self.mile, speed: 4)
      bounds.append(rider.time)
    }
    for iteration in 0..<2 {
      rider.go(80, power: 260)
      if iteration == 1 { rider.pause(20) }
      rider.go(40, power: 300)
      bounds.append(rider.time)
      rider.go(30, power: 120)
      bounds.append(rider.time)
    }
    rider.go(300, power: 100)
    bounds.append(rider.time)
    let match = try Self.match(Plans.published, rider)
    #expect(match.count(.reached) == 14 && match.plannedCount == 14 && match.lapMeaning == .nextStep)
    #expect(match.riddenOn == nil && match.repeatedCount == 0)
    #expect(match.steps.map(\.step.role) == ["warmup"] + (0..<6).flatMap { _ in ["work", "recovery"] } + ["cooldown"])
    for (step, (start, end)) in zip(match.steps, zip(bounds, bounds.dropFirst())) {
      let span = try #require(step.span)
      #expect(abs(span.lowerBound - start) < 1e-6 && abs(span.upperBound - end) < 1e-6, "step \(step.index)")
    }
    let third = try #require(match.steps[5].figures)
    #expect(abs(third.timerS - Self.mile / 4.7 - Self.mile / 5.3) < 1e-6)
    #expect(try abs(#require(third.distanceM) - 2 * Self.mile) < 1e-6)
    // 10 mph are 4.4704 m/s: above them throughout.
    #expect(match.steps[1].figures?.compliance?.fraction == 1)
    // 250 to 275 W for 80 of 120 s.
    #expect(try abs(#require(match.steps[9].figures?.compliance).fraction - 80.0 / 120) < 0.01)
    // Nobody knows the zones of this rider's heart.
    #expect(match.steps[2].figures?.compliance == nil)
  }

  @Test("A lap goes on to the next step: soon after the start it skips one, later it cuts it short")
  func skips() throws {
    var rider = Rider()
    rider.go(60)
    rider.go(30)
    rider.go(3)
    rider.lap()
    rider.go(30)
    rider.go(40)
    rider.lap()
    rider.go(30)
    rider.go(100)
    let match = try Self.match(Self.intervals, rider)
    #expect(match.steps.map(\.outcome) == [.reached, .reached, .skipped, .reached, .cutShort, .reached, .reached])
    #expect(match.steps[4].reason == "a lap ended it before its goal, 1 min")
    #expect(match.steps[4].figures?.timerS == 40 && match.steps[4].overshootS == nil)
    #expect(match.steps[6].span?.upperBound == match.steps[6].span.map { $0.lowerBound + 100 })
  }

  @Test("Energy, and a distance in a ride without any, are not measured", arguments: PlanMatch.LapMeaning.allCases)
  func notMeasured(_ meaning: PlanMatch.LapMeaning) throws {
    let energy = WorkoutPlan(
      "Energy", .singleGoal(SingleGoalWorkout(.cycling, goal: .energy(Measure(900, .kcal)))))
    var rider = Rider()
    rider.go(600)
    let burnt = try Self.match(energy, rider, meaning)
    #expect(burnt.steps.map(\.outcome) == [.notMeasured] && burnt.count(.reached) == 0)
    #expect(burnt.steps[0].reason.contains("no sensor measures energy"))

    let distance = WorkoutPlan(
      "Far", .custom(CustomWorkout(.cycling, blocks: [PlanBlock([.work(.distance(Measure(2, .km))), .work(.open)])])))
    rider = Rider()
    rider.go(300)
    rider.lap()
    rider.go(300)
    rider.end()
    var ride = rider.ride
    (ride.distanceTimes, ride.distanceMetres) = ([], [])
    let match = try PlanMatcher(distance, lapMeaning: meaning).match(ride)
    #expect(match.steps.map(\.outcome) == [.notMeasured, .reached])
    #expect(match.steps[0].reason.hasPrefix("a lap ended it; the recording has no distance"))
    #expect(match.steps[1].reason == "the workout's end ended the open step")
  }

  @Test("Where a rider goes on behind the last step, its goal ended it")
  func trimmed() throws {
    let plan = WorkoutPlan(
      "Minutes", .custom(CustomWorkout(.cycling, blocks: [PlanBlock(iterations: 3, [.work(.time(Measure(60, .s)))])])))
    var rider = Rider()
    for _ in 0..<2 {
      rider.go(60)
      rider.lap()
    }
    rider.go(260)
    let match = try Self.match(plan, rider, .everyStep)
    #expect(match.steps.map(\.reason).last == "1 min reached" && match.riddenOnS == 200)
  }

  @Test("A ride that ends early leaves steps undone, and one that goes on has time behind the plan")
  func ends() throws {
    var rider = Rider()
    rider.go(100)
    let early = try Self.match(Self.intervals, rider)
    #expect(early.steps.map(\.outcome) == [.reached, .reached, .cutShort, .notDone, .notDone, .notDone, .notDone])
    #expect(early.riddenOn == nil && early.riddenOnS == 0)
    rider.go(170)
    rider.go(33)
    rider.lap()
    rider.go(20)
    let late = try Self.match(Self.intervals, rider)
    #expect(late.count(.reached) == 7 && late.riddenOnS == 20)
  }

  @Test("Where every goal is reached at a lap, skipped and repeated steps are found by the lengths of laps")
  func everyStep() throws {
    var rider = Rider()
    func ride(_ lengths: [(Double, Double)]) -> Rider {
      var rider = Rider()
      for (seconds, power) in lengths {
        rider.go(seconds, power: power)
        rider.lap()
      }
      return rider
    }
    // Work, rest, work without the rest between, work and rest, and home.
    rider = ride([(60.4, 260), (30.2, 100), (60.1, 260), (59.8, 265), (30.3, 100)])
    rider.go(200, power: 100)
    let skipped = try Self.match(Self.intervals, rider)
    #expect(skipped.lapMeaning == .everyStep)
    #expect(
      skipped.steps.map(\.outcome) == [.reached, .reached, .reached, .skipped, .reached, .reached, .reached])
    // The second effort is done twice.
    rider = ride([(60.4, 260), (30.2, 100), (60.1, 260), (60.2, 260), (30, 100), (59.8, 265), (30.3, 100)])
    rider.go(200, power: 100)
    let repeated = try Self.match(Self.intervals, rider)
    #expect(repeated.lapMeaning == .everyStep && repeated.repeatedCount == 1)
    #expect(repeated.steps.map(\.index) == [0, 1, 2, 2, 3, 4, 5, 6])
    #expect(repeated.steps.map(\.repetition) == [0, 0, 0, 1, 0, 0, 0, 0])
    #expect(repeated.count(.reached) == 7 && repeated.riddenOn == nil)
    // The second rest three times.
    rider = ride([
      (60.4, 260), (30.2, 100), (60.1, 260), (30, 100), (30.1, 100), (30, 100), (60.2, 260), (30, 100),
    ])
    rider.go(200, power: 100)
    let thrice = try Self.match(Self.intervals, rider)
    #expect(thrice.steps.map(\.index) == [0, 1, 2, 3, 3, 3, 4, 5, 6])
    #expect(thrice.steps.map(\.repetition) == [0, 0, 0, 0, 1, 2, 0, 0, 0])
    // Ended after the second effort, with its length to the second.
    rider = ride([(60.4, 260), (30.2, 100)])
    rider.go(60.3, power: 260)
    let ended = try Self.match(Self.intervals, rider)
    #expect(ended.steps.map(\.outcome) == [.reached, .reached, .reached, .notDone, .notDone, .notDone, .notDone])
    #expect(try abs(#require(ended.steps[0].overshootS) - 0.4) < 1e-6)
  }

  @Test("Laps that a device makes by itself end open steps only, where that is asked for")
  func openStep() throws {
    let plan = WorkoutPlan(
      "Two", .custom(CustomWorkout(.running, blocks: [PlanBlock([.work(.distance(Measure(2.5, .km))), .work(.open)])])))
    var rider = Rider()
    for _ in 0..<4 {
      rider.go(metres: 1000, speed: 4)
      rider.lap()
    }
    let match = try Self.match(plan, rider, .openStep)
    #expect(match.steps.map(\.outcome) == [.reached, .reached])
    #expect(match.steps.map { $0.figures?.distanceM?.rounded() } == [2500, 500] && match.riddenOnS == 250)
    #expect(try Self.match(plan, rider, .nextStep).steps[0].outcome == .cutShort)
  }

  @Test("A single goal that is reached, missed, or open")
  func singleGoal() throws {
    func match(_ goal: SingleGoal, _ rider: Rider) throws -> PlanMatch {
      try Self.match(WorkoutPlan("Goal", .singleGoal(SingleGoalWorkout(.cycling, goal: goal))), rider)
    }
    // No lap ends it.
    var rider = Rider()
    rider.go(metres: 700)
    rider.lap()
    rider.go(metres: 5_300)
    rider.lap()
    let open = try match(.open, rider)
    #expect(open.lapMeaning == nil && open.riddenOn == nil)
    #expect(open.steps.map(\.outcome) == [.reached] && open.steps[0].figures?.timerS == 750)
    let far = try match(.distance(Measure(5, .km)), rider)
    #expect(far.steps.map(\.outcome) == [.reached] && far.steps[0].figures?.timerS == 625 && far.riddenOnS == 125)
    let missed = try match(.time(Measure(20, .min)), rider)
    #expect(missed.steps.map(\.outcome) == [.cutShort])
    #expect(missed.steps[0].reason == "the workout's end ended it before its goal, 20 min")
    // A swim of 400 m within 8 min.
    var swimmer = Rider()
    swimmer.go(metres: 400, speed: 0.8)
    swimmer.go(30, speed: 0.5)
    let swim = try Self.match(Plans.plan("pool_swim"), swimmer)
    #expect(swim.steps.map(\.outcome) == [.reached] && swim.riddenOnS == 30)
    #expect(swim.steps[0].reason == "400 m reached in 8 min 20 s, 20 s over the plan's 8 min")
    #expect(try abs(#require(swim.steps[0].timeOverPlanS) - 20) < 1e-6)
  }

  @Test("A pacer: its distance reached before its time, and the mean speed held against its pace")
  func pacer() throws {
    var runner = Rider()
    runner.go(metres: 10_000, speed: 3.4)
    let fast = try Self.match(Plans.plan("ten_kilometres"), runner)
    #expect(fast.steps.map(\.outcome) == [.reached] && fast.riddenOn == nil)
    #expect(fast.steps[0].reason == "10 km reached in 49 min 1 s, 59 s under the plan's 50 min")
    #expect(fast.steps[0].figures?.compliance?.fraction == 1)
    let target = try #require(fast.steps[0].figures?.target)
    #expect(target.quantity == .speed && abs(target.low - 10_000 / 3000) < 1e-9 && target.high == nil)
    var slow = Rider()
    slow.go(metres: 9_900, speed: 3)
    #expect(try Self.match(Plans.plan("ten_kilometres"), slow).steps.map(\.outcome) == [.cutShort])
  }

  @Test("Laps that a device makes by itself each kilometre end no step; those of the rider beside them do")
  func automaticLaps() throws {
    let plan = WorkoutPlan(
      "Far",
      .custom(
        CustomWorkout(
          .cycling, warmup: PlanStep(.open), blocks: [PlanBlock([.work(.distance(Measure(5.3, .km))), .work(.open)])])))
    var rider = Rider()
    rider.go(metres: 400)
    rider.lap()
    for _ in 0..<5 {
      rider.go(metres: 1000)
      rider.lap()
    }
    rider.go(metres: 700)
    let match = try Self.match(plan, rider)
    #expect(match.automaticLapCount == 5 && match.lapMeaning == .nextStep)
    #expect(match.steps.map(\.outcome) == [.reached, .reached, .reached])
    #expect(match.steps.map { $0.figures?.distanceM?.rounded() } == [400, 5300, 400])
    // Asked for, each lap is the rider's.
    #expect(try Self.match(plan, rider, .nextStep).steps[1].outcome == .cutShort)
  }

  @Test("Laps by hand remain the rider's: where nothing else ends steps, and where they are no even distances apart")
  func lapsByHand() throws {
    let rounds = WorkoutPlan(
      "Rounds", .custom(CustomWorkout(.cycling, blocks: [PlanBlock(iterations: 4, [.work(.open)])])))
    var rider = Rider()
    for _ in 0..<3 {
      rider.go(metres: 400)
      rider.lap()
    }
    rider.go(metres: 400)
    #expect(try Self.match(rounds, rider).count(.reached) == 4)
    let plan = WorkoutPlan(
      "Far",
      .custom(
        CustomWorkout(.cycling, blocks: [PlanBlock(iterations: 5, [.work(.open), .work(.distance(Measure(9, .km)))])])))
    var uneven = Rider()
    for metres in [1000, 9000, 640, 9000, 1000, 9000, 1320, 9000.0] {
      uneven.go(metres: metres)
      uneven.lap()
    }
    uneven.go(metres: 300)
    let match = try Self.match(plan, uneven)
    #expect(match.automaticLapCount == 0 && match.count(.reached) == 9, "\(match.steps.map(\.outcome))")
  }

  @Test("A workout that ends within a second of its last goal ended with it, and within 5 s of a step ahead of it")
  func endsWithin() throws {
    var rider = Rider()
    for seconds in [60, 30, 60, 30, 60.0] { rider.go(seconds) }
    rider.go(29.3)
    let plan = WorkoutPlan(
      "Intervals",
      .custom(
        CustomWorkout(
          .cycling,
          blocks: [PlanBlock(iterations: 3, [.work(.time(Measure(60, .s))), .recovery(.time(Measure(30, .s)))])])))
    let near = try Self.match(plan, rider)
    #expect(near.count(.reached) == 6 && near.steps[5].figures.map { abs($0.timerS - 29.3) < 1e-6 } == true)
    var early = Rider()
    for seconds in [60, 30, 60, 4.0] { early.go(seconds) }
    #expect(
      try Self.match(plan, early).steps.map(\.outcome) == [.reached, .reached, .reached, .notDone, .notDone, .notDone])
  }

  @Test("With a lap for each step, one that is cut short is told from one that is skipped")
  func cutShort() throws {
    var rider = Rider()
    for (seconds, power) in [(60.0, 260.0), (30, 100), (38.5, 260), (30, 100), (60, 260), (30, 100)] {
      rider.go(seconds, power: power)
      rider.lap()
    }
    rider.go(120)
    let match = try Self.match(Self.intervals, rider)
    #expect(match.lapMeaning == .everyStep && match.repeatedCount == 0)
    #expect(match.steps.map(\.outcome) == [.reached, .reached, .cutShort, .reached, .reached, .reached, .reached])
  }

  @Test("Far too many steps are refused")
  func refused() throws {
    let long = PlanBlock(iterations: 1000, Array(repeating: .work(.open), count: 6))
    #expect(
      told { try PlanMatcher(WorkoutPlan("Long", .custom(CustomWorkout(.golf, blocks: [long])))) } == [
        "has 6000 steps with all iterations; expected at most 2000"
      ])
  }

  @Test("Rides without anything in them, and with laps at odd moments, are no trouble")
  func odd() throws {
    let empty = try PlanMatcher(Self.intervals).match(RecordedRide(running: []))
    #expect(empty.steps.allSatisfy { $0.outcome == .notDone })
    var source = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      var rider = Rider()
      for _ in 0..<Int.random(in: 0..<12, using: &source) {
        switch Int.random(in: 0..<4, using: &source) {
        case 0: rider.pause(Double.random(in: 0...50, using: &source))
        case 1: rider.lap()
        default: rider.go(Double.random(in: 0...90, using: &source))
        }
      }
      for meaning in PlanMatch.LapMeaning.allCases {
        let match = try Self.match(Self.intervals, rider, meaning)
        let spans = match.steps.compactMap(\.span)
        try #require(Set(match.steps.map(\.index)) == Set(0..<7))
        try #require(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      }
    }
  }
}
