import Foundation
import Swingpipe

/// Intervals on a bike: four times two miles, twice two minutes at a power, with recovery in between.
public let ride = WorkoutPlan(
  "My Workout",
  .custom(
    CustomWorkout(
      .cycling, .outdoor,
      warmup: PlanStep(.open),
      blocks: [
        PlanBlock(
          iterations: 4,
          [
            .work(.distance(Measure(2, .mi)), alert: StepAlert(.speedThreshold(Measure(10, .milesPerHour)))),
            .recovery(.distance(Measure(0.5, .mi)), alert: StepAlert(.heartRateZone(1))),
          ]),
        PlanBlock(
          iterations: 2,
          [
            .work(.time(Measure(2, .min)), alert: StepAlert(.powerRange(MeasureRange(250...275, .w)))),
            .recovery(.time(Measure(30, .s)), alert: StepAlert(.heartRateZone(1))),
          ]),
      ],
      cooldown: PlanStep(.time(Measure(5, .min))))))

/// A week with golf today and the ride the day after tomorrow.
public func week(from now: Date, in zone: NamedTimeZone) throws -> WorkoutSchedule {
  let golf = WorkoutPlan("Golf", .singleGoal(SingleGoalWorkout(.golf, .outdoor, goal: .open)))
  var schedule = WorkoutSchedule(timeZone: zone)
  let today = CalendarDay(of: now, in: zone)
  try schedule.add(golf, on: LocalTime(today), now: now)
  try schedule.add(ride, on: LocalTime(today + 2), now: now)
  return schedule
}
