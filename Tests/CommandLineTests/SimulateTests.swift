import Foundation
import SPHDF5
import Testing

/// Simulating.
struct SimulateTests {
  @Test("Equal seeds give equal bytes, other seeds others; files are named after sport and seed")
  func seeds() async throws {
    let scratch = try Scratch()
    let base = ["simulate", "swings", "--sport", "table_tennis", "--duration-s", "6", "--output"]
    let two = try await Tool.run(base + ["first", "--seed", "41", "--count", "2"], in: scratch.path)
    #expect(two.status == 0)
    #expect(two.output.isEmpty)
    let said = /first\/table_tennis-000041\.h5: \d+ hits?, \d+ miss(es)?/
    #expect(two.errorLines.count == 2)
    #expect(two.errorLines.first?.wholeMatch(of: said) != nil)
    #expect(scratch.files() == ["first/table_tennis-000041.h5", "first/table_tennis-000042.h5"])
    _ = try await Tool.run(base + ["second", "--seed", "42"], in: scratch.path)
    let first = try scratch.bytes("first/table_tennis-000042.h5")
    #expect(first == (try scratch.bytes("second/table_tennis-000042.h5")))
    #expect(first != (try scratch.bytes("first/table_tennis-000041.h5")))
  }

  @Test("A simulated recording that is there is replaced, another file is not")
  func existing() async throws {
    let scratch = try Scratch()
    let line = ["simulate", "swings", "--sport", "golf", "--duration-s", "6", "--seed", "7", "--output", "out"]
    #expect(try await Tool.run(line, in: scratch.path).status == 0)
    #expect(try await Tool.run(line, in: scratch.path).status == 0)
    try scratch.write("notes", to: "out/golf-000007.h5")
    let outcome = try await Tool.run(line, in: scratch.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines.first?.contains("golf-000007.h5: holds something other than a simulated recording") == true)
    #expect(try scratch.bytes("out/golf-000007.h5") == Data("notes".utf8))
  }

  @Test("Storage changes the file and no sample; gzip is the default")
  func storage() async throws {
    let scratch = try Scratch()
    let base = ["simulate", "swings", "--sport", "golf", "--duration-s", "30", "--seed", "3", "--output"]
    #expect(try await Tool.run(base + ["default"], in: scratch.path).status == 0)
    for storage in ["gzip", "chunked", "contiguous", "gzip_1s"] {
      #expect(try await Tool.run(base + [storage, "--storage", storage], in: scratch.path).status == 0)
    }
    let name = "golf-000003.h5"
    #expect(try scratch.bytes("gzip/\(name)") == scratch.bytes("default/\(name)"))
    let files = try ["gzip", "chunked", "contiguous", "gzip_1s"].map { try File(opening: scratch("\($0)/\(name)")) }
    for path in [
      "/accelerometer/time", "/accelerometer/acceleration", "/device_motion/time", "/device_motion/attitude",
      "/device_motion/rotation_rate", "/device_motion/gravity", "/device_motion/user_acceleration",
    ] {
      let datasets = try files.map { try $0.openDataset(path) }
      let rows = path.hasPrefix("/acc") ? 8192 : 4096
      #expect(datasets.map { $0.chunkShape?.first } == [rows, rows, nil, rows == 8192 ? 800 : 200])
      #expect(
        datasets.map { $0.filters.map(\.name) } == [["shuffle", "gzip"], ["fletcher32"], [], ["shuffle", "gzip"]])
      let values = try datasets.map { try $0.read(as: Double.self).map(\.bitPattern) }
      #expect(values[0].count > 5000)
      #expect(values.allSatisfy { $0 == values[0] })
    }
  }

  @Test("Strokes of a rally follow at once, and timestamps may be ticks")
  func rally() async throws {
    let scratch = try Scratch()
    let line = [
      "simulate", "swings", "--sport", "tennis", "--duration-s", "30", "--swings-per-minute", "34",
      "--distractors-per-minute", "0", "--stamps", "ticks", "--output", "out",
    ]
    #expect(try await Tool.run(line, in: scratch.path).status == 64)
    let rally = try await Tool.run(line + ["--pace", "rally"], in: scratch.path)
    #expect(rally.errorLines == ["out/tennis-000001.h5: 11 hits, 6 misses"])
    let file = try File(opening: scratch("out/tennis-000001.h5"))
    let times = try file.openDataset("/accelerometer/time").read(as: Double.self)
    #expect(times.allSatisfy { $0 == ($0 * 24e6).rounded() / 24e6 })
    #expect(times.contains { $0 != ($0 * 1e6).rounded() / 1e6 })
  }

  /// Values out of range, and how the message begins.
  static let values: [(arguments: [String], message: String)] = [
    (["--duration-s", "4"], "--duration-s is 4.0; expected 5.0 to 604800.0"),
    (["--duration-s", "nan"], "--duration-s is nan; expected 5.0 to 604800.0"),
    (["--count", "0"], "--count is 0; expected 1 or more"),
    (["--miss-share", "1.5"], "--miss-share is 1.5; expected 0.0 to 1.0"),
    (["--swings-per-minute", "41"], "--swings-per-minute is 41.0; expected 0.0 to 40.0"),
    (["--distractors-per-minute", "41"], "--distractors-per-minute is 41.0; expected 0.0 to 40.0"),
    (["--check-swings-per-minute", "21"], "--check-swings-per-minute is 21.0; expected 0.0 to 20.0"),
    (["--min-peak-g", "0.01"], "--min-peak-g to --max-peak-g is 0.01...40.0; expected a range within 0.05 to 200.0"),
    (["--min-peak-g", "50"], "--min-peak-g is 50.0 and --max-peak-g 40.0; expected the smaller one first"),
    (["--gaps", "1000"], "--gaps is 1000 (up to 2000.0 s of gaps); expected gaps of at most half"),
    (["--jitter-us", "201"], "--jitter-us is 201.0; expected 0.0 to 200.0"),
    (["--clip-g", "0.5"], "--clip-g is 0.5; expected 1.0 to 1000.0"),
    (["--seed", "18446744073709551615", "-c", "2"], "--seed is 18446744073709551615 and --count 2; expected seeds"),
    (["--duration-s", "abc"], "The value 'abc' is invalid for '--duration-s <duration-s>'"),
    (["--storage", "zip"], "The value 'zip' is invalid for '--storage <storage>'"),
    (["--stamps", "ms"], "The value 'ms' is invalid for '--stamps <stamps>'"),
    (["--pace", "fast"], "The value 'fast' is invalid for '--pace <pace>'"),
    (["--sport", "cricke"], "The value 'cricke' is invalid for '--sport <sport>'"),
    (["--output", ""], "--output is empty; expected a folder"),
    (
      ["--duration-s", "20", "--swings-per-minute", "40", "--distractors-per-minute", "40"],
      "the swings and distractors of seed 1 need "
    ),
  ]

  @Test("Bad values are faults of the command line that name option and range", arguments: values)
  func badValues(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    let output = item.arguments.contains("--output") ? [] : ["--output", "out"]
    let outcome = try await Tool.run(["simulate", "swings"] + output + item.arguments, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("error: " + item.message), "\(outcome.errors)")
    #expect(scratch.files().isEmpty)
  }

  @Test("Dives are written with their truth beside them, alike for equal arguments")
  func dives() async throws {
    let scratch = try Scratch()
    let line = [
      "simulate", "dives", "--profile", "breath_hold", "--water", "fresh", "--seed", "5", "--dives", "3", "-o",
    ]
    let outcome = try await Tool.run(line + ["one"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errorLines == ["one/dive_breath_hold-000005.h5: 3 dives"])
    #expect(scratch.files() == ["one/dive_breath_hold-000005-truth.csv", "one/dive_breath_hold-000005.h5"])
    #expect(try await Tool.run(line + ["two"], in: scratch.path).status == 0)
    let name = "dive_breath_hold-000005.h5"
    #expect(try scratch.bytes("one/\(name)") == scratch.bytes("two/\(name)"))
    let truth = String(decoding: try scratch.bytes("one/dive_breath_hold-000005-truth.csv"), as: UTF8.self)
    #expect(
      truth.split(separator: "\n").count == 4 && truth.hasPrefix("dive_index,start_time_s,end_time_s,max_depth_m"))
    let file = try File(opening: scratch("one/\(name)"))
    // Deeper than 0 m the pressure is 9.80665 kPa a metre over that of the surface.
    let names = ["depth", "pressure", "surface_pressure"]
    let rows = try names.map { try file.openDataset("/submersion_measurement/\($0)").read(as: Double.self) }
    let errors = rows[0].indices.filter { !rows[0][$0].isNaN }.map {
      abs(rows[1][$0] - rows[2][$0] - 9.80665 * rows[0][$0])
    }
    #expect(errors.count > 100 && errors.allSatisfy { $0 < 1.5 })
  }

  @Test("A setting of dives out of its range is refused by its option")
  func divesOutOfRange() async throws {
    let outcome = try await Tool.run(["simulate", "dives", "--max-depth-m", "1", "-o", "out"])
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.first == "error: --max-depth-m is 1.0; expected 2.0 to 60.0")
  }

  @Test("A workout is a recording of the watch and one of the phone, with their truth, alike for equal arguments")
  func workouts() async throws {
    let scratch = try Scratch()
    let line = ["simulate", "workouts", "--seed", "12", "--duration-s", "1800", "-o"]
    let outcome = try await Tool.run(line + ["one"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errorLines.first?.hasPrefix("one/workout-000012-{watch,phone}.h5: 6 pauses, ") == true)
    let names = ["workout-000012-phone.h5", "workout-000012-truth.csv", "workout-000012-watch.h5"]
    #expect(scratch.files() == names.map { "one/\($0)" })
    #expect(try await Tool.run(line + ["two"], in: scratch.path).status == 0)
    for name in names { #expect(try scratch.bytes("one/\(name)") == scratch.bytes("two/\(name)")) }
    for device in ["watch", "phone"] {
      let file = try File(opening: scratch("one/workout-000012-\(device).h5"))
      #expect(try file.attributes.string("session_id") == "workout-000012")
      #expect(try file.attributes.string("device") == device)
      let times = try file.openDataset("/workout_state/time").read(as: Double.self)
      // In the order of arrival: only a late message is dated before the one that arrived ahead of it.
      let late = try scratch.text("one/workout-000012-truth.csv").split(separator: "\n")
        .count { $0.hasPrefix("late_message,\(device),") }
      #expect(late == (device == "phone" ? 1 : 0))
      #expect(times.count > 8 && zip(times, times.dropFirst()).count { $0 >= $1 } == late)
    }
    let watch = try File(opening: scratch("one/workout-000012-watch.h5"))
    let states = try watch.openDataset("/workout_state/state").read(as: UInt8.self)
    // Prepared and running at first, stopped and ended at last.
    #expect(states.prefix(2) == [5, 2] && states.suffix(2) == [6, 3])
  }

  @Test(
    "Options of the other activity are refused, and a drift may be negative",
    arguments: [
      (["--duration-s", "100"], 64), (["--activity", "everyday", "--sets", "5"], 64),
      (["--activity", "everyday", "--disturb", "pauses"], 64),
      (["--activity", "everyday", "--duration-s", "60", "--yaw-drift-deg-per-min", "-5"], 0),
    ])
  func headOptions(_ options: [String], status: Int) async throws {
    let scratch = try Scratch()
    #expect(try await Tool.run(["simulate", "heads", "-o", "out"] + options, in: scratch.path).status == status)
  }

  @Test("A setting of workouts out of its range is refused by its option")
  func workoutsOutOfRange() async throws {
    let outcome = try await Tool.run(["simulate", "workouts", "--pauses", "99", "-o", "out"])
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.first == "error: --pauses is 99.0; expected 0.0 to 18.0")
  }
}
