import Foundation
import SPHDF5
import Testing

/// `swingpipe export --around`.
struct WindowExportTests {
  private static let header = "recording_id,anchor_time_s"

  /// A folder `in` with a recording, and its timestamps and accelerations.
  private func scene() async throws -> (scratch: Scratch, times: [Double], values: [Float]) {
    let scratch = try Scratch()
    let file = try File(opening: scratch.copy(try await Fixtures.recording(), to: "in/a.h5"))
    let times = try file.openDataset("/accelerometer/time").read(as: Double.self)
    let values = try file.openDataset("/accelerometer/acceleration").read(as: Float.self)
    try file.close()
    return (scratch, times, values)
  }

  @Test("A window has the samples nearest to its event, and NaN beyond the recording; rows keep their order")
  func windows() async throws {
    let (scratch, times, values) = try await scene()
    let events = [times[4000] + 0.0004, times[80] - 0.0003]
    let rows = events.map { "baseball-000003,\($0)" }
    try scratch.write(([Self.header] + rows).joined(separator: "\n") + "\n", to: "events.csv")
    let outcome = try await Tool.run(
      ["export", "in", "--around", "events.csv", "--before-s", "0.2", "--after-s", "0.1", "-o", "w.h5"],
      in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "exported to w.h5: 2 windows of 1 recording\n")

    let file = try File(opening: scratch("w.h5"))
    let group = try file.openGroup("/accelerometer")
    let windows = try group.openDataset("values")
    // 0.2 s and 0.1 s at nominally 800 Hz.
    #expect(try windows.shape == [2, 241, 3])
    #expect(
      try group.attributes.strings("channels") == ["acceleration_x_g", "acceleration_y_g", "acceleration_z_g"])
    #expect(try file.openDataset("/event_time").read(as: Double.self) == events)
    #expect(try file.openGroup("/device_motion").openDataset("values").shape == [2, 61, 13])
    let found = try windows.read(as: Float.self)
    let offsets = try group.openDataset("time").read(as: Float.self)
    for (event, time) in events.enumerated() {
      let nearest = try #require(times.indices.min { abs(times[$0] - time) < abs(times[$1] - time) })
      for sample in 0..<241 {
        let row = nearest - 160 + sample
        let place = event * 241 + sample
        if row < 0 {
          #expect(offsets[place].isNaN && found[3 * place].isNaN)
        } else {
          #expect(offsets[place] == Float(times[row] - time))
          #expect(Array(found[3 * place..<3 * place + 3]) == Array(values[3 * row..<3 * row + 3]))
        }
      }
    }
    #expect(offsets.contains { $0.isNaN })
    try file.close()
    // An older file of the kind is replaced.
    let again = try await Tool.run(
      ["export", "in/a.h5", "--around", "events.csv", "--streams", "device_motion", "-o", "w.h5"], in: scratch.path)
    #expect(again.status == 0, "\(again.errors)")
    let replaced = try File(opening: scratch("w.h5"))
    #expect(try replaced.group.children().map(\.name).sorted() == ["device_motion", "event_time", "recording_id"])
    try replaced.close()
  }

  @Test("Rows of several recordings keep their order; events in a gap or beyond a recording are told")
  func order() async throws {
    let (scratch, times, _) = try await scene()
    let other = try File(opening: scratch.copy(try await Fixtures.otherRecording(), to: "in/b.h5"))
    let otherTimes = try other.openDataset("/accelerometer/time").read(as: Double.self)
    try other.close()
    try scratch.write("not a recording", to: "in/broken.h5")
    let rows = [
      "baseball-000003,\(times[3000])", "baseball-000004,\(otherTimes[3000])", "baseball-000003,5",
      "baseball-000003,\(times[2000])",
    ]
    try scratch.write(("recording_id,moment" + "\n" + rows.joined(separator: "\n") + "\n"), to: "events.csv")
    let outcome = try await Tool.run(
      [
        "export", "in", "--around", "events.csv", "--time-column", "moment", "--streams", "accelerometer", "-o", "w.h5",
      ], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix(
        "warning: 1 window of 4 without samples; the first: in/a.h5: has no sample around 5.0 s; expected "))
    let file = try File(opening: scratch("w.h5"))
    let offsets = try file.openDataset("/accelerometer/time").read(as: Float.self)
    // 0.5 s before the event.
    #expect([0, 1, 3].allSatisfy { offsets[$0 * 641 + 400] == 0 })
    #expect(offsets[(2 * 641)..<(3 * 641)].allSatisfy { $0.isNaN })
    #expect(
      try file.openDataset("/event_time").read(as: Double.self) == [times[3000], otherTimes[3000], 5, times[2000]])
    try file.close()
  }

  @Test("Events and recordings that do not belong together are refused, and nothing is replaced")
  func faults() async throws {
    let (scratch, _, _) = try await scene()
    let before = try scratch.bytes("in/a.h5")
    let cases: [(table: String, options: [String], status: Int, message: String)] = [
      (
        "baseball-000003,\nx,1", [], 65,
        "events.csv:2: column \"anchor_time_s\": is missing; expected a recording and a time in each row"
      ),
      (
        "monday,1\nsunday,1", [], 64,
        "the table names recording \"monday\" and 1 other; expected identifiers of the given recordings"
      ),
      ("baseball-000003,1", [], 64, "no event is within its recording: in/a.h5: has no sample around 1.0 s; expected "),
      ("", [], 64, "the table has no rows; expected one for each window"),
      ("a,1", ["--time-column", "start_time_s"], 64, "events.csv: has no column \"start_time_s\"; it has"),
      ("a,1", ["--around", "nowhere"], 64, "--around: nowhere: no such file or folder"),
      ("a,1", ["--around", "in"], 64, "--around: in: expected a table, or the output folder of a run"),
      ("baseball-000003,1", ["-o", "in/a.h5"], 64, "in/a.h5 is not a file of samples around events"),
      ("baseball-000003,1", ["--streams", "cycling"], 1, "in/a.h5: has no stream cycling; it has "),
      ("a,1", ["--before-s", "-1"], 64, "--before-s is -1.0; expected 0 to 60 s"),
      ("a,1", ["-o", "windows"], 64, "--output is windows; expected an .h5 file for --around"),
    ]
    for (table, options, status, message) in cases {
      try scratch.write("\(Self.header)\n\(table)\n", to: "events.csv")
      let around = options.contains("--around") ? [] : ["--around", "events.csv"]
      let output = options.contains("-o") ? [] : ["-o", "w.h5"]
      let outcome = try await Tool.run(["export", "in"] + around + output + options, in: scratch.path)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    #expect(try scratch.bytes("in/a.h5") == before)
    #expect(scratch.files().sorted() == ["events.csv", "in/a.h5"])
    try scratch.copy(scratch("in/a.h5"), to: "in/twice.h5")
    try scratch.write("\(Self.header)\nbaseball-000003,1\n", to: "events.csv")
    let twice = try await Tool.run(["export", "in", "--around", "events.csv", "-o", "w.h5"], in: scratch.path)
    #expect(twice.status == 64)
    #expect(twice.errors.contains("in/twice.h5 and in/a.h5 are both recording \"baseball-000003\"; expected one"))
    let lone = try await Tool.run(["export", "in/a.h5", "--after-s", "1"], in: scratch.path)
    #expect(lone.status == 64)
    #expect(lone.errors.contains("--after-s goes with --around; expected both, or neither"))
  }
}
