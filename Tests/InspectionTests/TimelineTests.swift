import Foundation
import SPBasics
import SPPlots
import SPRecordings
import SPTables
import Testing

@testable import SPReporting

/// Pictures over time.
struct TimelineTests {
  private func series(over span: ClosedRange<Double>) throws -> TimeSeries? {
    let intervals: [(Double, Double, Double)] = [(0, 10, 1), (10, 11, 2), (20, 21, 3), (30, 9000, 4)]
    let table = FeatureTable(
      rows: intervals,
      columns: [
        .double("start_s", unit: "s", "") { $0.0 }, .double("end_s", unit: "s", "") { $0.1 },
        .double("angle_deg", unit: "deg", "") { $0.2 },
      ])
    let source = TimelineSource(recordings: []) { StoredTable(table, path: $0) }
    let stretch = TimelineStretch(
      source: source, span: span, axis: ElapsedTime(from: 0, over: span), columns: 900)
    return try stretch.series(.table("postures", "angle_deg", at: "start_s", until: "end_s"))
  }

  @Test("A value that holds is drawn for as long as it holds, also where that is much longer than others do")
  func held() throws {
    let whole = try #require(try series(over: 0...9000))
    #expect(
      whole.runs.map { [whole.times[$0.lowerBound], whole.times[$0.upperBound - 1]] } == [
        [0, 10], [10, 11], [20, 21], [30, 9000],
      ])
    let middle = try #require(try series(over: 100...200))
    #expect(middle.times == [100, 200, 200] && middle.values.prefix(2) == [4, 4])
    #expect(try series(over: 12...15) == nil)
  }

  @Test("Only times between the first and the last sample are gaps")
  func gaps() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).h5").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "ride"))
    for (stream, dataset, times) in [
      ("cycling", "power", Array(0..<100) + Array(200..<300)), ("heart_rate", "heart_rate", Array(50..<300)),
    ] {
      try writer.addStream(StreamName(stream), datasets: [dataset], nominalRateHz: 1)
      try writer.append(
        to: StreamName(stream), time: times.map(Double.init), [dataset: times.map { Float($0) }])
    }
    try writer.finish()
    let source = TimelineSource(recordings: [try Recording(opening: path)]) {
      throw FileError(path: $0, operation: "open")
    }
    func gaps(_ stream: String, _ dataset: String) throws -> [TimeSpan] {
      let figure = TimelineFigure(panels: [.init(dataset, unit: "1", lines: [.stream(stream, dataset)])])
      let picture = TimelinePicture(figure: figure, title: "ride", rows: 0...299)
      return try picture.figure(of: source).panels[0].spans
    }
    // The picture begins 15 s before the ride and ends 15 s after it. Its axis is in minutes.
    #expect(try gaps("cycling", "power") == [.gap(99.0 / 60...200.0 / 60)])
    #expect(try gaps("heart_rate", "heart_rate") == [.gap(0...50.0 / 60)])
  }

  @Test("A line goes on after a clock that steps back")
  func backward() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).h5").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "ride"))
    try writer.addStream("cycling", datasets: ["power"], nominalRateHz: 1)
    // After 100 s, the clock steps back by 5 s.
    let times = (0..<300).map { Double($0 < 100 ? $0 : $0 - 5) }
    try writer.append(to: "cycling", time: times, ["power": times.indices.map(Float.init)])
    try writer.finish()
    let source = TimelineSource(recordings: [try Recording(opening: path)]) {
      throw FileError(path: $0, operation: "open")
    }
    let stretch = TimelineStretch(
      source: source, span: 0...294, axis: ElapsedTime(from: 0, over: 0...294), columns: 900)
    let series = try #require(try stretch.series(.stream("cycling", "power")))
    #expect(series.times.last == 294 && series.values.last == 299)
    #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(series.values.count == 295)
  }
}
