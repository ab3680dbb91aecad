import Foundation
import SPBatches
import SPImporting
import SPRecordings
import SPStages
import TestSupport
import Testing

/// Files of watches, bike computers and apps that are hard to read, from the file to the table of workouts.
@Suite(
  "Sport files",
  .enabled(
    if: FileManager.default.fileExists(atPath: SharedData.path("sport-files")), Comment(rawValue: SharedData.absence)))
struct SportFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Imports a file and runs the pipeline of workouts.
  private func run(_ file: String) async throws -> (
    record: ImportRecord, recording: Recording, warnings: [String], table: (String) throws -> TableText
  ) {
    let path = folder("in.h5")
    let record = try Importer(ImportOptions(), toolVersion: "1.0").run(
      ImportSource(SharedData.path(file)), to: path
    ).record
    let output = folder("out")
    let report = try await TestPipelines.batch(output: output).run(
      try BatchPlan(TestPipelines.loadWritingText("workout.json"), [path]))
    #expect(report.recordings.flatMap(\.errors) == [] && report.isComplete)
    func table(_ name: String) throws -> TableText { try TableText(contentsOf: output + "/merged/\(name).csv") }
    return (
      record, try Recording(opening: path), try report.recordings.flatMap { try $0.details().warnings }.map { "\($0)" },
      table
    )
  }

  private func expect(
    _ table: TableText, _ column: String, _ expected: Double, within fraction: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let value = table[column].first.flatMap(Double.init)
    #expect(
      value.map { abs($0 - expected) <= fraction * expected } == true,
      "\(column) is \(value.map { "\($0)" } ?? "missing")", sourceLocation: sourceLocation)
  }

  @Test("TCX has its laps, with blanks before the declaration too", arguments: ["three_laps", "strava_leading_spaces"])
  func laps(name: String) async throws {
    let laps = try await run("sport-files/\(name).tcx").table("laps")
    #expect(laps["elapsed_time_s"].compactMap(Double.init) == [60, 60, 59])
    #expect(laps["distance_m"].compactMap(Double.init) == [180, 180, 177])
    #expect(laps["device_distance_m"].compactMap(Double.init) == [180, 180, 180])
    #expect(laps["mean_heart_rate_bpm"].compactMap(Double.init) == [120, 130, 140])
  }

  @Test("Records before the timer's first start count")
  func lateTimerStart() async throws {
    let run = try await run("sport-files/late_timer_start.fit")
    let workouts = try run.table("workouts")
    expect(workouts, "timer_time_s", 720, within: 0)
    expect(workouts, "distance_m", 3600, within: 0.002)
    #expect(run.warnings == [])
    #expect(
      run.record.notes.contains(
        "records begin 600 s before the first event of the timer: the timer counts from the first record"))
  }

  @Test("A pool swim has the distance of its lengths and the heart rate of the strap")
  func poolSwim() async throws {
    let workouts = try await run("sport-files/pool_swim_hrm.fit").table("workouts")
    expect(workouts, "distance_m", 2000, within: 1e-9)
    expect(workouts, "timer_time_s", 2847.026, within: 1e-4)
    // NumPy, from fitdecode's bytes: each beat's rate holds until the next beat. The watch states 131 bpm.
    expect(workouts, "mean_heart_rate_bpm", 128.33, within: 1e-3)
  }

  @Test("Timestamps since the device was switched on become dates by the activity's local time")
  func relativeTime() async throws {
    let run = try await run("sport-files/fr70_relative_time.fit")
    #expect(run.recording.attributes.startTime == "2012-02-13T11:16:16.000Z")
    let workouts = try run.table("workouts")
    expect(workouts, "elapsed_time_s", 3883.273, within: 1e-3)
    expect(workouts, "distance_m", 10_248.67, within: 1e-5)
    #expect(try run.table("laps").rows.count == 11)
    #expect(run.record.notes.contains { $0.contains("times are local") }, "\(run.record.notes)")
  }

  @Test("Timestamps without any date stay relative, and the recording says so")
  func undatedTime() async throws {
    let run = try await run("sport-files/stamps_1989.fit")
    #expect(run.recording.attributes.timeOrigin == "boot" && run.recording.attributes.startTime == nil)
    expect(try run.table("workouts"), "timer_time_s", 720, within: 0)
    #expect(run.record.notes.contains { $0.contains("no message dates them") }, "\(run.record.notes)")
  }

  @Test("One timestamp that steps back loses that sample alone")
  func backwardStamp() async throws {
    let run = try await run("sport-files/backward_stamp.fit")
    expect(try run.table("workouts"), "timer_time_s", 720, within: 0)
    #expect(try run.table("workouts")["faults"] == ["clock_jump"])
  }

  @Test("Positions with decimal commas are read")
  func decimalCommas() async throws {
    let run = try await run("sport-files/comma_decimal.gpx")
    // 59 steps of 0.0001 degrees of latitude.
    expect(try run.table("workouts"), "distance_m", 59 * 11.1195, within: 0.001)
    #expect(run.record.notes.contains("60 numbers with a decimal comma, read as such"))
  }

  @Test(
    "A real workout ends when its timer stops for good, as the device's elapsed time does",
    arguments: [
      "ride-2012_01_11_11_51_01", "ride-2013-04-11-17-32-50", "ride-20130716_202738", "ride-20130717_143733",
      "swim-2016-05-23", "dive-garmin-2023-08-17",
    ])
  func elapsedTime(name: String) async throws {
    let workouts = try await run("fit/\(name).fit").table("workouts")
    let elapsed = try #require(workouts["elapsed_time_s"].first.flatMap(Double.init))
    let device = try #require(workouts["device_elapsed_time_s"].first.flatMap(Double.init))
    #expect(abs(elapsed - device) <= 2)
  }

  @Test("A device whose timer time differs from that of its data is told of, with both")
  func deviceTotal() async throws {
    let warnings = try await run("fit/swim-2016-05-23.fit").warnings
    #expect(
      warnings.contains {
        $0.contains("timer time: the device states 3331.57 s, and its data give 2779 s, which differs by more than 2 %")
      }, "\(warnings)")
  }
}
