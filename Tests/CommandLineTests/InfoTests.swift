import Foundation
import Testing

@Suite("Info")
struct InfoTests {
  @Test("Streams are shown with measured rates and units, and labels are counted")
  func text() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let outcome = try await Tool.run(["info", "a.h5"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.outputLines
    try #require(lines.count == 6)
    #expect(lines[0] == "a.h5: baseball-000003 (baseball, simulated-3, right wrist)")
    #expect(
      lines[1].split(separator: " ")
        == "stream samples length rate jitter gaps lost duplicate backward data".split(separator: " "))
    // A real watch steps by 1252, 1252, 1252 and 1232 us: 4 / 4988 us = 801.92 Hz.
    #expect(lines[2].wholeMatch(of: /\ \ accelerometer +\d+  10\.0 s  801\.92 Hz .* acceleration \[g\]/) != nil)
    #expect(lines[3].wholeMatch(of: /\ \ device_motion +\d+  10\.0 s  200\.48 Hz .* rotation_rate \[rad\/s\].*/) != nil)
    let labels = /\ \ labels: \d+ hits?, \d+ miss(es)?, \d+ moments? to ignore, \d+ distractors?/
    #expect(lines[5].wholeMatch(of: labels) != nil)
    let offset = /\ \ stamps of device_motion: 0\.0 ms (early|late) against accelerometer's \(correlation 1\.0\)/
    #expect(lines[4].wholeMatch(of: offset) != nil)
  }

  @Test("JSON holds the same, for several recordings")
  func json() async throws {
    let outcome = try await Tool.run(["info", Fixtures.recording(), Fixtures.otherRecording(), "--json"])
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
  }

  @Test("A file that is no recording is named, and the others are shown")
  func notHDF5() async throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "a.json")
    try await scratch.copy(Fixtures.recording(), to: "b.h5")
    let outcome = try await Tool.run(["info", "a.json", "b.h5"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("error: a.json: cannot open: the file is not an HDF5 file"))
    #expect(outcome.output.hasPrefix("b.h5: baseball-000003"))
    let json = try await Tool.run(["info", "a.json", "--json"], in: scratch.path)
    #expect(json.status == 1)
    #expect((try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any])?.isEmpty == true)
  }

  @Test("Gaps are listed with their place and length")
  func gaps() async throws {
    let scratch = try Scratch()
    _ = try await Tool.run(["simulate", "-o", scratch.path, "--duration-s", "20", "--gaps", "1"])
    let outcome = try await Tool.run(["info", scratch.path])
    #expect(
      outcome.outputLines.count {
        $0.firstMatch(of: /^  gap in (accelerometer|device_motion) of [\d.]+ s before/) != nil
      } == 2)
  }
}
