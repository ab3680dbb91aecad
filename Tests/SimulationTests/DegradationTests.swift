import Foundation
import SPRecordings
import SPSignals
import SPSwings
import Testing

@testable import SPSimulation

/// Recordings as lesser sensors would have made them.
final class DegradationTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/swingpipe-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// 10,000 rows at 800 Hz and 2,500 at 200 Hz: sines of 1 g at 30 and 4 g at 330 Hz on z, an attitude that jumps.
  private func original(name: String = "in") throws -> Recording {
    let path = folder + "/\(name).h5"
    var attributes = RecordingAttributes(recordingID: "one")
    attributes.subjectID = "me"
    attributes.software = "a watch"
    let writer = try RecordingWriter(path: path, attributes: attributes)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 32)
    try writer.addStream(.deviceMotion, datasets: ["attitude", "rotation_rate", "gravity"], nominalRateHz: 200)
    try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: 1)
    let fast = (0..<10_000).map { 5 + Double($0) / 800 }
    try writer.append(
      to: .accelerometer, time: fast,
      ["acceleration": fast.flatMap { [0, -1, Float(sin(60 * .pi * $0) + 4 * sin(660 * .pi * $0))] }])
    let slow = (0..<2500).map { 5.001 + Double($0) / 200 }
    try writer.append(
      to: .deviceMotion, time: slow,
      [
        "attitude": slow.indices.flatMap { [0, 0, 0, $0.isMultiple(of: 2) ? 1 : -1] },
        "rotation_rate": slow.flatMap { [Float(sin(20 * .pi * $0)), 0, 0] },
        "gravity": slow.flatMap { _ in [0, 0, -1] },
      ])
    try writer.append(to: "heart_rate", time: [5, 6, 7], ["heart_rate": [60, 61, .nan]])
    try writer.write(
      Annotations(
        swings: [.init(startTime: 6, contactTime: 6.2, isHit: true)], ignored: [7], distractors: [8]))
    try writer.write(history: ["made for a test"])
    try writer.finish()
    return try Recording(opening: path)
  }

  private func degraded(_ change: (inout Degradation) -> Void) throws -> Recording {
    var degradation = Degradation()
    change(&degradation)
    let path = folder + "/out-\(UUID().uuidString).h5"
    try DegradedRecordingWriter.write(try original(), degradation, to: path)
    return try Recording(opening: path)
  }

  private func values(_ recording: Recording, _ stream: StreamName, _ dataset: String, _ component: Int) throws
    -> [Float]
  {
    let signal = try recording.stream(stream).signals(dataset)[component]
    return try signal.samples(0..<signal.count)
  }

  private func times(_ recording: Recording, _ stream: StreamName) throws -> [Double] {
    let base = try recording.stream(stream).timeBase
    return try base.times(0..<base.count)
  }

  @Test("Without a setting nothing but the software's name changes, and labels and other streams stay with all")
  func nothing() throws {
    let (before, after) = (try original(), try degraded { _ in })
    #expect(after.attributes.software == "a watch; swingpipe degrade: nothing")
    #expect(after.attributes.subjectID == "me" && after.attributes.recordingID == "one")
    #expect(try after.annotations() == before.annotations())
    #expect(after.history == ["made for a test"])
    #expect(Set(after.streams.keys) == Set(before.streams.keys))
    for (name, stream) in before.streams {
      #expect(try times(after, name) == times(before, name))
      #expect(after.streams[name]?.nominalRateHz == stream.nominalRateHz)
      for dataset in stream.datasetNames {
        for component in try stream.signals(dataset).indices {
          let expected = try values(before, name, dataset, component).map(\.bitPattern)
          #expect(try values(after, name, dataset, component).map(\.bitPattern) == expected)
        }
      }
    }
  }

  @Test("A lower rate keeps every n-th timestamp, what lies well under half of it, and nothing over it")
  func lowerRate() throws {
    let slow = try degraded { $0.accelerationRateHz = 200 }
    #expect(try times(slow, .accelerometer) == (0..<2500).map { 5 + Double(4 * $0) / 800 })
    #expect(slow.streams[.accelerometer]?.nominalRateHz == 200)
    #expect(try times(slow, .deviceMotion).count == 2500)
    let timestamps = try times(slow, .accelerometer)
    let z = try values(slow, .accelerometer, "acceleration", 2)
    // Away from the ends, which the filter extends.
    for row in 100..<2400 { #expect(abs(Double(z[row]) - sin(60 * .pi * timestamps[row])) < 0.01) }
  }

  @Test("With aliases kept, samples are the original's, and 330 Hz at 200 Hz looks like 70 Hz")
  func aliases() throws {
    let slow = try degraded {
      $0.accelerationRateHz = 200
      $0.keepsAliases = true
    }
    let all = try values(original(), .accelerometer, "acceleration", 2)
    #expect(try values(slow, .accelerometer, "acceleration", 2) == (0..<2500).map { all[4 * $0] })
  }

  @Test("The device motion is thinned with its rate; its attitude is that of the moment")
  func motionRate() throws {
    let slow = try degraded { $0.motionRateHz = 50 }
    #expect(try times(slow, .deviceMotion).count == 625)
    #expect(try times(slow, .accelerometer).count == 10_000)
    #expect(try values(slow, .deviceMotion, "attitude", 3) == [Float](repeating: 1, count: 625))
    let timestamps = try times(slow, .deviceMotion)
    let rate = try values(slow, .deviceMotion, "rotation_rate", 0)
    for row in 30..<600 { #expect(abs(Double(rate[row]) - sin(20 * .pi * timestamps[row])) < 0.01) }
  }

  @Test("Values beyond the range are clipped, ahead of the low-pass, and the file states the range")
  func clipping() throws {
    let before = try values(original(), .accelerometer, "acceleration", 2)
    let clipped = try degraded { $0.clipRangeG = 2 }
    #expect(clipped.streams[.accelerometer]?.rangeG == 2)
    #expect(try values(clipped, .accelerometer, "acceleration", 2) == before.map { max(-2, min(2, $0)) })
    // A range that is wider than the sensor's changes nothing.
    #expect(try degraded { $0.clipRangeG = 64 }.streams[.accelerometer]?.rangeG == 32)
    let slow = try degraded {
      $0.clipRangeG = 2
      $0.accelerationRateHz = 200
    }
    // Clipping flattens the sum, which leaves less of the slow sine than there was.
    let z = try values(slow, .accelerometer, "acceleration", 2)[100..<2400]
    #expect(z.map(abs).max().map { $0 < 0.7 } == true)
  }

  @Test("Samples are lost with their timestamps, each on its own, in both streams, and the same for equal seeds")
  func losses() throws {
    let lossy = try degraded { $0.dropShare = 0.1 }
    let kept = try times(lossy, .accelerometer)
    #expect((8800..<9200).contains(kept.count))
    #expect((2150..<2350).contains(try times(lossy, .deviceMotion).count))
    #expect(try times(lossy, "heart_rate").count == 3)
    #expect(Set(kept).isSubset(of: try times(original(), .accelerometer)))
    let all = try values(original(), .accelerometer, "acceleration", 2)
    let indices = kept.map { Int((($0 - 5) * 800).rounded()) }
    #expect(try values(lossy, .accelerometer, "acceleration", 2) == indices.map { all[$0] })
    #expect(try times(degraded { $0.dropShare = 0.1 }, .accelerometer) == kept)
    let other = try degraded {
      $0.dropShare = 0.1
      $0.seed = 2
    }
    #expect(try times(other, .accelerometer) != kept)
  }

  @Test("Only the timestamps of the device motion are late")
  func offset() throws {
    let late = try degraded { $0.motionOffsetS = 0.005 }
    #expect(try times(late, .deviceMotion) == times(original(), .deviceMotion).map { $0 + 0.005 })
    #expect(try times(late, .accelerometer) == times(original(), .accelerometer))
    #expect(late.attributes.software == "a watch; swingpipe degrade: device motion 0.005 s late")
  }

  @Test("A rate that the recording has not, and its own file as the copy, are refused and leave nothing behind")
  func refusals() throws {
    let recording = try original()
    var faster = Degradation()
    faster.accelerationRateHz = 1600
    let error = try #require(throws: RecordingError.self) {
      try DegradedRecordingWriter.write(recording, faster, to: folder + "/faster.h5")
    }
    #expect(
      error.description
        == "\(folder)/in.h5: accelerometer: has 800.0 Hz, which cannot be reduced to 1600.0 Hz; expected a lower rate")
    let writer = try RecordingWriter(
      path: folder + "/hasty.h5", attributes: RecordingAttributes(recordingID: "hasty"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 32)
    try writer.append(
      to: .accelerometer, time: (0..<100).map { Double($0) * 1e-25 },
      ["acceleration": [Float](repeating: 0, count: 300)])
    try writer.finish()
    var slower = Degradation()
    slower.accelerationRateHz = 400
    let timestamps = try #require(throws: RecordingError.self) {
      try DegradedRecordingWriter.write(Recording(opening: folder + "/hasty.h5"), slower, to: folder + "/slower.h5")
    }
    #expect(
      timestamps.description.contains("hasty.h5: accelerometer: has ")
        && timestamps.description.contains("timestamps in s")
    )
    try FileManager.default.removeItem(atPath: folder + "/hasty.h5")
    #expect(throws: RecordingError.self) {
      try DegradedRecordingWriter.write(recording, Degradation(), to: folder + "/./in.h5")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.h5"])
    #expect(try values(recording, "heart_rate", "heart_rate", 0).count == 3)
  }

  @Test("A rate that is no whole part of the recording's is stated, and said, as what came out")
  func nearestRate() throws {
    let slow = try degraded { $0.accelerationRateHz = 300 }
    #expect(try times(slow, .accelerometer).count == 3334)
    #expect(try #require(slow.streams[.accelerometer]?.nominalRateHz) == 800.0 / 3)
    #expect(slow.streams[.deviceMotion]?.nominalRateHz == 200)
    #expect(slow.attributes.software == "a watch; swingpipe degrade: acceleration at 266.67 Hz")
  }

  @Test("A stream that is missing, or has no rate, cannot be degraded, and nothing is left behind")
  func nothingToDegrade() throws {
    let path = folder + "/one.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "one"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.append(to: .accelerometer, time: [5], ["acceleration": [0, 0, 1]])
    try writer.finish()
    let recording = try Recording(opening: path)
    for (change, message) in [
      (
        { $0.accelerationRateHz = 400 },
        "accelerometer: has no rate that could be reduced to 400.0 Hz; expected two samples or more, at different times"
      ),
      (
        { $0.motionOffsetS = 0.1 },
        "device_motion: is missing, so it cannot be degraded; expected a recording with it, or no setting for it"
      ),
    ] as [((inout Degradation) -> Void, String)] {
      var degradation = Degradation()
      change(&degradation)
      let error = #expect(throws: RecordingError.self) {
        try DegradedRecordingWriter.write(recording, degradation, to: folder + "/out.h5")
      }
      #expect(error?.description == "\(path): \(message)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["one.h5"])
  }

  @Test("Without acceleration and device motion there is nothing to lose, and that is refused")
  func nothingToLose() throws {
    let path = folder + "/pulse.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "pulse"))
    try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: 1)
    try writer.append(to: "heart_rate", time: [5, 6, 7], ["heart_rate": [60, 61, 62]])
    try writer.finish()
    var degradation = Degradation()
    degradation.dropShare = 0.1
    #expect(throws: RecordingError.self) {
      try DegradedRecordingWriter.write(Recording(opening: path), degradation, to: folder + "/out.h5")
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/out.h5"))
  }

  @Test("A copy takes the place of an earlier one, and of no other file")
  func replacing() throws {
    let recording = try original()
    let (copy, other) = (folder + "/copy.h5", folder + "/other.h5")
    var degradation = Degradation()
    for range in [8.0, 4.0] {
      degradation.clipRangeG = range
      try DegradedRecordingWriter.write(recording, degradation, to: copy)
      #expect(try Recording(opening: copy).streams[.accelerometer]?.rangeG == range)
    }
    _ = try original(name: "other")
    for bytes in [try Data(contentsOf: URL(fileURLWithPath: other)), Data("notes".utf8)] {
      try bytes.write(to: URL(fileURLWithPath: other))
      let error = #expect(throws: RecordingError.self) {
        try DegradedRecordingWriter.write(recording, degradation, to: other)
      }
      #expect(
        error?.description
          == "\(other): holds something other than a degraded copy; expected a new file, or a copy to replace")
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
    }
  }

  @Test("Settings out of range are refused by name")
  func settings() {
    for (setting, change) in [
      ("accelerationRateHz", { $0.accelerationRateHz = 0.5 }), ("motionRateHz", { $0.motionRateHz = .nan }),
      ("clipRangeG", { $0.clipRangeG = 0 }), ("dropShare", { $0.dropShare = 0.95 }),
      ("motionOffsetS", { $0.motionOffsetS = 11 }),
    ] as [(String, (inout Degradation) -> Void)] {
      var degradation = Degradation()
      change(&degradation)
      let error = #expect(throws: SimulationError.self) { try degradation.validate() }
      #expect("\(error, default: "")".contains("\"\(setting)\""))
    }
    #expect(throws: Never.self) { try Degradation().validate() }
  }
}
