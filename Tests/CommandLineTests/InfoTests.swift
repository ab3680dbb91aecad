import Foundation
import Testing

struct InfoTests {
  @Test("Streams are shown with measured rates, then conventions and labels, and the verdict comes last")
  func text() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let outcome = try await Tool.run(["check", "--details", "a.h5"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.outputLines
    try #require(lines.count == 12)
    #expect(lines[0] == "a.h5: baseball-000003 (baseball, simulated-3, right wrist)")
    #expect(
      lines[1].split(separator: " ")
        == "stream rows length rate jitter gaps lost largest faults".split(separator: " "))
    // A real watch steps by 1252, 1252, 1252 and 1232 us: 4 / 4988 us = 801.92 Hz.
    #expect(lines[2].wholeMatch(of: /\ \ accelerometer +\d+  10\.0 s  801\.92 Hz .* \d+\.\d g +none/) != nil)
    #expect(lines[3].wholeMatch(of: /\ \ device_motion +\d+  10\.0 s  200\.48 Hz .* \d+\.\d rad\/s +none/) != nil)
    #expect(lines[4] == "  accelerometer: acceleration [g]")
    #expect(lines[5] == "  device_motion: attitude, gravity [g], rotation_rate [rad/s], user_acceleration [g]")
    #expect(lines[6].hasPrefix("  device_motion: gravity is the attitude's inverse applied to (0, 0, -1), residual 0"))
    #expect(lines[7].hasPrefix("  the accelerometer reads gravity plus user acceleration, residual 0.0"))
    let offset = /\ \ timestamps of device_motion: 0\.0 ms (early|late) against accelerometer's \(correlation 1\.0\)/
    #expect(lines[8].wholeMatch(of: offset) != nil)
    let labels = /\ \ labels: \d+ hits?, \d+ miss(es)?, \d+ moments? to ignore, \d+ distractors?/
    #expect(lines[9].wholeMatch(of: labels) != nil)
    #expect(lines[10] == "  swings can be found")
    #expect(lines[11] == "  no faults")
  }

  @Test("Faults have their count and first places, and what is imported its history")
  func faults() async throws {
    let scratch = try Scratch()
    try QualityFixture.faulty(scratch("made.h5"))
    let outcome = try await Tool.run(["check", "--details", "made.h5"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        made.h5: made
          stream         rows        length       rate  jitter  gaps  lost      largest  faults
          accelerometer  4000  5.0 of 5.5 s  800.00 Hz   0.0 %     1     0  25 % of 8 g       3
          device_motion   400         2.0 s  200.00 Hz   0.0 %     0     0                    1
          accelerometer: acceleration [g]
          device_motion: attitude, gravity [g]
          accelerometer: 1 gap, the longest 0.501 s, at 101.750 s (row 1000)
          accelerometer acceleration x: 10 missing values in 1 stretch, at 103.000 s (row 2000)
          accelerometer acceleration z: constant, -1
          device_motion: gravity has a norm of 9.8067 g, not 1, so it seems to be in m/s^2; gravity is the attitude's \
        inverse applied to (0, 0, -1), residual 0 g rms
          swings cannot be found, impacts alone can, by the pipeline impacts: needs "device_motion", which \
        this recording cannot give: its stream device_motion needs rotation_rate, and gravity, attitude or a \
        stream accelerometer to estimate them from; it has attitude, gravity
          history: import by hand from a.csv
          history: label by hand: added 2 swings
          4 faults: gaps, missing values, constant values, convention of gravity

        """)
  }

  @Test("JSON holds the same, for several recordings")
  func json() async throws {
    let outcome = try await Tool.run(["check", "--details", Fixtures.recording(), Fixtures.otherRecording(), "--json"])
    #expect(outcome.status == 0)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let attributes = found.compactMap { $0["attributes"] as? [String: Any] }
    #expect(attributes.map { $0["recording_id"] as? String } == ["baseball-000003", "baseball-000004"])
    let streams = try #require(found[0]["streams"] as? [[String: Any]])
    #expect(streams.map { $0["name"] as? String } == ["accelerometer", "device_motion"])
    let rates = streams.compactMap { $0["rate_hz"] as? Double }
    #expect(rates.map { ($0 * 10).rounded() / 10 } == [801.9, 200.5])
    #expect(streams.map { $0["nominal_rate_hz"] as? Double } == [800, 200])
    #expect(streams.map { $0["gaps"] as? Int } == [0, 0])
    #expect(streams.map { $0["lost_samples"] as? Int } == [0, 0])
    let offset = try #require(found[0]["motion_offset"] as? [String: Any])
    #expect(abs(try #require(offset["motion_offset_s"] as? Double)) < 0.0002)
    #expect(try #require(offset["motion_offset_correlation"] as? Double) > 0.99)
    #expect(offset["is_reliable"] as? Bool == true)
    let labels = try #require(found[0]["labels"] as? [String: Int])
    #expect(Set(labels.keys) == ["hits", "misses", "ignored", "distractors"])
    #expect(labels["hits", default: 0] + labels["misses", default: 0] == 2)
    #expect((found[0]["faults"] as? [Any])?.isEmpty == true)
    let agreement = try #require(found[0]["acceleration_agreement"] as? [String: Any])
    #expect(agreement["convention"] as? String == "layout")
  }

  @Test("JSON has every fault with its places, and what was measured of the channels")
  func jsonOfFaults() async throws {
    let scratch = try Scratch()
    try QualityFixture.faulty(scratch("made.h5"))
    let outcome = try await Tool.run(["check", "--details", "made.h5", "--json"], in: scratch.path)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(found[0]["history"] as? [String] == ["import by hand from a.csv", "label by hand: added 2 swings"])
    let faults = try #require(found[0]["faults"] as? [[String: Any]])
    #expect(
      faults.map { $0["kind"] as? String } == ["gaps", "missing_values", "constant_values", "gravity_convention"])
    #expect(faults.map { $0["count"] as? Int } == [1, 10, 1, 1])
    #expect(faults[1]["channels"] as? [String] == ["x"])
    let places = try #require(faults[1]["first"] as? [[String: Double]])
    #expect(places == [["time_s": 103, "row": 2000]])
    let streams = try #require(found[0]["streams"] as? [[String: Any]])
    let gaps = try #require(streams[0]["first_gaps"] as? [[String: Double]])
    #expect(gaps.map { $0["row"] } == [1000])
    #expect(gaps.map { $0["end_s"] } == [101.75])
    let dataset = try #require((streams[0]["datasets"] as? [[String: Any]])?.first)
    #expect(dataset["name"] as? String == "acceleration")
    #expect(dataset["unit"] as? String == "g")
    #expect(dataset["largest_magnitude"] as? Double == 2)
    #expect(dataset["range_used"] as? Double == 0.25)
    let channels = try #require(dataset["channels"] as? [[String: Any]])
    #expect(channels.map { $0["nan_count"] as? Int } == [10, 0, 0])
    #expect(channels.map { $0["constant_value"] as? Double } == [nil, nil, -1])
    #expect((channels[1]["largest"] as? [String: Double])?["row"] == 0)
    let gravity = try #require(streams[1]["gravity_agreement"] as? [String: Any])
    #expect(gravity["convention"] as? String == "layout")
    #expect(abs(try #require(gravity["gravity_norm_median_g"] as? Double) - 9.80665) < 1e-5)
    #expect((gravity["residuals"] as? [Any])?.count == 8)
  }

  @Test("Of heads and dives it is told which bud sent what, and what is missing")
  func headsAndDives() async throws {
    let scratch = try Scratch()
    func lines(_ arguments: [String], _ recording: String) async throws -> [String] {
      try #require(try await Tool.run(arguments + ["--seed", "31", "--output", "."], in: scratch.path).status == 0)
      return try await Tool.run(["check", "--details", recording], in: scratch.path).outputLines
    }
    let heads = try await lines(["simulate", "heads", "--disturb", "handovers", "--sets", "2"], "push_ups-000031.h5")
    #expect(
      heads.contains(
        "  headphone_motion: motion comes from the left bud in 2319 and the right bud in 936 of 3255 rows, with 4 changes "
          + "of bud"))
    let failing = try await lines(["simulate", "dives", "--profile", "sensor_error"], "dive_sensor_error-000031.h5")
    #expect(
      failing.contains(
        "  submersion_measurement: no depth in 411 of 1301 rows: out of the water, or the sensor failed"))
    #expect(
      failing.contains("  submersion_measurement: the watch says that its depth sensor failed, in 98 rows"))
    let bare = try await lines(
      ["simulate", "dives", "--without-events", "--without-states", "--pauses", "10"], "dive_square-000031.h5")
    #expect(
      bare.contains("  no stream submersion_event: when a dive begins and ends is taken from the states or depths"))
    #expect(
      bare.contains("  submersion_measurement: no states from the watch to compare with those by depth"))
    #expect(bare.contains("  submersion_measurement: no measurement for up to 19.0 s"))
  }

  @Test("The timestamps alone tell nothing of values")
  func stampsOnly() async throws {
    let scratch = try Scratch()
    try QualityFixture.faulty(scratch("made.h5"))
    let outcome = try await Tool.run(["check", "--details", "made.h5", "--stamps-only"], in: scratch.path)
    #expect(outcome.outputLines.last == "  1 fault in the timestamps: gaps")
    #expect(!outcome.output.contains("missing values"))
    let json = try await Tool.run(["check", "--details", "made.h5", "--stamps-only", "--json"], in: scratch.path)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(found[0]["values_read"] as? Bool == false)
    #expect((found[0]["faults"] as? [Any])?.count == 1)
  }

  @Test("A file that is no recording is named, and the others are shown")
  func notHDF5() async throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "a.json")
    try await scratch.copy(Fixtures.recording(), to: "b.h5")
    let outcome = try await Tool.run(["check", "--details", "a.json", "b.h5"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("error: a.json: cannot open: the file is not an HDF5 file"))
    #expect(outcome.output.hasPrefix("b.h5: baseball-000003"))
    let json = try await Tool.run(["check", "--details", "a.json", "--json"], in: scratch.path)
    #expect(json.status == 65)
    #expect((try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any])?.isEmpty == true)
  }

  @Test("A folder is searched; a file that is not there is named")
  func inputs() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "day/a.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "day/b.h5")
    let folder = try await Tool.run(["check", "--details", "day"], in: scratch.path)
    #expect(folder.outputLines.count { $0.hasPrefix("day/") } == 2)
    let missing = try await Tool.run(["check", "--details", "nowhere.h5"], in: scratch.path)
    #expect(missing.status == 64)
    #expect(missing.errors.contains("nowhere.h5"))
  }
}
