import SPWorkoutPlans
import Testing

/// Alerts of a plan held against rides.
struct MatchedAlertTests {
  @Test("Alerts on the average, on zones, and on a pacer's speed")
  func alerts() throws {
    let alerts = [
      StepAlert(.powerThreshold(Measure(200, .w)), on: .average), StepAlert(.heartRateZone(2)),
      StepAlert(.powerZone(1)),
    ]
    let steps = alerts.map { IntervalStep.work(.time(Measure(100, .s)), alert: $0) }
    let plan = WorkoutPlan("Alerts", .custom(CustomWorkout(.cycling, blocks: [PlanBlock(steps)])))
    var rider = Rider()
    rider.go(50, power: 250)
    rider.go(50, power: 170)
    rider.go(75, heartRate: 119)
    rider.go(25, heartRate: 120)
    rider.go(100)
    rider.end()
    var ride = rider.ride
    ride.heartRateZones = [2: 100..<120]
    let match = try PlanMatcher(plan).match(ride)
    #expect(match.steps[0].figures?.compliance?.fraction == 1)
    #expect(match.steps[1].figures?.compliance?.fraction == 0.75)
    #expect(match.steps[2].figures?.compliance == nil)
    #expect(match.compliance == 0.875)
    // 10 km in 50 min are 3.33 m/s.
    var runner = Rider()
    runner.go(metres: 9_000, speed: 3)
    runner.go(metres: 2_000, speed: 5)
    runner.end()
    let pacer = try PlanMatcher(Plans.plan("ten_kilometres")).match(runner.ride)
    #expect(pacer.steps.count == 1 && pacer.steps[0].outcome == .reached && pacer.riddenOnS == 200)
    #expect(pacer.steps[0].figures?.compliance?.fraction == 0)
  }

  @Test("Of a zone, the target is its own ends: the highest has none, and what begins the next one is not in it")
  func zones() throws {
    let plan = WorkoutPlan(
      "Zones",
      .custom(
        CustomWorkout(
          .cycling,
          blocks: [
            PlanBlock([
              .work(.time(Measure(10, .s)), alert: StepAlert(.powerZone(7))),
              .work(.time(Measure(10, .s)), alert: StepAlert(.powerZone(2))),
            ])
          ])))
    var rider = Rider()
    rider.go(10, power: 900)
    rider.go(10, power: 150)
    rider.end()
    var ride = rider.ride
    ride.powerZones = [2: 110..<150, 7: 300..<Double.infinity]
    let match = try PlanMatcher(plan).match(ride)
    let targets = match.steps.compactMap { $0.figures?.target }
    #expect(targets.map(\.low) == [300, 110] && targets.map(\.high) == [nil, 150])
    #expect(match.steps.map { $0.figures?.compliance?.fraction } == [1, 0])
  }
}
