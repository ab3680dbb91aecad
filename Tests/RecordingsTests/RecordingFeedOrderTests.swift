import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// The order of a pass.
struct RecordingFeedOrderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The blocks of two streams without other data than timestamps, as they pass.
  private func blocks(_ first: [Double], _ second: [Double], chunkRows: Int) throws -> [(place: Int, times: [Double])] {
    let path = try folder.native { file in
      for (stream, times) in [("heart_rate", first), ("water_intake", second)] {
        try file.put("/\(stream)/time", times, layout: FeedStorage.layout(chunkRows))
      }
    }
    let feed = try RecordingFeed(
      try Recording(opening: path), [StreamSelection("heart_rate", []), StreamSelection("water_intake", [])])
    var passed: [(place: Int, times: [Double])] = []
    try feed.forEachBlock {
      passed.append(($0, Array($1.times)))
    } ended: { _ in
    }
    return passed
  }

  private func timestamps(_ count: Int, from start: Double, rate: Double) -> [Double] {
    (0..<count).map { start + Double($0) / rate }
  }

  @Test func theStreamThatIsLeastFarInTimeComesNext() throws {
    // The second begins late, has a gap, and ends long after the first.
    let first = timestamps(100_000, from: 0, rate: 800)
    let second = timestamps(8000, from: 20, rate: 200) + timestamps(20_000, from: 90, rate: 200)
    let passed = try blocks(first, second, chunkRows: 8192)
    var last = [-Double.infinity, -.infinity]
    for (place, times) in passed {
      let isOtherThrough = last[1 - place] == (place == 0 ? second : first).last
      #expect(last[place] <= last[1 - place] || isOtherThrough)
      last[place] = try #require(times.last)
    }
    #expect(passed.filter { $0.place == 0 }.flatMap(\.times) == first)
    #expect(passed.filter { $0.place == 1 }.flatMap(\.times) == second)
  }

  @Test func whereOneClockGoesBackTheOtherOneFollowsFirst() throws {
    // Both go back by 500 s after 100 s, at other places of their blocks.
    let first = timestamps(80_000, from: 1000, rate: 800) + timestamps(80_000, from: 600, rate: 800)
    let second = timestamps(20_000, from: 1000, rate: 200) + timestamps(20_000, from: 600, rate: 200)
    let passed = try blocks(first, second, chunkRows: 8192)
    var hasGoneBack = [false, false]
    for (place, times) in passed {
      // Once one has gone back, nothing more of it comes until the other one has.
      #expect(!hasGoneBack[place] || hasGoneBack[1 - place])
      if let end = times.last, end < 1000 { hasGoneBack[place] = true }
    }
    #expect(hasGoneBack == [true, true])
    #expect(passed.filter { $0.place == 0 }.flatMap(\.times) == first)
    #expect(passed.filter { $0.place == 1 }.flatMap(\.times) == second)
  }

  @Test func aClockThatGoesBackAloneIsNotWaitedForLong() throws {
    let first = timestamps(80_000, from: 1000, rate: 800) + timestamps(80_000, from: 600, rate: 800)
    let second = timestamps(80_000, from: 1000, rate: 200)
    let passed = try blocks(first, second, chunkRows: 8192)
    // Blocks of 41 s: the second goes on for a minute behind the step at 1,100 s, and for as long as its block lasts.
    let step = try #require(passed.firstIndex { $0.place == 0 && $0.times.contains { $0 < 1000 } })
    let next = try #require(passed[(step + 1)...].first { $0.place == 0 })
    let before = passed[..<(passed.firstIndex { $0.times == next.times } ?? 0)]
    let ahead = try #require(before.last { $0.place == 1 }?.times.last)
    #expect((1160..<1202).contains(ahead))
    #expect(passed.filter { $0.place == 1 }.flatMap(\.times) == second)
  }

  @Test func aStampThatIsNotFiniteIsToldWithItsDataset() throws {
    var times = timestamps(3000, from: 0, rate: 100)
    times[2999] = .nan
    let path = try folder.native { try $0.put("/heart_rate/time", times) }
    let feed = try RecordingFeed(try Recording(opening: path), [StreamSelection("heart_rate", [])])
    let text = message { _ = try feed.prologue(of: 0) }
    #expect(text.hasPrefix("\(path): /heart_rate/time: "))
    #expect(text.contains("2999"))
    // What a look at the timestamps throws as they pass is told likewise.
    var scan = StreamScan(Prologue(rateHz: 100))
    let passing = message {
      try feed.forEachBlock {
        var block = $1
        _ = try scan.mark(&block)
      } ended: { _ in
      }
    }
    #expect(passing == text)
  }

  @Test func whatIsNotThereIsRefusedBeforeAnythingPasses() throws {
    let path = try folder.native { try $0.putAccelerometer() }
    let recording = try Recording(opening: path)
    #expect(
      message { _ = try RecordingFeed(recording, [StreamSelection(.deviceMotion, ["gravity"])]) }
        == "\(path): has no stream device_motion; it has accelerometer")
    #expect(
      message { _ = try RecordingFeed(recording, [StreamSelection(.accelerometer, ["gravity"])]) }
        == "\(path): accelerometer: has no gravity; it has acceleration")
  }

  @Test func stampsThatHavePassedNeedNotBeScannedAgain() throws {
    let path = try folder.native { try $0.putAccelerometer(count: 20_000) }
    let recording = try Recording(opening: path)
    let feed = try RecordingFeed(recording, [StreamSelection(.accelerometer, ["acceleration"])])
    try feed.scan(0)
    try feed.forEachBlock { _, _ in
    } ended: { _ in
    }
    let kept = try #require(try feed.keepTimestamps(at: 0))
    let base = try Recording(opening: path).stream(.accelerometer).timeBase
    #expect(kept.segments == base.segments)
    #expect(try recording.stream(.accelerometer).timeBase.segments == base.segments)
    #expect(try recording.stream(.accelerometer).timeBase.times(8000..<8300) == base.times(8000..<8300))
  }
}
