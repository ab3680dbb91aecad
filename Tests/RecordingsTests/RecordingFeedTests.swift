import SPHDF5
import SPRecordings
import SPSignals
import Synchronization
import Testing

/// One pass over a recording.
struct RecordingFeedTests {
  private let folder: TemporaryFolder
  private static let selections = [
    StreamSelection(.accelerometer, ["acceleration"]), StreamSelection(.deviceMotion, ["rotation_rate", "gravity"]),
  ]

  init() throws { folder = try TemporaryFolder() }

  private static func timestamps(_ count: Int, rate: Double) -> [Double] { (0..<count).map { 100 + Double($0) / rate } }

  /// A recording of so many samples of each stream; gravity is the ramp from 1,000,000 on.
  private func recording(_ counts: (Int, Int), _ storage: FeedStorage) throws -> String {
    try folder.native { file in
      func put(_ path: String, _ values: [Float], _ rows: Int?) throws {
        try file.put(path, values, columns: 3, layout: FeedStorage.layout(rows, columns: 3))
      }
      try file.put(
        "/accelerometer/time", Self.timestamps(counts.0, rate: 800),
        layout: FeedStorage.layout(storage.accelerationTime))
      try put("/accelerometer/acceleration", ramp(counts.0), storage.acceleration)
      try file.put(
        "/device_motion/time", Self.timestamps(counts.1, rate: 200), layout: FeedStorage.layout(storage.motionTime))
      try put("/device_motion/rotation_rate", ramp(counts.1), storage.rotationRate)
      try put("/device_motion/gravity", ramp(counts.1).map { $0 + 1_000_000 }, storage.gravity)
    }
  }

  /// How many rows of each dataset were decoded by a pass that looks at the timestamps first, as an engine needs it.
  private func rowsDecoded(
    of path: String, _ selections: [StreamSelection], workers: Int, _ check: ([FedStream]) -> Void = { _ in }
  ) throws -> [String: Int] {
    let rows = Mutex<[String: Int]>([:])
    let recording = try Recording(opening: path) { step in
      rows.withLock { $0[step.dataset, default: 0] += step.rows }
    }
    try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      let feed = try RecordingFeed(recording, selections)
      for place in selections.indices { _ = try feed.prologue(of: place) }
      check(try feed.all())
    }
    return rows.withLock(\.self)
  }

  @Test("Every row of every dataset is decoded once, and passes once", arguments: FeedStorage.all, 0...3)
  func once(storage: FeedStorage, workers: Int) throws {
    let path = try recording((20_500, 5130), storage)
    let rows = try rowsDecoded(of: path, Self.selections, workers: workers) { streams in
      for (stream, (count, rate)) in zip(streams, [(20_500, 800.0), (5130, 200.0)]) {
        #expect(stream.times == Self.timestamps(count, rate: rate))
        let rows = (0..<count).map(Float.init)
        #expect(stream.channels[0] == rows)
        #expect(stream.channels[1] == rows.map { $0 + 0.25 })
        #expect(stream.channels[2] == rows.map { -$0 })
        #expect(stream.endedAt == [count])
      }
      #expect(streams[0].channels.count == 3 && streams[1].channels.count == 6)
      #expect(streams[1].channels[5] == (0..<5130).map { 1_000_000 - Float($0) })
    }
    #expect(
      rows == [
        "/accelerometer/time": 20_500, "/accelerometer/acceleration": 20_500, "/device_motion/time": 5130,
        "/device_motion/rotation_rate": 5130, "/device_motion/gravity": 5130,
      ])
  }

  @Test(
    "Streams of any lengths pass to their ends",
    arguments: [(0, 0), (0, 300), (300, 0), (1, 9000), (9000, 1), (900, 30_000)])
  func lengths(acceleration: Int, motion: Int) throws {
    let path = try recording((acceleration, motion), FeedStorage.all[0])
    let rows = try rowsDecoded(of: path, Self.selections, workers: 1) { streams in
      #expect(streams.map(\.times.count) == [acceleration, motion])
      #expect(streams.map(\.endedAt) == [[acceleration], [motion]])
    }
    #expect(rows["/accelerometer/acceleration", default: 0] == acceleration)
    #expect(rows["/device_motion/time", default: 0] == motion)
  }

  @Test func moreStampsThanAreAllLookedAtAheadAreDecodedOnce() throws {
    let count = (1 << 20) + 12_345
    let path = try folder.native { file in
      try file.put("/heart_rate/time", Self.timestamps(count, rate: 800), layout: FeedStorage.layout(8192))
    }
    let rows = try rowsDecoded(of: path, [StreamSelection("heart_rate", [])], workers: 1) { streams in
      #expect(streams[0].times.count == count && streams[0].times.last == 100 + Double(count - 1) / 800)
    }
    #expect(rows == ["/heart_rate/time": count])
  }

  @Test("Datasets that are columns of one table, and timestamps of two streams, are decoded once")
  func shared() throws {
    let count = 9000
    let path = try folder.file { file in
      try file.put("/t", Self.timestamps(count, rate: 100), units: "s", layout: FeedStorage.layout(1000))
      try file.put(
        "/table", (0..<count * 6).map(Float.init), columns: 6, layout: FeedStorage.layout(1000, columns: 6))
    }
    let time = TimeMapping.timestamps(path: "/t", unit: nil)
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: time, datasets: ["acceleration": DatasetMapping(path: "/table", columns: [0, 1, 2])]),
      .deviceMotion: StreamMapping(
        time: time,
        datasets: [
          "rotation_rate": DatasetMapping(path: "/table", columns: [3, 4, 5]),
          "gravity": DatasetMapping(path: "/table", columns: [0, 1, 2]),
        ]),
    ])
    let rows = Mutex<[String: Int]>([:])
    let recording = try Recording(opening: path, layout: .mapped(mapping)) { step in
      rows.withLock { $0[step.dataset, default: 0] += step.rows }
    }
    let feed = try RecordingFeed(recording, Self.selections)
    for place in 0..<2 { _ = try feed.prologue(of: place) }
    let streams = try feed.all()
    for (channel, column) in zip(streams[1].channels, [3, 4, 5, 0, 1, 2]) {
      #expect(channel == (0..<count).map { Float(6 * $0 + column) })
    }
    #expect(streams[1].channels.count == 6)
    #expect(rows.withLock(\.self) == ["/t": count, "/table": count])
  }

  @Test("Few columns of a wide table pass as they are; rows with a missing one are counted", arguments: [nil, 300])
  func wide(chunkRows: Int?) throws {
    let (count, width) = (20_000, 40)
    var values = (0..<count * width).map { Float($0 % 10_007) }
    for (row, column) in [(12_345, 17), (12_345, 2), (19_999, 30), (5, 3)] { values[row * width + column] = .nan }
    let path = try folder.file { file in
      try file.put("/t", values, columns: width, layout: FeedStorage.layout(chunkRows, columns: width))
    }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: 7, rateHz: 100),
        datasets: ["acceleration": DatasetMapping(path: "/t", columns: [30, 2, 17])])
    ])
    let recording = try Recording(opening: path, layout: .mapped(mapping))
    let feed = try RecordingFeed(recording, [StreamSelection(.accelerometer, ["acceleration"])])
    #expect(try feed.prologue(of: 0).rateHz == 100)
    let stream = try feed.all()[0]
    for (channel, column) in zip(stream.channels, [30, 2, 17]) {
      #expect(same(channel, (0..<count).map { values[$0 * width + column] }))
    }
    #expect(stream.times == (0..<count).map { 7 + Double($0) / 100 })
    // Column 3 is nobody's.
    #expect(feed.missingRowCount(of: "acceleration", at: 0) == 2)
  }
}
