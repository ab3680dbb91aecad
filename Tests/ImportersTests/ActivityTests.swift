import Foundation
import SPRecordings
import TestSupport
import Testing

@testable import SPImporting

/// Rides, swims and dives in FIT, from files made with the library's writer.
/// FIT activities.
struct FITActivityTests {
  /// 2021-05-01T10:00:00Z in s since the end of 1989, and since 1970.
  private static let start = 988_797_600
  private static let unix = 1_619_863_200.0

  private typealias Message = (name: String, values: [(name: String, value: FITWriter.Value)])

  private static func event(_ time: Int, _ event: FITWriter.Value, _ type: FITWriter.Value) -> Message {
    ("event", [("timestamp", .number(Double(start + time))), ("event", event), ("event_type", type)])
  }

  private static func record(_ time: Int, _ values: [(String, FITWriter.Value)]) -> Message {
    ("record", [(name: "timestamp", value: .number(Double(start + time)))] + values.map { (name: $0.0, value: $0.1) })
  }

  private static func lap(_ begin: Int, _ end: Int, _ power: Double) -> Message {
    (
      "lap",
      [
        ("timestamp", .number(Double(start + end))), ("start_time", .number(Double(start + begin))),
        ("total_timer_time", .number(Double(end - begin))), ("avg_power", .number(power)), ("sport", "cycling"),
      ]
    )
  }

  private static func session(_ end: Int, _ sport: FITWriter.Value) -> Message {
    (
      "session",
      [
        ("timestamp", .number(Double(start + end))), ("start_time", .number(Double(start))), ("sport", sport),
        ("total_distance", 1234.5), ("start_position_lat", .number(Double(1 << 29))),
      ]
    )
  }

  private static func bytes(_ messages: [Message]) throws -> [UInt8] {
    var writer = FITWriter()
    try writer.write(
      "file_id",
      [
        "type": "activity", "manufacturer": "garmin", "product": 3122, "serial_number": 42,
        "time_created": .number(Double(start)),
      ])
    for message in messages { try writer.write(message.name, message.values) }
    return writer.finish()
  }

  private static let ride: [Message] = [
    event(0, "timer", "start"),
    record(0, [("power", 200), ("cadence", 90), ("heart_rate", 120), ("speed", 8), ("distance", 0)]),
    record(
      1,
      [
        ("power", 21733), ("heart_rate", 121), ("temperature", 25), ("altitude", 100),
        ("position_lat", .number(Double(1 << 29))),
      ]),
    event(2, "timer", "stop"), event(10, "timer", "start"), record(10, [("cadence", 0), ("distance", 16)]),
    lap(0, 10, 180), event(12, "battery", "marker"), event(14, "user_marker", "marker"),
    record(20, [("power", 0)]), lap(10, 20, 90), event(20, "timer", "stop_all"), session(20, "cycling"),
  ]

  @Test("A ride becomes streams; what the device worked out is kept beside them, and what has no place is named")
  func ride() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(Data(Self.bytes(Self.ride)), to: "ride.fit")
    let (recording, record) = try scratch.imported(path)
    #expect(
      recording.streams.keys.map(\.rawValue).sorted() == [
        "cycling", "heart_rate", "location", "workout_event", "workout_state",
      ])
    #expect(try recording.times(of: "cycling") == [0, 1, 10, 20].map { Self.unix + $0 })
    #expect(try recording.rows("power", of: "cycling").map { $0[0].isNaN ? -1 : $0[0] } == [200, 21733, -1, 0])
    #expect(try recording.rows("distance", of: "cycling").map { $0[0].isNaN ? -1 : $0[0] } == [0, -1, 16, -1])
    #expect(try recording.rows("heart_rate", of: "heart_rate") == [[120], [121]])
    // A quarter of half a turn.
    #expect(try recording.rows("latitude", of: "location") == [[45]])
    #expect(try recording.rows("altitude", of: "location") == [[100]])
    // Pause, resume, lap in the second of the resume, marker; the stop at the end is no pause, the last lap no event.
    #expect(try recording.rows("type", of: "workout_event") == [[1], [2], [3], [4]])
    #expect(try recording.times(of: "workout_event") == [2, 10, 10.001, 14].map { Self.unix + $0 })
    #expect(try recording.rows("state", of: "workout_state") == [[2], [4], [2], [3]])
    let laps = try #require(try recording.deviceSummaries().first { $0.name == "lap" })
    #expect(laps.numbers("avg_power") == [180, 90] && laps["avg_power"]?.units == "W")
    #expect(laps.numbers("start_time") == [Self.unix, Self.unix + 10])
    #expect(laps.meanings("sport") == ["cycling", "cycling"])
    let session = try #require(try recording.deviceSummaries().first { $0.name == "session" })
    #expect(session.numbers("total_distance") == [1234.5] && session.numbers("start_position_lat") == [45])
    #expect(recording.attributes.sport == "cycling" && recording.attributes.device == "bike")
    #expect(recording.attributes.deviceModel == "garmin edge_830")
    #expect(recording.attributes.sessionID == "42-2021-05-01T10:00:00.000Z")
    #expect(recording.attributes.timeOrigin == "unix")
    #expect(record.format == "fit")
    #expect(
      record.unused == [
        "messages without a place: event 1", "fields of records without a stream: temperature (of the air) 1",
      ])
  }

  @Test("A dive becomes depth, pressure and temperature of the water")
  func dive() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(
      Data(
        Self.bytes([
          Self.event(0, "timer", "start"),
          Self.record(0, [("absolute_pressure", 101_300), ("temperature", 25)]),
          Self.record(1, [("absolute_pressure", 201_300), ("depth", 10), ("temperature", 20), ("power", 150)]),
          Self.session(2, "diving"),
        ])), to: "dive.fit")
    let (recording, record) = try scratch.imported(path)
    #expect(
      recording.streams.keys.map(\.rawValue).sorted() == [
        "submersion_measurement", "water_temperature", "workout_state",
      ])
    let depths = try recording.rows("depth", of: "submersion_measurement")
    #expect(depths[0][0].isNaN && depths[1] == [10])
    #expect(try recording.rows("pressure", of: "submersion_measurement") == [[101.3], [201.3]])
    #expect(try recording.rows("temperature", of: "water_temperature") == [[25], [20]])
    #expect(recording.attributes.device == "watch")
    #expect(record.unused == ["fields of records without a stream: power (of a dive) 1"])
  }

  @Test(
    "The first of several sports of one time names the recording; pressure without a depth and heart rates of 0 are counted"
  )
  func sports() throws {
    let activities = try FITActivity.read(
      Self.bytes([
        Self.record(0, [("absolute_pressure", 101_300), ("heart_rate", 0), ("power", 200)]),
        Self.session(2, "cycling"), Self.session(4, "running"),
      ]), readsUpToFault: false)
    let activity = try #require(activities.first)
    #expect(activities.count == 1 && activity.attributes.sport == "cycling")
    #expect(
      activity.unused == ["fields of records without a stream: pressure (without a depth) 1", "heart rates of 0 1"])
  }

  @Test("Records before the timer's first start count, and saving the workout later does not")
  func timer() throws {
    func states(_ messages: [Message]) throws -> ([Double], [[Float]], [String]) {
      let scratch = try ImportScratch()
      let (recording, record) = try scratch.imported(scratch.write(Data(Self.bytes(messages)), to: "a.fit"))
      return (
        try recording.times(of: "workout_state").map { $0 - Self.unix },
        try recording.rows("state", of: "workout_state"), record.notes
      )
    }
    func elapsed(_ end: Int, _ elapsedS: Double) -> Message {
      let session = Self.session(end, "cycling")
      return (session.name, session.values + [("total_elapsed_time", .number(elapsedS))])
    }
    let records = [0, 100, 200].map { Self.record($0, [("power", 200)]) }
    let late = try states(records + [Self.event(150, "timer", "start"), Self.event(210, "timer", "stop_all")])
    #expect(late.0 == [0, 210] && late.1 == [[2], [6]])
    #expect(
      late.2 == ["records begin 150 s before the first event of the timer: the timer counts from the first record"])
    // Stopped at 210, saved at 900.
    let begun = records + [Self.event(0, "timer", "start"), Self.event(210, "timer", "stop_all")]
    let saved = try states(begun + [Self.lap(0, 900, 180), Self.session(900, "cycling")])
    #expect(saved.0 == [0, 210] && saved.1 == [[2], [3]])
    // Of several stops the one at the end by the device's elapsed time counts.
    let stops = begun + [Self.event(240, "timer", "stop_all"), Self.event(900, "timer", "stop_disable_all")]
    #expect(try states(stops + [elapsed(905, 240)]).0 == [0, 210, 240])
    #expect(try states(stops + [elapsed(905, 900)]).0 == [0, 210, 900])
    // A timer that never stops runs until the session ends or the records do.
    let open = records + [Self.event(0, "timer", "start")]
    #expect(try states(open + [elapsed(900, 205)]).0 == [0, 205])
    #expect(try states(open + [elapsed(900, 150)]).0 == [0, 200])
  }

  @Test("Rates of a strap are dated by its own clock, and fill where the records have none")
  func strap() throws {
    func strap(_ values: [(String, FITWriter.Value)]) -> Message { ("hr", values.map { (name: $0.0, value: $0.1) }) }
    let activities = try FITActivity.read(
      Self.bytes([
        Self.record(0, [("heart_rate", 100)]),
        strap([
          ("timestamp", .number(Double(Self.start + 20))), ("fractional_timestamp", 0.5), ("event_timestamp", 1000.25),
          ("filtered_bpm", 90),
        ]),
        strap([("event_timestamp", 1001.25), ("filtered_bpm", 91)]),
        strap([("event_timestamp", 980), ("filtered_bpm", 92)]),
        strap([("event_timestamp", 1002), ("filtered_bpm", 0)]),
      ]), readsUpToFault: false)
    let activity = try #require(activities.first)
    let rates = try #require(activity.streams.first { $0.name == "heart_rate" }).rows
    #expect(rates.times == [0, 20.5, 21.5].map { Self.unix + $0 })
    #expect(rates.datasets == [[100, 90, 91]])
    #expect(activity.unused == ["heart rates of a strap without a time, or of 0 1"])
  }

  @Test("Small timestamps are dated by the time of creation or the activity, and stay relative without either")
  func clocks() throws {
    func message(_ name: String, _ values: [(String, Int)]) -> Message {
      (name, values.map { (name: $0.0, value: .number(Double($0.1))) })
    }
    let records = [6, 7].map { message("record", [("timestamp", $0), ("heart_rate", 100)]) }
    func times(_ messages: [Message]) throws -> ([Double], Activity) {
      let activity = try #require(FITActivity.read(Self.bytes(messages), readsUpToFault: false).first)
      return (activity.streams.first { $0.name == "heart_rate" }?.rows.times ?? [], activity)
    }
    // The file's creation, which all these files state, dates the first record.
    #expect(try times(records).0 == [Self.unix, Self.unix + 1])
    let activity = message("activity", [("timestamp", 10), ("local_timestamp", Self.start + 110)])
    #expect(try times(records + [activity]).0 == [106, 107].map { Self.unix + $0 })
    // Beside records with a date, small timestamps cannot be placed.
    let mixed = try times(records + [Self.record(5, [("heart_rate", 101)])])
    #expect(mixed.0 == [Self.unix + 5])
    #expect(
      mixed.1.unused == ["records whose time counts from the device's start, beside others with a date 2"])
  }

  @Test("A damaged file is refused with the byte, and read as far as it goes if that is wanted")
  func damaged() throws {
    let scratch = try ImportScratch()
    let whole = try Self.bytes(Self.ride)
    let path = try scratch.write(Data(whole.dropLast(40)), to: "cut.fit")
    #expect(
      try scratch.fault(path)
        == "cut.fit: byte \(whole.count - 40): ends here, after \(whole.count - 40) bytes; expected \(whole.count) by its "
        + "header at byte 0: it is cut off; --keep-going reads what can be read")
    var options = ImportOptions()
    options.readsUpToFault = true
    let (recording, record) = try scratch.imported(path, options)
    #expect(try recording.times(of: "cycling").count == 4)
    #expect(record.repairs.first?.hasPrefix("read up to a fault: byte \(whole.count - 40): ends here") == true)
  }

  @Test("A file without any stream says what it holds")
  func empty() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(Data(Self.bytes([("hrv", [])])), to: "none.fit")
    #expect(
      try scratch.fault(path)
        == "none.fit: holds none of the streams of layout version 1: messages without a place: hrv 1")
  }

  @Test("Rows of one second and a clock that goes back are left to the options for that")
  func order() throws {
    let scratch = try ImportScratch()
    let messages = [0, 1, 1, 5, 3].map { Self.record($0, [("power", .number(Double($0)))]) }
    let path = try scratch.write(Data(Self.bytes(messages)), to: "order.fit")
    #expect(try scratch.imported(path, as: "asis").recording.streams["cycling"]?.count == 5)
    var options = ImportOptions()
    options.repairs.sorts = true
    options.repairs.dropsDuplicates = true
    let (recording, record) = try scratch.imported(path, options, as: "mended")
    #expect(try recording.times(of: "cycling") == [0, 1, 3, 5].map { Self.unix + $0 })
    #expect(record.repairs.count == 2)
  }

  @Test(
    "Real rides, a swim and a dive have their devices' totals beside their streams",
    .enabled(if: FileManager.default.fileExists(atPath: SharedData.path("fit")), "../shared/data/fit is not there"))
  func shared() throws {
    let scratch = try ImportScratch()
    func imported(_ name: String) throws -> Recording {
      try scratch.imported(SharedData.path("fit/\(name).fit"), as: name).recording
    }
    let ride = try imported("ride-20130717_143733")
    let powers = try ride.rows("power", of: "cycling").map { $0[0] }
    #expect(powers.count == 6255 && powers.max() == 21733)
    // Five pauses by its timer, and three laps within.
    #expect(try ride.rows("type", of: "workout_event").map { Int($0[0]) }.count { $0 == 1 } == 5)
    #expect(try ride.rows("type", of: "workout_event").map { Int($0[0]) }.count { $0 == 3 } == 3)
    let session = try #require(try ride.deviceSummaries().first { $0.name == "session" })
    #expect(session.numbers("total_timer_time") == [6254] && session.numbers("normalized_power") == [773])
    let dive = try imported("dive-garmin-2023-08-17")
    let depths = try dive.rows("depth", of: "submersion_measurement").map { $0[0] }
    #expect(depths.filter { !$0.isNaN }.max() == 51.765)
    #expect(
      try dive.deviceSummaries().first { $0.name == "dive_summary" }?.numbers("max_depth") == [51.765, 51.765])
    let swim = try imported("swim-2016-05-23")
    #expect(try swim.deviceSummaries().first { $0.name == "length" }?.numbers("timestamp")?.count == 105)
  }
}
