import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// Stamps of a stream.
struct StampTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stream<Element: HDF5Element>(_ timestamps: [Element], units: String? = nil) throws -> RecordingStream {
    let path = try folder.native { try $0.put("/heart_rate/time", timestamps, units: units) }
    return try Recording(opening: path).stream("heart_rate")
  }

  // A double nearest to the decimal is what a reader of the same number of seconds has; multiplying by 1e-6 misses it.
  @Test(
    "Whole parts of a second become the nearest numbers of seconds",
    arguments: [("ms", 3), ("us", 6), ("ns", 9)])
  func exact(units: String, digits: Int) throws {
    let timestamps = (0..<1000).map { 1_617_909_376_123_457 + UInt64($0) * 1247 }
    let timeBase = try stream(timestamps, units: units).timeBase
    let decimals = timestamps.map { timestamp in
      let text = "\(timestamp)"
      return Double(text.dropLast(digits) + "." + text.suffix(digits))
    }
    #expect(try timeBase.times(0..<1000) == decimals)
  }

  @Test("Seconds stay as they are, stated or not", arguments: ["s", "sec", nil])
  func seconds(units: String?) throws {
    let timestamps = [87221.7677094287, 87221.76896142, 87221.770213]
    #expect(try stream(timestamps, units: units).timeBase.times(0..<3) == timestamps)
  }

  @Test(
    "A unit that timestamps do not come in is refused",
    arguments: ["fortnight", "g", "min", "Hz"])
  func units(symbol: String) throws {
    let text = message { _ = try stream([1.0, 2.0], units: symbol) }
    #expect(
      text
        == "\(folder.path)/walk.h5: /heart_rate/time: the unit of the times is \"\(symbol)\"; expected s, ms, us or ns")
  }

  @Test("Stamps that are no list of numbers are refused")
  func shapes() throws {
    let table = try folder.native("table.h5") { try $0.put("/heart_rate/time", [1.0, 2, 3, 4], columns: 2) }
    #expect(
      message { _ = try Recording(opening: table) }
        == "\(table): /heart_rate/time: expected timestamps in one dimension, but the shape is [2, 2]")
    let texts = try folder.native("texts.h5") { file in
      try file.createDataset("/heart_rate/time", ofStrings: .variable, shape: [1]).writeStrings(["12:30"])
    }
    let text = message { _ = try Recording(opening: texts).stream("heart_rate").timeBase }
    #expect(text.hasPrefix("\(texts): /heart_rate/time: "))
    #expect(text.contains("string"))
  }

  @Test("A timestamp that is no number is refused with its sample", arguments: [Double.nan, .infinity])
  func notFinite(timestamp: Double) throws {
    let stream = try stream([1, 2, timestamp, 4])
    let text = message { _ = try stream.timeBase }
    #expect(text.hasPrefix("\(folder.path)/walk.h5: /heart_rate/time: the timestamp of sample 2 is \(timestamp)"))
  }

  @Test("Gaps, duplicates and backward steps show in the time base")
  func irregular() throws {
    var timestamps = (0..<100).map { 10 + Double($0) * 0.01 }
    for index in 40..<100 { timestamps[index] += 1 }
    timestamps[60] = timestamps[59]
    for index in 80..<100 { timestamps[index] -= 0.5 }
    let regularity = try stream(timestamps).timeBase.regularity
    #expect(regularity.gaps.first.map(\.index) == [40])
    #expect(regularity.duplicates.first.map(\.index) == [60])
    #expect(regularity.backwardSteps.first.map(\.index) == [80])
    #expect(!regularity.isRegular)
  }

  @Test("The probed rate is that of the median step of the first timestamps")
  func probed() throws {
    var timestamps = (0..<3000).map { Double($0) / 200 }
    for index in 5..<3000 { timestamps[index] += 60 }
    timestamps[7] = timestamps[6]
    timestamps[20] += 0.002
    for index in 1500..<3000 { timestamps[index] = timestamps[1499] + Double(index - 1499) }
    let rate = try #require(try stream(timestamps).probed()?.rateHz)
    #expect(abs(rate - 200) < 1e-6)
  }

  private static func probed<Timestamp: HDF5Element>(
    _ timestamps: [Timestamp], units: String
  ) throws -> (rateHz: Double, durationS: Double)? {
    let folder = try TemporaryFolder()
    let path = try folder.native { try $0.put("/heart_rate/time", timestamps, units: units) }
    return try Recording(opening: path).stream("heart_rate").probed()
  }

  @Test("The probed duration of few timestamps ends with the last one; a clock that jumps does not lengthen it")
  func probedDuration() throws {
    func probe(_ timestamps: [Double]) throws -> Double? { try Self.probed(timestamps, units: "s")?.durationS }
    #expect(try probe([0, 436]) == 436)
    #expect(try probe([10, 4054, 5171]) == 5161)
    #expect(try probe((0..<600).map { Double($0) + ($0 < 300 ? 0 : 6e7) }) == 600)
    #expect(try probe((0..<3000).map { Double($0) / 200 }) == 15)
    #expect(try probe([5]) == nil)
    // A slow beginning: 2,000 samples at 0.25 Hz, then 6,000 at 1 Hz.
    #expect(try probe((0..<8000).map { $0 < 2000 ? 4 * Double($0) : 6000 + Double($0) }) == 14_003)
  }

  @Test("The probed rate is in Hz whatever the unit, and unknown without a step forward")
  func probedUnits() throws {
    func probe(_ timestamps: [Int64]) throws -> Double? { try Self.probed(timestamps, units: "us")?.rateHz }
    #expect(try probe([0, 1250, 2500]) == 800)
    #expect(try probe([5, 5, 5]) == nil)
    #expect(try probe([5]) == nil)
    #expect(try probe([]) == nil)
  }

  @Test("Without timestamps, a start and a rate make them")
  func regular() throws {
    let path = try folder.file { try $0.put("/xyz", ramp(5), columns: 3) }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: 12.5, rateHz: 4), datasets: ["acceleration": DatasetMapping(path: "/xyz")])
    ])
    let stream = try Recording(opening: path, layout: .mapped(mapping)).stream(.accelerometer)
    #expect(stream.count == 5)
    #expect(try stream.probed()?.rateHz == 4)
    #expect(try stream.timeBase.times(0..<5) == [12.5, 12.75, 13, 13.25, 13.5])
    #expect(try stream.signals("acceleration")[2].timeBase.time(at: 4) == 13.5)
  }

  @Test(
    "A start and a rate that make no timestamps are refused",
    arguments: [(0, 0), (0, -5), (0, .infinity), (0, .nan), (.nan, 100)] as [(Double, Double)])
  func irregularRates(startS: Double, rateHz: Double) throws {
    let path = try folder.file { try $0.put("/xyz", ramp(5), columns: 3) }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: startS, rateHz: rateHz), datasets: ["acceleration": DatasetMapping(path: "/xyz")])
    ])
    let text = message { _ = try Recording(opening: path, layout: .mapped(mapping)) }
    #expect(text.hasPrefix("\(path): accelerometer: the rate is \(rateHz) Hz from \(startS) s; expected"))
  }

  @Test("A stream of no rows and one of a single row are sound", arguments: [0, 1])
  func short(count: Int) throws {
    let path = try folder.native { file in
      try file.put("/accelerometer/time", steady(count), layout: .compressed(chunkShape: [8192]))
      try file.put(
        "/accelerometer/acceleration", ramp(count), columns: 3, units: "g",
        layout: .compressed(chunkShape: [8192, 3]))
    }
    let recording = try Recording(opening: path)
    let axes = try recording.triaxial("acceleration", of: .accelerometer)
    #expect(axes.count == count)
    #expect(axes.timeBase.count == count)
    #expect(axes.timeBase.rate == 0)
    #expect(axes.timeBase.regularity.isRegular)
    #expect(try recording.acceleration() == [[0], [0.25], [0]].map { Array($0.prefix(count)) })
  }
}
