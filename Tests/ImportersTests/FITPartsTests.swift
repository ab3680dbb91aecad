import Foundation
import SPRecordings
import TestSupport
import Testing

@testable import SPImporting

/// The workouts of one FIT file, from files made with the library's writer.
/// Parts of FIT files.
struct FITPartsTests {
  /// 2021-05-01T10:00:00Z in s since the end of 1989, and since 1970.
  private static let start = 988_797_600
  private static let unix = 1_619_863_200.0

  private typealias Message = (name: String, values: [(name: String, value: FITWriter.Value)])

  private static func message(
    _ name: String, _ time: Int, from begin: Int? = nil, _ values: [(String, FITWriter.Value)]
  ) -> Message {
    let times: [(name: String, value: FITWriter.Value)] =
      [("timestamp", .number(Double(start + time)))]
      + (begin.map { [("start_time", .number(Double(start + $0)))] } ?? [])
    return (name, times + values.map { (name: $0.0, value: $0.1) })
  }

  private static func timer(_ time: Int, _ type: FITWriter.Value) -> Message {
    message("event", time, [("event", "timer"), ("event_type", type)])
  }

  /// Records with a distance of 10 m in each second since the start of the file.
  private static func records(_ times: ClosedRange<Int>) -> [Message] {
    times.map { message("record", $0, [("distance", .number(10 * Double($0))), ("heart_rate", 100)]) }
  }

  private static func bytes(_ messages: [Message]) throws -> Data {
    var writer = FITWriter()
    let created: [(name: String, value: FITWriter.Value)] = [
      ("type", "activity"), ("serial_number", 42), ("time_created", .number(Double(start))),
    ]
    try writer.write("file_id", created)
    for message in messages { try writer.write(message.name, message.values) }
    return Data(writer.finish())
  }

  @Test("Each session is a recording with its own sport, laps, totals and distance from 0; the timer runs on")
  func legs() throws {
    let scratch = try ImportScratch()
    let messages =
      // One session sums up the others, as some devices write it.
      [Self.timer(0, "start"), Self.message("session", 12, from: 0, [("sport", "multisport")])] + Self.records(0...4)
      + [
        Self.message("lap", 4, from: 0, [("total_timer_time", 4)]),
        Self.message("session", 4, from: 0, [("sport", "swimming"), ("total_elapsed_time", 4)]),
      ] + Self.records(5...9)
      + [
        Self.timer(9, "stop_all"), Self.message("lap", 9, from: 5, [("total_timer_time", 4)]),
        Self.message("session", 12, from: 5, [("sport", "running"), ("total_elapsed_time", 4)]),
        Self.message("activity", 12, [("num_sessions", 2)]),
      ]
    let parts = try scratch.importedParts(scratch.write(Self.bytes(messages), to: "race.fit"))
    #expect(parts.map(\.id) == ["race-1-swimming", "race-2-running"])
    #expect(parts.map { $0.recording.attributes.sport } == ["swimming", "running"])
    let session = "42-2021-05-01T10:00:00.000Z"
    #expect(parts.map { $0.recording.attributes.sessionID } == ["\(session)-1", "\(session)-2"])
    #expect(try parts[0].recording.rows("distance", of: "cycling").map { $0[0] } == [0, 10, 20, 30, 40])
    #expect(try parts[1].recording.rows("distance", of: "cycling").map { $0[0] } == [10, 20, 30, 40, 50])
    #expect(try parts[0].recording.times(of: "workout_state") == [0, 4].map { Self.unix + $0 })
    #expect(try parts[1].recording.times(of: "workout_state") == [5, 9].map { Self.unix + $0 })
    #expect(try parts[1].recording.rows("state", of: "workout_state") == [[2], [3]])
    #expect(parts[0].record.unused == ["sessions that sum up the others 1"])
    for (part, begin) in zip(parts, [0.0, 5]) {
      let tables = try part.recording.deviceSummaries()
      #expect(tables.map(\.name) == ["activity", "lap", "session"])
      #expect(
        tables[1].numbers("start_time") == [Self.unix + begin] && tables[2].numbers("start_time") == [Self.unix + begin]
      )
    }
  }

  @Test("With --session, each leg has its number behind it: legs are no devices of one workout")
  func session() throws {
    let scratch = try ImportScratch()
    let messages =
      Self.records(0...4) + [Self.message("session", 4, from: 0, [("sport", "swimming")])] + Self.records(5...9)
      + [Self.message("session", 9, from: 5, [("sport", "running")])]
    var options = ImportOptions()
    options.attributes.sessionID = "monday"
    let parts = try scratch.importedParts(scratch.write(Self.bytes(messages), to: "race.fit"), options)
    #expect(parts.map { $0.recording.attributes.sessionID } == ["monday-1", "monday-2"])
    // The recording that a version without parts made of the file is replaced, so that no leg counts twice.
    let whole = "\(scratch.path)/out/race.h5"
    try FileManager.default.copyItem(atPath: "\(scratch.path)/out/race-1-swimming.h5", toPath: whole)
    _ = try Importer(options, toolVersion: "1.0").run(
      ImportSource(scratch.path + "/race.fit"), in: scratch.path + "/out", to: { "\(scratch.path)/out/\($0).h5" },
      replaces: true)
    #expect(!FileManager.default.fileExists(atPath: whole))
    // A second import has nothing to do.
    let again = try Importer(options, toolVersion: "1.0").run(
      ImportSource(scratch.path + "/race.fit"), in: scratch.path + "/out"
    ) { "\(scratch.path)/out/\($0).h5" }
    #expect(try again.recordings.map { try $0.result.get().wasDone } == [true, true])
  }

  @Test("A pause of more than 12 hours parts a workout; a few records behind such a gap do not")
  func longPause() throws {
    let day = 100_000
    func file(_ events: [Message]) throws -> Data {
      try Self.bytes(
        [Self.timer(0, "start")] + Self.records(0...4) + events
          + (day...day + 3).map { Self.message("record", $0, [("heart_rate", 110)]) }
          + [
            Self.timer(day + 3, "stop_all"),
            Self.message("lap", day + 3, from: 0, [("total_distance", 70)]),
            Self.message("session", day + 4, from: 0, [("sport", "cycling"), ("total_timer_time", 7)]),
          ])
    }
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(
      scratch.write(file([Self.timer(4, "stop_all"), Self.timer(day, "start")]), to: "tour.fit"))
    #expect(parts.map(\.id) == ["tour-1-cycling", "tour-2-cycling"])
    #expect(parts.map { $0.recording.streams["heart_rate"]?.count } == [5, 4])
    #expect(parts[1].record.notes.first == "begins after a pause of 28 h: a pause of more than 12 h ends a workout")
    #expect(
      parts[0].record.unused == [
        "laps whose totals are of several parts 1, sessions whose totals are of several parts 1"
      ])
    #expect(try parts[0].recording.times(of: "workout_state") == [0, 4].map { Self.unix + $0 })
    #expect(try scratch.importedParts(scratch.write(file([]), to: "jump.fit")).map(\.id) == ["jump"])
  }

  @Test("A gap of days in the records parts a workout without a stop of its timer; a gap of more than a month does not")
  func gapWithoutStop() throws {
    let scratch = try ImportScratch()
    func labels(afterDays days: Int) throws -> [[Double]] {
      let records = [0, 86_400 * days].flatMap { start in
        (start..<start + 10).map { Self.message("record", $0, [("heart_rate", 110)]) }
      }
      let file = try Self.bytes(
        [Self.timer(0, "start")] + records + [Self.timer(86_400 * days + 9, "stop_all")])
      return try scratch.importedParts(scratch.write(file, to: "tour\(days).fit")).map {
        try $0.recording.times(of: "workout_state").map { $0 - Self.unix }
      }
    }
    #expect(try labels(afterDays: 2) == [[0, 9], [172_800, 172_809]])
    #expect(try labels(afterDays: 40) == [[0, 3_456_009]])
  }

  @Test(
    "The start is in the local time that the activity states, if that is one",
    arguments: [
      (7202, "2021-05-01T12:00:00.000+02:00"), (-16_198, "2021-05-01T05:30:00.000-04:30"),
      (0, "2021-05-01T10:00:00.000Z"),
      (1000, "2021-05-01T10:00:00.000Z"), (90_000, "2021-05-01T10:00:00.000Z"),
    ])
  func localTime(aheadS: Int, expected: String) throws {
    let scratch = try ImportScratch()
    let activity = Self.message("activity", 9, [("local_timestamp", .number(Double(Self.start + 9 + aheadS)))])
    let file = try scratch.write(Self.bytes(Self.records(0...9) + [activity]), to: "ride.fit")
    #expect(try scratch.importedParts(file).map { $0.recording.attributes.startTime } == [expected])
  }

  @Test("The option for the sport is for legs that state none")
  func statedSport() throws {
    let scratch = try ImportScratch()
    let messages: [Message] =
      Self.records(0...4) + [Self.message("session", 4, from: 0, [("sport", "swimming")])] + Self.records(5...9)
      + [Self.message("session", 9, from: 5, [])]
    var options = ImportOptions()
    options.attributes.sport = "duathlon"
    let parts = try scratch.importedParts(scratch.write(Self.bytes(messages), to: "race.fit"), options)
    #expect(parts.map { $0.recording.attributes.sport } == ["swimming", "duathlon"])
    #expect(
      parts[0].record.notes.last
        == "has the sport swimming of its part of the file: --sport is for parts that state none")
  }

  @Test(
    "A triathlon keeps the figures of its device",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func triathlon() throws {
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(SharedData.path("fit/triathlon.fit"))
    #expect(
      parts.map(\.id) == [
        "triathlon-1-swimming", "triathlon-2-transition", "triathlon-3-cycling", "triathlon-4-transition",
        "triathlon-5-running",
      ])
    for part in parts {
      let session = try #require(part.recording.deviceSummaries().first { $0.name == "session" })
      let distances = try part.recording.rows("distance", of: "cycling").map { Double($0[0]) }
      let device = try #require(session.numbers("total_distance")?.first)
      #expect(abs(try #require(distances.last) - device) < 0.01 * device, "\(part.id)")
      let states = try part.recording.times(of: "workout_state")
      let elapsedS = try #require(session.numbers("total_elapsed_time")?.first)
      #expect(abs(try #require(states.last) - states[0] - elapsedS) < 0.01 * elapsedS, "\(part.id)")
    }
  }
}
