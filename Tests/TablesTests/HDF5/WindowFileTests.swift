import Foundation
import SPBasics
import SPHDF5
import SPTables
import Testing

/// A folder of files, removed after the test.
@Suite("Files of windows") final class WindowFileTests {
  let folder = NSTemporaryDirectory() + "windows-tests-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let stream = WindowFile.Stream(
    name: "a", rateHz: 50, sampleCount: 2, anchorSample: 1, channels: ["x_g", "y_g"])

  /// Writes a file of windows at the given times, whose numbers count from the first time.
  private func add(_ name: String, _ times: [Double], _ stream: WindowFile.Stream = stream) throws -> TableMerge.Part {
    let path = "\(folder)/\(name).h5"
    let events = times.map { WindowFile.Event(recordingID: name, time: $0) }
    let file = try NewFile(at: path) { file in
      try WindowFile.write(events, [stream], to: file) { append in
        for time in times {
          var windows = WindowFile.Windows()
          let numbers = (0..<stream.numberCount).map { Float(time) + Float($0) }
          windows.append(times: numbers[..<stream.sampleCount], values: numbers[stream.sampleCount...])
          try append([windows])
        }
      }
    }
    try WholeFile.write([file])
    return TableMerge.Part(path: path, hash: file.hash)
  }

  private func join(_ parts: [TableMerge.Part]) throws -> File {
    let path = "\(folder)/joined.h5"
    try WholeFile.write([TableMerge.join(parts, name: "windows", as: .hdf5, into: path)])
    return try File(opening: path)
  }

  @Test("Joined, the windows of all files follow each other; a file without windows fits any other")
  func joining() throws {
    let idle = WindowFile.Stream(name: "a", rateHz: 0, sampleCount: 1, anchorSample: 0, channels: ["x_g", "y_g"])
    let joined = try join([add("idle", [], idle), add("one", [10, 20]), add("two", [30])])
    #expect(try joined.attributes.string("format") == "swingpipe-windows")
    #expect(try joined.openDataset("recording_id").readStrings() == ["one", "one", "two"])
    #expect(try joined.openDataset("event_time").read(as: Double.self) == [10, 20, 30])
    let group = try joined.openGroup("a")
    #expect(try group.attributes.number("rate_hz") == 50)
    #expect(try group.attributes.strings("channels") == ["x_g", "y_g"])
    #expect(try group.openDataset("time").read(as: Float.self) == [10, 11, 20, 21, 30, 31])
    let values = try group.openDataset("values")
    #expect(try values.shape == [3, 2, 2])
    #expect(try values.read(as: Float.self) == [12, 13, 14, 15, 22, 23, 24, 25, 32, 33, 34, 35])
  }

  @Test("Windows of a slightly different rate are cut or filled around the sample of their event")
  func rates() throws {
    let longer = WindowFile.Stream(name: "a", rateHz: 52, sampleCount: 5, anchorSample: 2, channels: ["x_g"])
    let shorter = WindowFile.Stream(name: "a", rateHz: 50, sampleCount: 3, anchorSample: 1, channels: ["x_g"])
    func times(_ parts: WindowFile.Stream...) throws -> (times: [String], values: [String]) {
      let names = ["one", "two", "three"]
      let parts = try zip(parts, names).enumerated().map { try add($1.1, [Double(10 * $0)], $1.0) }
      let file = try join(parts)
      let texts = try ["time", "values"].map {
        try file.openDataset("a/\($0)").read(as: Float.self).map { $0.isNaN ? "-" : "\(Int($0))" }
      }
      return (texts[0], texts[1])
    }
    let cut = try times(shorter, longer)
    #expect(cut.times == ["0", "1", "2", "11", "12", "13"] && cut.values == ["3", "4", "5", "16", "17", "18"])
    // 5 % of the larger rate, in any order.
    let slowest = WindowFile.Stream(name: "a", rateHz: 49.45, sampleCount: 3, anchorSample: 1, channels: ["x_g"])
    #expect(try times(slowest, longer).times.count == 6 && times(longer, slowest).times.count == 10)
    let filled = try times(longer, shorter)
    #expect(filled.times == ["0", "1", "2", "3", "4", "-", "10", "11", "12", "-"])
    #expect(filled.values == ["5", "6", "7", "8", "9", "-", "13", "14", "15", "-"])
  }

  @Test("Files without windows are joined to a file without windows")
  func empty() throws {
    let joined = try join([add("one", []), add("two", [])])
    #expect(try joined.openDataset("recording_id").readStrings() == [])
    #expect(try joined.openDataset("a/values").shape == [0, 2, 2])
  }

  @Test(
    "Windows of another shape are not joined, and the difference is named",
    arguments: [
      (
        WindowFile.Stream(name: "a", rateHz: 100, sampleCount: 4, anchorSample: 2, channels: ["x_g", "y_g"]),
        "a has 100.0 Hz, not 50.0 Hz"
      ),
      (
        WindowFile.Stream(name: "a", rateHz: 50, sampleCount: 2, anchorSample: 1, channels: ["x_g"]),
        "a has other channels"
      ),
      (
        WindowFile.Stream(name: "b", rateHz: 50, sampleCount: 2, anchorSample: 1, channels: ["x_g", "y_g"]),
        "it has b, not a"
      ),
    ])
  func difference(stream: WindowFile.Stream, text: String) throws {
    let parts = [try add("one", [1]), try add("two", [2], stream)]
    let error = #expect(throws: WindowFile.LayoutsDiffer.self) { try join(parts) }
    #expect(error?.description.contains("/two.h5: cannot be joined with \(folder)/one.h5: \(text)") == true)
  }

  @Test("A file that was replaced since is not joined")
  func replaced() throws {
    var part = try add("one", [1])
    part.hash = try add("two", [2]).hash
    #expect(throws: TableMerge.Replaced.self) { try join([part, add("three", [3])]) }
  }
}
