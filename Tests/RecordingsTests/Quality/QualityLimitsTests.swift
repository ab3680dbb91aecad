import SPRecordings
import Testing

struct QualityLimitsTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  /// 800 Hz for 5 s, with a gap of 0.3 s, 2 % missing values of x and 10 clipped samples of y at 8 g.
  private func quality() throws -> RecordingQuality {
    let count = 4000
    let time = steady(count).enumerated().map { row, time in row < 2000 ? time : time + 0.3 }
    var (x, y) = (QualityScene.motion(count), QualityScene.motion(count, phase: 1))
    for row in 1000..<1080 { x[row] = .nan }
    for row in 3000..<3010 { y[row] = 8 }
    let stream = QualityScene.Stream(
      name: .accelerometer, time: time,
      datasets: ["acceleration": QualityScene.rows([x, y, QualityScene.motion(count, phase: 2)])],
      nominalRateHz: 800, rangeG: 8)
    let events = QualityScene.Stream(name: "workout_event", time: [1, 2, 3, 50], datasets: ["type": [1, 2, 1, 2]])
    return try RecordingQuality(of: scene.recording(stream, events))
  }

  @Test("The standard limits name what is beyond them, with figure, place and limit")
  func standard() throws {
    let violations = QualityLimits().violations(of: try quality())
    #expect(
      violations.map(\.text) == [
        "accelerometer: missing values of acceleration x 2 % at 101.25 s, over max_missing_percent 1"
      ])
    #expect(violations.map(\.limit) == ["max_missing_percent"])
    #expect(violations[0].measured == 2)
    #expect(violations[0].value == 1)
    #expect(violations[0].timeS == 101.25)
  }

  @Test(
    "Acceleration in another unit than g is told by its average magnitude",
    arguments: [(9.80665, ": are these m/s^2?"), (2048, ""), (0.102, ": are these g that were read as m/s^2?")])
  func unit(factor: Float, guess: String) throws {
    // At rest, with noise of a few thousandths.
    let rest = QualityScene.motion(1600).map { 0.002 * $0 }
    let stream = QualityScene.Stream(
      name: .accelerometer, time: steady(1600),
      datasets: ["acceleration": QualityScene.rows([rest, rest.map { $0 + 0.001 }, rest.map { factor * (1 + $0) }])])
    let quality = try RecordingQuality(of: scene.recording(stream))
    let mean = try #require(quality.streams[0].datasets[0].meanMagnitude)
    #expect(abs(mean / Double(factor) - 1) < 0.01)
    let fault = try #require(quality.faults.first { $0.kind == .unit })
    #expect(
      fault.text.hasPrefix("has a magnitude of ") && fault.text.hasSuffix("on average; expected about 1 g" + guess))
    #expect(QualityLimits().violations(of: quality).map(\.limit) == ["max_wrong_conventions"])
  }

  @Test("A stream of timestamps alone is as if it were missing")
  func timestampsAlone() throws {
    let bare = QualityScene.Stream(name: .accelerometer, time: steady(100), datasets: [:])
    let quality = try RecordingQuality(of: scene.recording(bare))
    #expect(quality.streams[0].faults.map(\.text) == ["timestamps without any values"])
    var limits = QualityLimits()
    limits.required = [.accelerometer]
    #expect(limits.violations(of: quality).map(\.text) == ["accelerometer: timestamps without any values"])
  }

  @Test("Limits for all, for one stream and none at all")
  func settings() throws {
    let quality = try quality()
    func limits(_ settings: [String: [QualityLimits.Setting]]) -> [String] {
      var limits = QualityLimits()
      limits.settings = settings
      return limits.violations(of: quality).map(\.limit)
    }
    let none = ["max_missing_percent": [QualityLimits.Setting(nil)]]
    #expect(limits(none) == [])
    #expect(limits(none.merging(["max_gap_s": [.init(0.2)]]) { $1 }) == ["max_gap_s"])
    #expect(limits(none.merging(["max_gap_s": [.init(0.2), .init(1, for: .accelerometer)]]) { $1 }) == [])
    #expect(limits(none.merging(["max_gap_s": [.init(0.2, for: .accelerometer), .init(1)]]) { $1 }) == ["max_gap_s"])
    // Events have no gaps, unless somebody asks for them by name.
    #expect(limits(none.merging(["max_gap_s": [.init(10, for: "workout_event")]]) { $1 }) == ["max_gap_s"])
    #expect(limits(none.merging(["max_clipped_percent": [.init(0.2)]]) { $1 }) == ["max_clipped_percent"])
    #expect(limits(none.merging(["max_clipped_percent": [.init(0.25)]]) { $1 }) == [])
    #expect(limits(none.merging(["min_rate_hz": [.init(805)]]) { $1 }) == ["min_rate_hz"])
    #expect(limits(none.merging(["min_rate_hz": [.init(700)]]) { $1 }) == [])
    #expect(limits(none.merging(["min_length_s": [.init(5.5)]]) { $1 }) == ["min_length_s"])
  }

  @Test("Given limits on the order of timestamps apply to streams without an even rate")
  func orderOfEvents() throws {
    let ride = QualityScene.Stream(
      name: "heart_rate", time: [1, 2, 2, 3, 9, 4], datasets: ["heart_rate": [90, 91, 92, 93, 94, 95]])
    let quality = try RecordingQuality(of: scene.recording(ride))
    func limits(_ settings: [String: [QualityLimits.Setting]]) -> [String] {
      var limits = QualityLimits()
      limits.settings = settings
      return limits.violations(of: quality).map(\.text)
    }
    #expect(limits([:]) == [])
    #expect(
      limits(["max_backward": [.init(0)]]) == ["heart_rate: backward timestamps 1 at 4 s, over max_backward 0"])
    #expect(
      limits(["max_duplicates": [.init(0)]]) == ["heart_rate: duplicate timestamps 1 at 2 s, over max_duplicates 0"])
    #expect(limits(["max_backward": [.init(1)], "max_duplicates": [.init(nil)]]) == [])
    #expect(limits(["max_backward": [.init(0), .init(nil, for: "heart_rate")]]) == [])
    // A rate or a gap makes sense only for one of these streams, by its name.
    #expect(limits(["min_rate_hz": [.init(50)], "max_gap_s": [.init(0.1)], "min_length_s": [.init(100)]]) == [])
  }

  @Test("Streams that must be there are told first")
  func required() throws {
    var limits = QualityLimits()
    limits.required = [.deviceMotion, .accelerometer]
    let violations = limits.violations(of: try quality())
    #expect(violations.map(\.text).first == "device_motion: no such stream")
    #expect(violations.map(\.limit) == ["require", "max_missing_percent"])
    let empty = QualityScene.Stream(
      name: .accelerometer, time: [], datasets: ["acceleration": []])
    let nothing = try RecordingQuality(of: scene.recording(empty))
    limits.required = [.accelerometer]
    #expect(limits.violations(of: nothing).map(\.text) == ["accelerometer: no rows"])
    #expect(
      QualityLimits().violations(of: nothing).map(\.text) == [
        "no stream with rows", "accelerometer: length 0 s, under min_length_s 1",
      ])
  }

  @Test("Names are unique and end with their units")
  func names() {
    let units = ["s": "_s", "Hz": "_hz", "%": "_percent", "g": "_g", "ms": "_ms", "": ""]
    #expect(Set(QualityLimit.all.map(\.name)).count == QualityLimit.all.count)
    for limit in QualityLimit.all {
      #expect(limit.name.hasSuffix(units[limit.unit] ?? "?"))
      #expect(limit.name.hasPrefix(limit.bound == .least ? "min_" : "max_"))
    }
  }

  @Test("A limit is read for all streams or for one, and a text that sets none says what was expected")
  func parsing() throws {
    typealias Setting = QualityLimits.Setting
    #expect(try Setting(parsing: "0.5", of: .maxGapS) == Setting(0.5))
    #expect(try Setting(parsing: "none", of: .maxGapS) == Setting(nil))
    #expect(try Setting(parsing: "device_motion=90", of: .minRateHz) == Setting(90, for: .deviceMotion))
    #expect(
      throws: Setting.Fault.number(
        expected: "a number in Hz, 0 or more, or none, perhaps for one stream, as in accelerometer=700")
    ) {
      try Setting(parsing: "-1", of: .minRateHz)
    }
    let fault = #expect(throws: StreamName.Unknown.self) { try StreamName(known: "acelerometer") }
    #expect(fault?.description == "unknown stream \"acelerometer\"; did you mean \"accelerometer\"?")
  }
}
