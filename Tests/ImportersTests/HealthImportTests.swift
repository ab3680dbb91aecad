import Foundation
import SPBasics
import SPRecordings
import Testing

@testable import SPImporting

/// Exports of Apple Health.
/// Apple Health.
struct HealthImportTests {
  /// 2024-05-01T08:00:00Z.
  private static let unix = 1_714_550_400.0

  /// The declaration as iOS 16 writes it: one list of attributes does not end, and others stand alone.
  private static let damagedType = """
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 12 ]> -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST VisionPrescription
      brand            CDATA #IMPLIED
    <!ELEMENT RightEye EMPTY>
      device           CDATA #IMPLIED
    >
    ]>
    """

  private static func record(
    _ type: String, _ unit: String, _ value: String, _ start: String, _ end: String? = nil, source: String = "Watch"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
    startDate="2024-05-01 \(start) +0200" endDate="2024-05-01 \(end ?? start) +0200" value="\(value)"/>\n
    """
  }

  private static func workout(
    _ activity: String = "Cycling", from start: String = "10:00:00", to end: String = "10:10:00", content: String = ""
  ) -> String {
    """
    <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="8" durationUnit="min" sourceName="Watch" \
    sourceVersion="10.1" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, \
    hardware:Watch6,2, software:10.1&gt;" startDate="2024-05-01 \(start) +0200" endDate="2024-05-01 \(end) +0200">
    \(content)</Workout>\n
    """
  }

  private static func export(_ content: String, type: String = damagedType) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    \(type)
    <HealthData locale="en_GB">
    <ExportDate value="2024-12-31 10:00:00 +0100"/>
    \(content)</HealthData>
    """
  }

  /// Imports an export; its recordings by their identifiers.
  private func imported(
    _ path: String, in scratch: ImportScratch, _ options: ImportOptions = ImportOptions()
  ) throws -> (outcome: SourceOutcome, recordings: [Recording]) {
    let source = ImportSource(path)
    #expect(try source.isHealthExport())
    let outcome = try Importer(options, toolVersion: "1.0").run(source, in: scratch.path + "/out") {
      "\(scratch.path)/out/\($0).h5"
    }
    return (outcome, try outcome.recordings.map { try Recording(opening: $0.path) })
  }

  private func fault(_ text: String) throws -> String {
    let scratch = try ImportScratch()
    let path = try scratch.write(text, to: "export.xml")
    do {
      _ = try Importer(ImportOptions(), toolVersion: "1.0").run(ImportSource(path), in: scratch.path) { _ in "" }
    } catch {
      return "\(error)".replacing(scratch.path + "/", with: "")
    }
    return ""
  }

  private static let ride =
    record("DistanceCycling", "km", "0.04", "10:00:05", "10:00:10")
    + record("DistanceCycling", "mi", "0.5", "10:00:00", "10:01:00", source: "Phone")
    + record("HeartRate", "count/min", "121", "10:00:03") + record("HeartRate", "count/s", "2", "10:00:01")
    + record("HeartRate", "count/min", "60", "11:00:00")
    + record("CyclingPower", "W", "210", "10:00:01") + record("CyclingPower", "W", "200", "10:00:00")
    + record("CyclingSpeed", "km/hr", "36", "10:00:00") + record("CyclingCadence", "count/min", "85", "10:00:01")
    + record("DistanceCycling", "km", "0.05", "10:00:00", "10:00:05")
    + record("DietaryWater", "fl_oz_us", "8", "10:00:30", source: "Bottle")
    + record("CyclingPower", "BTU/hr", "3", "10:00:02") + record("StepCount", "count", "3", "10:00:02")

  @Test(
    "Places outside of a workout, routes of no name and dates that say more than they mean are left out, and counted")
  func oddParts() throws {
    let scratch = try ImportScratch()
    let place = "<A><B><Location date=\"2024-05-01 10:00:02 +0200\" latitude=\"1\" longitude=\"2\"/></B></A>\n"
    let route = "<WorkoutRoute><FileReference path=\"..\"/></WorkoutRoute>"
    let afternoon = Self.record("HeartRate", "count/min", "99", "2:00:00 PM")
    let path = try scratch.write(
      Self.export(place + Self.ride + afternoon + Self.workout(content: route) + place), to: "d/export.xml")
    _ = try scratch.write("time_s,acceleration_x_g\n0,1\n0.01,1\n", to: "d/other.csv")
    #expect(try ImportSource.sources(in: [scratch.path + "/d"]).count == 2)
    let (outcome, recordings) = try imported(path, in: scratch)
    #expect(recordings.count == 1)
    #expect(recordings[0].streams["location"] == nil)
    #expect(outcome.unused.contains { $0.contains("HeartRate without a date or number 1") }, "\(outcome.unused)")
  }

  @Test("What two workouts share in time is given to each once, and what reaches beyond one by its part")
  func borders() throws {
    let scratch = try ImportScratch()
    let records =
      Self.record("DistanceCycling", "m", "100", "10:00:50", "10:01:10")
      + Self.record("DistanceCycling", "m", "60", "10:01:10", "10:01:20")
      + Self.record("DistanceCycling", "m", "30", "10:01:00", "10:01:05")
    let path = try scratch.write(
      Self.export(
        records + Self.workout(from: "10:00:00", to: "10:01:00") + Self.workout(from: "10:01:00", to: "10:02:00")),
      to: "export.xml")
    let (_, recordings) = try imported(path, in: scratch)
    let totals = try recordings.map { try $0.rows("distance", of: "cycling").last ?? [] }
    #expect(totals == [[50], [90]])
  }

  @Test("A ride becomes one recording, whatever the order, units and time zone of its records")
  func ride() throws {
    let scratch = try ImportScratch()
    let content = """
      <MetadataEntry key="HKElevationAscended" value="4550 cm"/>
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 10:02:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-05-01 10:04:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 10:00:00 +0200" duration="1" durationUnit="min"/>
      <WorkoutActivity><WorkoutEvent type="HKWorkoutEventTypeMarker" date="2024-05-01 10:03:00 +0200"/></WorkoutActivity>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="0.09" unit="km"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="120.5" maximum="121" unit="count/min"/>
      """
    let path = try scratch.write(Self.export(Self.ride + Self.workout(content: content)), to: "export.xml")
    let (outcome, recordings) = try imported(path, in: scratch)
    #expect(
      outcome.unused == [
        "1 records outside of every workout: HeartRate 1",
        "1 records that cannot be read: CyclingPower in the unit \"BTU/hr\" 1",
        "1 records of types without a stream: StepCount 1",
      ])
    let ride = try #require(recordings.first)
    #expect(ride.attributes.recordingID == "export-20240501T080000Z")
    #expect(ride.attributes.sport == "cycling" && ride.attributes.device == "watch")
    #expect(ride.attributes.deviceModel == "Watch6,2" && ride.attributes.software == "Watch 10.1")
    #expect(try ride.times(of: "cycling") == [0, 1, 5, 10].map { Self.unix + $0 })
    #expect(try ride.rows("power", of: "cycling").prefix(2) == [[200], [210]])
    #expect(try ride.rows("speed", of: "cycling")[0] == [10])
    // 50 m by 5 s and 40 m by the next 5; the phone's half mile is of another source than the workout's.
    #expect(try ride.rows("distance", of: "cycling") == [[0], [10], [50], [90]])
    #expect(try ride.times(of: "heart_rate") == [Self.unix + 1, Self.unix + 3])
    #expect(try ride.rows("heart_rate", of: "heart_rate") == [[120], [121]])
    // 8 US fluid ounces are 236.588 mL.
    #expect(try abs(ride.rows("volume", of: "water_intake")[0][0] - 236.588) < 0.001)
    #expect(try ride.rows("type", of: "workout_event") == [[3], [1], [2]])
    #expect(try ride.times(of: "workout_event") == [60, 120, 240].map { Self.unix + $0 })
    #expect(try ride.rows("state", of: "workout_state") == [[2], [4], [2], [3]])
    let tables = try ride.deviceSummaries()
    let session = try #require(tables.first { $0.name == "session" })
    #expect(session.numbers("total_timer_time") == [480] && session.numbers("total_distance") == [90])
    #expect(session.numbers("total_ascent") == [45.5] && session.numbers("avg_heart_rate") == [120.5])
    #expect(tables.first { $0.name == "lap" }?.numbers("total_elapsed_time") == [60])
    let record = try outcome.recordings[0].result.get().record
    #expect(record.format == "apple_health" && record.application == "Watch")
    #expect(record.unused == ["1 values of distance from sources other than Watch"])
  }

  @Test("Workouts at one time are recordings of their own, and a second import does what is left")
  func severalWorkouts() throws {
    let scratch = try ImportScratch()
    let text = Self.export(
      Self.record("HeartRate", "count/min", "100", "10:05:00") + Self.workout() + Self.workout("Running")
        + Self.workout("TraditionalStrengthTraining", from: "12:00:00", to: "12:30:00"))
    let path = try scratch.write(text, to: "export.xml")
    let (outcome, recordings) = try imported(path, in: scratch)
    #expect(
      outcome.recordings.map(\.recordingID) == [
        "export-20240501T080000Z", "export-20240501T080000Z-2", "export-20240501T100000Z",
      ])
    #expect(recordings.map { $0.streams["heart_rate"]?.count } == [1, 1, nil])
    #expect(recordings.map(\.attributes.sport) == ["cycling", "running", "traditional_strength_training"])
    try FileManager.default.removeItem(atPath: outcome.recordings[1].path)
    let again = try imported(path, in: scratch).outcome
    #expect(try again.recordings.map { try $0.result.get().wasDone } == [true, false, true])
    // Another export of the same workouts takes no recording's place.
    _ = try scratch.write(text + "\n", to: "export.xml")
    let other = try Importer(ImportOptions(), toolVersion: "1.0").run(ImportSource(path), in: scratch.path) {
      "\(scratch.path)/out/\($0).h5"
    }
    #expect(other.recordings.count == 3 && other.recordings.allSatisfy { (try? $0.result.get()) == nil })
  }

  @Test("A pool swim has lengths with strokes, and a pause with a length resumes by itself")
  func swim() throws {
    let scratch = try ImportScratch()
    func lap(_ start: String) -> String {
      """
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 \(start) +0200" duration="0.5" durationUnit="min">\
      <MetadataEntry key="HKSwimmingStrokeStyle" value="2"/></WorkoutEvent>
      """
    }
    let text = Self.export(
      Self.record("SwimmingStrokeCount", "count", "20", "10:00:01", "10:00:29")
        + Self.record("SwimmingStrokeCount", "count", "21", "10:00:31", "10:00:59")
        + Self.record("DistanceSwimming", "yd", "25", "10:00:00", "10:00:30")
        + Self.record("DistanceWalkingRunning", "m", "25", "10:00:00", "10:00:30")
        + Self.workout(
          "Swimming",
          content: "<MetadataEntry key=\"HKLapLength\" value=\"25 yd\"/>" + lap("10:00:00") + lap("10:00:30")
            + "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2024-05-01 10:02:00 +0200\" duration=\"1\" durationUnit=\"min\"/>"
        ))
    let (outcome, recordings) = try imported(scratch.write(text, to: "export.xml"), in: scratch)
    let swim = try #require(recordings.first)
    let lengths = try #require(try swim.deviceSummaries().first { $0.name == "length" })
    #expect(lengths.numbers("total_strokes") == [20, 21] && lengths.numbers("total_timer_time") == [30, 30])
    #expect(try swim.deviceSummaries().first { $0.name == "session" }?.numbers("pool_length") == [22.86])
    #expect(try swim.rows("distance", of: "cycling").last == [22.86])
    #expect(try swim.rows("type", of: "workout_event") == [[1], [2]])
    #expect(
      outcome.unused == ["1 records outside of every workout: DistanceWalkingRunning in workouts of another kind 1"])
  }

  /// A route as Apple writes it, beside the export or in its archive.
  private static let route = """
    <gpx version="1.1" creator="Apple Health Export"><trk><trkseg>
    <trkpt lon="7.25" lat="50.5"><ele>100.5</ele><time>2024-05-01T08:00:01Z</time><extensions><speed>8</speed></extensions>
    </trkpt></trkseg></trk></gpx>
    """
  private static let routed = export(
    workout(
      content: "<WorkoutRoute><FileReference path=\"/workout-routes/../workout-routes/route_1.gpx\"/></WorkoutRoute>"
        + "<WorkoutRoute><FileReference path=\"/workout-routes/gone.gpx\"/></WorkoutRoute>"))

  @Test("A route's places and speed are part of the recording, and one that is missing is told of")
  func routes() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(Self.routed, to: "apple_health_export/export.xml")
    _ = try scratch.write(Self.route, to: "apple_health_export/workout-routes/route_1.gpx")
    _ = try scratch.write("<ClinicalDocument/>", to: "apple_health_export/export_cda.xml")
    // The folder is the export, and its routes are no recordings of their own.
    let found = try ImportSource.sources(in: [scratch.path + "/apple_health_export"])
    #expect(found.map(\.paths) == [[path]])
    let (outcome, recordings) = try imported(path, in: scratch)
    try expectRoute(recordings.first)
    let record = try outcome.recordings[0].result.get().record
    #expect(record.sources.map(\.name) == ["export.xml", "route_1.gpx"])
    #expect(record.unused == ["the route gone.gpx: is missing in workout-routes"])
  }

  @Test("Distances of two types are not added up, and texts are kept only as long as names are")
  func types() throws {
    let scratch = try ImportScratch()
    let long = String(repeating: "ä", count: 5000)
    var content = Self.workout("Rowing")
    // 100 m rowed in each of 4 min, with more pieces of 30 m walked.
    for minute in 0..<4 {
      let (start, end) = ("10:0\(minute):00", "10:0\(minute + 1):00")
      content += Self.record("DistanceRowing", "m", "100", start, end)
      content += Self.record("DistanceWalkingRunning", "m", "20", start, "10:0\(minute):30")
      content += Self.record("DistanceWalkingRunning", "m", "10", "10:0\(minute):30", end)
      content += Self.record("HeartRate", "count/min", "100", start, source: long)
    }
    let path = try scratch.write(Self.export(content), to: "export.xml")
    let (outcome, recordings) = try imported(path, in: scratch)
    let stream = try #require(recordings.first?.streams[.cycling])
    let distance = try stream.signals("distance")[0]
    #expect(try distance.samples(0..<distance.count).last == 400)
    let unused = try outcome.recordings[0].result.get().record.unused
    #expect(unused.contains("8 values of distance of types other than DistanceRowing"))
    #expect(HealthQuantity.kept(long).utf8.count <= 202 && HealthQuantity.kept(long).hasSuffix("ä…"))
    #expect(HealthQuantity.kept("Watch") == "Watch")
  }

  @Test("A route that is named twice is read once")
  func routeOnce() throws {
    let scratch = try ImportScratch()
    let twice = Self.routed.replacing("/workout-routes/gone.gpx", with: "/workout-routes/../workout-routes/route_1.gpx")
    try #require(twice != Self.routed)
    let path = try scratch.write(twice, to: "export.xml")
    _ = try scratch.write(Self.route, to: "workout-routes/route_1.gpx")
    let record = try imported(path, in: scratch).outcome.recordings[0].result.get().record
    #expect(record.sources.map(\.name) == ["export.xml", "route_1.gpx"])
  }

  @Test("The archive is read as it is, without unpacking it")
  func archive() throws {
    let scratch = try ImportScratch()
    _ = try scratch.write(Self.routed, to: "apple_health_export/export.xml")
    _ = try scratch.write(Self.route, to: "apple_health_export/workout-routes/route_1.gpx")
    let zip = Process()
    zip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    zip.arguments = ["python3", "-m", "zipfile", "-c", "export.zip", "apple_health_export"]
    zip.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    try zip.run()
    zip.waitUntilExit()
    try #require(zip.terminationStatus == 0)
    let (outcome, recordings) = try imported(scratch.path + "/export.zip", in: scratch)
    try expectRoute(recordings.first)
    #expect(try outcome.recordings[0].result.get().record.unused == ["the route gone.gpx: is missing in the archive"])
  }

  private func expectRoute(_ recording: Recording?) throws {
    let recording = try #require(recording)
    #expect(try recording.times(of: "location") == [Self.unix + 1])
    #expect(try recording.rows("altitude", of: "location") == [[100.5]])
    #expect(try recording.rows("longitude", of: "location") == [[7.25]])
    #expect(try recording.rows("speed", of: "cycling") == [[8]])
  }

  @Test("Samples that do not fit into memory come back by workout, in the order in which they came")
  func spool() throws {
    let scratch = try ImportScratch()
    let spool = SampleSpool(in: scratch.path, capacity: 7)
    for index in 0..<100 {
      let time = Double(index)
      try spool.add(
        .init(workout: Int32(index * 7 % 3), source: 0, quantity: .power, start: time, end: time, value: time))
    }
    for workout in 0..<3 {
      #expect(
        try spool.samples(of: workout).samples.map(\.value)
          == (0..<100).filter { $0 * 7 % 3 == workout }.map(Double.init))
    }
    #expect(try spool.samples(of: 3).samples.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test("A damaged record is left out and counted; characters that XML does not allow become spaces")
  func damagedRecords() throws {
    let scratch = try ImportScratch()
    let damaged = """
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="%" Health Mate App="2" value="90"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" a="1" a="2">
        <MetadataEntry key="k" value="v"/></Record>
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min
      <Record type="HKQuantityTypeIdentifierHeartRate" value=90/>\n
      """
    let ride = Self.ride.replacing("sourceName=\"Watch\"", with: "sourceName=\"My\u{0B}Watch&#11; & \u{FFFF}\"")
    let path = try scratch.write(Self.export(damaged + ride + Self.workout()), to: "export.xml")
    let (outcome, recordings) = try imported(path, in: scratch)
    #expect(recordings.count == 1)
    #expect(try recordings[0].rows("heart_rate", of: "heart_rate") == [[120], [121]])
    let sources = ride.components(separatedBy: "\u{0B}").count - 1
    #expect(
      outcome.unused.contains(
        "elements that are not well-formed, read without their attributes: Record 4, the first on line 13"),
      "\(outcome.unused)")
    #expect(
      outcome.notes.contains(
        "\(4 * sources) characters that XML does not allow, replaced by spaces, the first on line 18"),
      "\(outcome.notes)")
  }

  @Test("What is cut off, damaged, empty, or makes entities is an error with its place")
  func faults() throws {
    let whole = Self.export(Self.ride + Self.workout())
    let cut = String(whole.prefix(whole.utf8.count - 40))
    let lastLine = cut.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(try fault(cut).hasPrefix("export.xml:\(lastLine):"))
    #expect(try fault(cut).hasSuffix("ends within an element: it is cut off; expected a whole file"))
    #expect(
      try fault(Self.export("<Record a=\"1\"></Other>\n", type: "<!DOCTYPE HealthData>"))
        == "export.xml:5:17: is not well-formed XML: mismatched tag")
    let bomb = "<!DOCTYPE HealthData [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>"
    #expect(
      try fault(Self.export("<Record type=\"&b;\"/>", type: bomb))
        == "export.xml:1: declares entities, which are not accepted: they could load other files or expand "
        + "without limit")
    #expect(try fault(Self.export(Self.ride)).hasPrefix("export.xml: has no workouts"))
    #expect(
      try fault(Self.export("", type: "<!DOCTYPE HealthData [" + String(repeating: "x", count: 2 << 20)))
        .hasSuffix("has a document type of more than 1048576 bytes"))
  }

  @Test("Records find the workouts that they lie in, also within longer ones")
  func finder() {
    func workout(_ start: Double, _ end: Double) -> HealthWorkout {
      HealthWorkout(activity: "Cycling", start: start, end: end)
    }
    let finder = WorkoutFinder([workout(50, 60), nil, workout(0, 100), workout(70, 80)])
    #expect(finder.workouts(at: 55).sorted() == [0, 2])
    #expect(finder.workouts(at: 65) == [2] && finder.workouts(at: 100) == [2])
    #expect(finder.workouts(at: 100.5) == [] && finder.workouts(at: -1) == [])
  }
}
