import SPRecordings
import Testing

/// Quality of timestamps.
struct StampQualityTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  private func accelerometer(_ time: [Double], nominalRateHz: Double? = 800) -> QualityScene.Stream {
    .init(
      name: .accelerometer, time: time,
      datasets: ["acceleration": QualityScene.rows((0..<3).map { QualityScene.motion(time.count, phase: Double($0)) })],
      nominalRateHz: nominalRateHz)
  }

  @Test("Every kind of fault is counted and has its place")
  func faults() throws {
    // Steps of 1.25 ms, but for a lost sample, a gap, a duplicate and a step back.
    let odd: [Int: Double] = [500: 0.0025, 1000: 0.5, 2000: 0, 3000: -0.1]
    var time = [100.0]
    for row in 1..<4000 {
      let step: Double = odd[row] ?? 0.00125
      time.append(time[row - 1] + step)
    }
    let quality = try RecordingQuality(of: scene.recording(accelerometer(time)))
    let stream = quality.streams[0]
    #expect(stream.rows == 4000)
    #expect(stream.startS == 100)
    #expect(stream.endS == time.max())
    #expect(abs(try #require(stream.rateHz) - 800) < 1)
    #expect(stream.nominalRateHz == 800)
    #expect(stream.regularity.gaps.first.map(\.index) == [1000])
    #expect(stream.regularity.lostSamples == 1)
    #expect(stream.regularity.duplicates.first.map(\.index) == [2000])
    #expect(stream.regularity.backwardSteps.first.map(\.index) == [3000])
    #expect(quality.kinds == [.gaps, .lostSamples, .duplicateTimestamps, .backwardTimestamps])
    #expect(quality.faults.map(\.count) == [1, 1, 1, 1])
    #expect(quality.faults.map { $0.first.map(\.row) } == [[1000], [], [2000], [3000]])
    #expect(quality.faults[0].first[0].timeS == time[1000])
    #expect(
      quality.faults.map(\.text) == [
        "1 gap, the longest 0.5 s", "1 lost sample, one or two at a time", "1 duplicate timestamp",
        "1 backward timestamp, by up to 0.1 s",
      ])
  }

  @Test("A rate that is not the stated one is a fault, within 5 % it is none")
  func rate() throws {
    let slow = try RecordingQuality(of: scene.recording(accelerometer((0..<200).map { Double($0) / 100 })))
    #expect(slow.faults.map(\.text) == ["measures 100 Hz, but states 800 Hz"])
    let near = try RecordingQuality(of: scene.recording(accelerometer((0..<200).map { Double($0) / 780 })))
    #expect(near.faults.isEmpty)
    let unstated = try RecordingQuality(
      of: scene.recording(accelerometer((0..<200).map { Double($0) / 100 }, nominalRateHz: nil)))
    #expect(unstated.faults.isEmpty)
  }

  @Test("Time between events is no gap, but timestamps that go back are a fault of any stream")
  func events() throws {
    let events = QualityScene.Stream(
      name: "workout_event", time: [1, 2, 100, 99], datasets: ["type": [1, 2, 1, 2]])
    let quality = try RecordingQuality(of: scene.recording(events))
    #expect(quality.streams[0].isEvenlySampled == false)
    #expect(quality.kinds == [.backwardTimestamps])
  }

  @Test("No rows, one row, and values that are all missing", arguments: [0, 1, 700])
  func degenerate(count: Int) throws {
    let missing = [Float](repeating: .nan, count: 3 * count)
    let motion = QualityScene.Stream(
      name: .deviceMotion, time: steady(count),
      datasets: [
        "attitude": [Float](repeating: .nan, count: 4 * count), "gravity": missing, "rotation_rate": missing,
        "user_acceleration": missing,
      ])
    let acceleration = QualityScene.Stream(
      name: .accelerometer, time: steady(count), datasets: ["acceleration": missing])
    let quality = try RecordingQuality(of: scene.recording(acceleration, motion))
    #expect(quality.acceleration == nil)
    for stream in quality.streams {
      #expect(stream.rows == count)
      #expect(stream.gravity == nil)
      #expect(stream.startS == (count > 0 ? 100 : nil))
      #expect((stream.rateHz == nil) == (count < 2))
      for dataset in stream.datasets {
        #expect(dataset.largestMagnitude == nil)
        #expect(dataset.range == nil)
        for channel in dataset.channels {
          #expect(channel.nanCount == count)
          #expect(channel.missing?.rows == (count > 0 ? count : nil))
          #expect(channel.smallest == nil && channel.constant == nil && channel.clipping == nil)
        }
      }
    }
    #expect(Set(quality.kinds) == (count == 0 ? [.noRows] : [.missingValues]))
  }

  @Test("Without values the timestamps are the same, and nothing is said of values")
  func stampsOnly() throws {
    let recording = try scene.recording(accelerometer((0..<2000).map { Double($0) / 800 }))
    let whole = try RecordingQuality(of: recording)
    let timestamps = try RecordingQuality(of: recording, readingValues: false)
    #expect(timestamps.streams[0].regularity == whole.streams[0].regularity)
    #expect(timestamps.streams[0].rateHz == whole.streams[0].rateHz)
    #expect(timestamps.streams[0].datasets.map(\.name) == ["acceleration"])
    #expect(timestamps.streams[0].datasets[0].channels.isEmpty)
  }
}
