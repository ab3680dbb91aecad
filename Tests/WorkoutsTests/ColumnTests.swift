import SPSimulation
import SPTables
import Testing

@testable import SPWorkouts

/// Columns of workouts.
struct ColumnTests {
  /// Every table with rows of a session on two devices.
  private static func tables() throws -> [String: FeatureTable] {
    let workout = try SimulatedWorkout(WorkoutSettings(seed: 12))
    var rules = WorkoutRules()
    rules.maxHeartRateBpm = 190
    rules.thresholdPower = .given(250)
    let session = try #require(WorkoutSession(SimulatedSessions.recordings(workout), rules: rules))
    let row = try #require(WorkoutColumns.Row(session))
    return [
      "workouts": FeatureTable(rows: [row], columns: WorkoutColumns.all),
      "laps": FeatureTable(rows: LapColumns.rows(row.analysis), columns: LapColumns.all),
      "intervals": FeatureTable(rows: IntervalColumns.rows(row.analysis), columns: IntervalColumns.all),
      "power_curve": FeatureTable(rows: row.analysis.curve.points, columns: PowerCurveColumns.all),
      "zones": FeatureTable(rows: row.analysis.zones, columns: ZoneColumns.all),
      "workout_faults": FeatureTable(rows: row.analysis.faults, columns: WorkoutFaultColumns.all),
      "workout_states": FeatureTable(rows: session.states, columns: WorkoutStateColumns.all),
      "device_differences": FeatureTable(rows: session.differences, columns: DeviceDifferenceColumns.all),
    ]
  }

  @Test("a session's rows fill every table, and each column name is one")
  func tables() throws {
    let tables = try Self.tables()
    for (name, table) in tables {
      let names = table.schema.map(\.name)
      #expect(Set(names).count == names.count, "\(name): \(names)")
      #expect(table.rowCount > 0 || name == "workout_faults", "\(name)")
      for column in table.columns {
        for row in 0..<table.rowCount {
          guard let range = column.description.range, let text = column.values.text(at: row) else { continue }
          if let values = range.values { #expect(values.contains(text), "\(name).\(column.description.name): \(text)") }
          if let minimum = range.minimum, let number = Double(text) { #expect(number >= minimum) }
          if let maximum = range.maximum, let number = Double(text) { #expect(number <= maximum) }
        }
      }
    }
    let workouts = try #require(tables["workouts"])
    for figure in [
      "timer_time_s", "elapsed_time_s", "distance_m", "mean_power_w", "normalized_power_w", "mean_heart_rate_bpm",
      "mean_cadence_rpm", "training_stress_score",
    ] {
      #expect(workouts[figure]?.values.text(at: 0) != nil, "\(figure)")
      #expect(workouts["device_\(figure)"] != nil, "device_\(figure)")
    }
    #expect(workouts["devices"]?.values == .string(["watch;phone"]))
    #expect(workouts["timer_source"]?.values == .string(["states"]))
  }

  @Test(
    "the start of a workout is dated by its reference device; a clock that was never set dates nothing",
    arguments: [
      (1_365_715_970.5, "2013-04-11T21:32:50.500000Z"), (631_065_700, nil), (12, nil), (nil, nil),
    ] as [(Double?, String?)])
  func start(_ instant: Double?, _ recordedAt: String?) throws {
    var recordings = SimulatedSessions.recordings(try SimulatedWorkout(WorkoutSettings(seed: 12)))
    let session = try #require(WorkoutSession(recordings))
    let begin = try #require(session.analysis).figures.startTime
    for place in recordings.indices {
      let isReference = recordings[place].device == "watch"
      recordings[place].clockZeroS = isReference ? instant.map { $0 - begin } : 0
      recordings[place].utcOffsetS = isReference ? 7200 : nil
    }
    let dated = try #require(WorkoutSession(recordings))
    let row = try #require(WorkoutColumns.Row(dated))
    let table = FeatureTable(rows: [row], columns: WorkoutColumns.all)
    #expect(
      table["recorded_at"]?.values.text(at: 0).map { String($0.prefix(22)) } == recordedAt.map { String($0.prefix(22)) }
    )
    #expect(table["utc_offset_s"]?.values == .float64([7200]))
  }

  @Test("an explanation names what is near a moment")
  func explanation() throws {
    let workout = try SimulatedWorkout(WorkoutSettings(seed: 12))
    let session = try #require(WorkoutSession(SimulatedSessions.recordings(workout)))
    let start = try #require(session.states.first { $0.device == "watch" && $0.to == .running })
    let words = session.explain(at: start.time, within: 1)
    #expect(words.contains { $0.hasSuffix(" s: watch: prepared to running, legal: the session starts here") })
    let before = session.explain(at: start.time - 1000, within: 1)
    #expect(before.count == 1 && before[0].contains(" s later: "))
    #expect(session.clockWords.hasPrefix("times are on the clock of the watch; that of the phone is "))
  }
}
