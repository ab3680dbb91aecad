import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// Mapped files of other makers.
struct MappingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ path: String, as dataset: String = "acceleration", of stream: StreamName = .accelerometer,
    _ mapping: DatasetMapping
  ) throws -> Recording {
    let streams = [stream: StreamMapping(time: .regular(startS: 0, rateHz: 100), datasets: [dataset: mapping])]
    return try Recording(opening: path, layout: .mapped(RecordingMapping(streams: streams)))
  }

  @Test("Columns are picked and put in order: a quaternion x y z w becomes w x y z")
  func columns() throws {
    let path = try folder.file { try $0.put("/q", [9, 1, 2, 3, 4, 9, 5, 6, 7, 8] as [Float], columns: 5) }
    let mapping = DatasetMapping(path: "/q", columns: [4, 1, 2, 3])
    let recording = try open(path, as: "attitude", of: .deviceMotion, mapping)
    #expect(try recording.all("attitude", of: .deviceMotion) == [[4, 8], [1, 5], [2, 6], [3, 7]])
  }

  @Test("Few columns of a wide table come out as they are, with their missing values", arguments: [false, true])
  func wide(isChunked: Bool) throws {
    let (count, width) = (20_000, 40)
    var values = (0..<count * width).map { Float($0 % 10_007) }
    values[12_345 * width + 17] = .nan
    let layout = isChunked ? DatasetLayout(chunkShape: [3000, width], gzipLevel: 1, shuffle: true) : .contiguous
    let path = try folder.file { try $0.put("/t", values, columns: width, layout: layout) }
    let signals = try open(path, DatasetMapping(path: "/t", columns: [30, 2, 17])).stream(.accelerometer)
      .signals("acceleration")
    for (signal, column) in zip(signals, [30, 2, 17]) {
      let expected = (0..<count).map { values[$0 * width + column] }
      #expect(same(try signal.samples(0..<count), expected))
      #expect(same(try signal.samples(8000..<8300), Array(expected[8000..<8300])))
    }
  }

  @Test("A shape beyond any memory is an error", arguments: [1 << 40, 1 << 50])
  func huge(width: Int) throws {
    let path = try folder.file { file in
      let layout = DatasetLayout(chunkShape: [64, 1024], gzipLevel: 1)
      _ = try file.createDataset("/t", of: Float.self, shape: [4000, width], layout: layout)
    }
    let refused = #expect(throws: HDF5Error.self) { try open(path, DatasetMapping(path: "/t", columns: [0, 1, 2])) }
    #expect(refused?.kind == .damaged)
  }

  @Test("One column of a table serves as a stream of single values")
  func singleColumn() throws {
    let path = try folder.file { try $0.put("/ride", [1, 150, 90, 2, 160, 91] as [Double], columns: 3) }
    let recording = try open(path, as: "power", of: "cycling", DatasetMapping(path: "/ride", columns: [1]))
    #expect(try recording.all("power", of: "cycling") == [[150, 160]])
  }

  @Test("Inverted values change their sign, after their unit")
  func inverted() throws {
    let path = try folder.file { try $0.put("/a", [0, -9.80665, 19.6133], columns: 3) }
    let mapping = DatasetMapping(path: "/a", unit: .metersPerSecondSquared, isInverted: true)
    #expect(try open(path, mapping).acceleration() == [[0], [1], [-2]])
  }

  @Test("The mapping's unit goes before the file's")
  func unit() throws {
    let path = try folder.file { try $0.put("/a", [1000, 2000, 3000] as [Float], columns: 3, units: "furlong") }
    let read = try open(path, DatasetMapping(path: "/a", unit: .milliG)).acceleration()
    #expect(deviation(read.flatMap(\.self), [1, 2, 3]) < 1e-6)
  }

  @Test("The fill value and NaN are read as NaN, the other values as they are")
  func fill() throws {
    let path = try folder.file { file in
      let dataset = try file.put("/a", [1, -9999.5, 2, .nan, 3, -9999.5] as [Float], columns: 3, units: "mg")
      try dataset.attributes.set("_FillValue", to: -9999.5 as Float)
    }
    let read = try open(path, DatasetMapping(path: "/a", isInverted: true)).acceleration()
    #expect(same(read[0], [-0.001, .nan]))
    #expect(same(read[1], [.nan, -0.003]))
    #expect(same(read[2], [-0.002, .nan]))
  }

  @Test("The fill value of integers is one of them")
  func integerFill() throws {
    let path = try folder.file { file in
      let dataset = try file.put("/a", [-32768, 0, 5] as [Int16], columns: 3)
      try dataset.attributes.set("_FillValue", to: -32768 as Int16)
    }
    #expect(same(try open(path, DatasetMapping(path: "/a")).acceleration().flatMap(\.self), [.nan, 0, 5]))
  }

  @Test("Stamps of one dataset serve several streams")
  func timestamps() throws {
    let path = try folder.file { file in
      try file.put("/t", [1000, 2000] as [Int32], units: "s")
      try file.put("/a", ramp(2), columns: 3)
    }
    let time = TimeMapping.timestamps(path: "/t", unit: .milliseconds)
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(time: time, datasets: ["acceleration": DatasetMapping(path: "/a")]),
      .deviceMotion: StreamMapping(time: time, datasets: ["rotation_rate": DatasetMapping(path: "/a")]),
    ])
    let recording = try Recording(opening: path, layout: .mapped(mapping))
    for stream in recording.streams.values { #expect(try stream.timeBase.times(0..<2) == [1, 2]) }
  }

  @Test("Hints stand beside the first dataset or on it")
  func hints() throws {
    let path = try folder.file { file in
      let dataset = try file.put("/box/a", ramp(2), columns: 3)
      try dataset.attributes.set("range_g", to: 16)
      try file.openGroup("/box").attributes.set("nominal_rate_hz", to: 99.5)
    }
    let stream = try open(path, DatasetMapping(path: "/box/a")).stream(.accelerometer)
    #expect(stream.rangeG == 16)
    #expect(stream.nominalRateHz == 99.5)
  }

  @Test(
    "A dataset of another shape is refused",
    arguments: [
      ([2, 4], nil, "/a: has 4 columns; expected 3 for acceleration"),
      ([2], nil, "/a: has 1 columns; expected 3 for acceleration"),
      (
        [2, 3, 2], nil,
        "/a: has the shape [2, 3, 2]; expected \"dimensions\" with the meaning of each: \"rows\", \"columns\", or the "
          + "index to read"
      ),
      ([2, 4], [0, 1], "/a: has 2 columns; expected 3 for acceleration"),
      ([2, 4], [0, 1, 4], "/a: columns [0, 1, 4] are asked for, but the shape is [2, 4]"),
      ([2, 4], [0, 1, -1], "/a: columns [0, 1, -1] are asked for, but the shape is [2, 4]"),
    ] as [([Int], [Int]?, String)])
  func shapes(shape: [Int], columns: [Int]?, fault: String) throws {
    let path = try folder.file { _ = try $0.createDataset("/a", of: Float.self, shape: shape) }
    let recording = try open(path, DatasetMapping(path: "/a", columns: columns))
    #expect(message { _ = try recording.acceleration() } == "\(path): \(fault)")
  }

  @Test("A dataset without rows, such as a scalar, is refused")
  func scalar() throws {
    let path = try folder.file { _ = try $0.createDataset("/a", of: Float.self, shape: []) }
    let recording = try open(path, DatasetMapping(path: "/a"))
    #expect(message { _ = try recording.acceleration() } == "\(path): /a: expected 3 columns, but the shape is []")
  }

  @Test("A dataset of more or fewer rows than timestamps is refused", arguments: [1, 3])
  func rowCount(rows: Int) throws {
    let path = try folder.native { file in
      try file.put("/accelerometer/time", steady(2))
      try file.put("/accelerometer/acceleration", ramp(rows), columns: 3)
    }
    let fault = "has \(rows) rows, but accelerometer has 2 timestamps; expected one row per timestamp"
    #expect(
      message { _ = try Recording(opening: path).acceleration() }
        == "\(path): /accelerometer/acceleration: \(fault)")
  }

  @Test("A dataset of strings is refused")
  func strings() throws {
    let path = try folder.file { _ = try $0.createDataset("/a", ofStrings: .variable, shape: [2, 3]) }
    let recording = try open(path, DatasetMapping(path: "/a"))
    #expect(
      message { _ = try recording.acceleration() }
        == "\(path): /a: expected numbers, but the dataset holds a string of variable length")
  }

  @Test("A path that the file does not have, and a group, are refused with file and path")
  func paths() throws {
    let path = try folder.file { try $0.put("/box/a", ramp(2), columns: 3) }
    let missing = message { _ = try open(path, DatasetMapping(path: "/box/b")) }
    #expect(missing.hasPrefix("\(path): /box/b: "))
    #expect(missing.contains("there is no \"b\" in /box, which has: a"))
    let group = message { _ = try open(path, DatasetMapping(path: "/box")) }
    #expect(group.hasPrefix("\(path): /box: "))
    #expect(group.contains("not a dataset"))
  }

  @Test("A stream of neither timestamps nor data, and a dataset that the layout does not have, are refused")
  func senseless() throws {
    let path = try folder.file { try $0.put("/a", ramp(2), columns: 3) }
    let empty = StreamMapping(time: .regular(startS: 0, rateHz: 1), datasets: [:])
    #expect(
      message { _ = try Recording(opening: path, layout: .mapped(RecordingMapping(streams: [.deviceMotion: empty]))) }
        == "\(path): device_motion: has neither timestamps nor data")
    let recording = try open(path, as: "jerk", DatasetMapping(path: "/a"))
    #expect(
      message { _ = try recording.stream(.accelerometer).signals("jerk") }
        == "\(path): /a: stream accelerometer has no dataset jerk in the layout")
  }
}

/// Attributes that change values.
struct ValueEncodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first axis of an accelerometer with the stored numbers -2, -1, 0, 1, 2, 3, whose dataset has attributes.
  private func values(_ attributes: [String: [Double]]) throws -> [Float] {
    let path = try folder.file { file in
      let stored: [Int16] = [-2, -1, 0, 1, 2, 3].flatMap { [$0, 0, 0] }
      let dataset = try file.put("/a", stored, columns: 3)
      for (name, numbers) in attributes {
        if numbers.count == 1 {
          try dataset.attributes.set(name, to: numbers[0])
        } else {
          try dataset.attributes.set(name, to: numbers)
        }
      }
    }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: 0, rateHz: 100), datasets: ["acceleration": DatasetMapping(path: "/a")])
    ])
    return try Recording(opening: path, layout: .mapped(mapping)).acceleration()[0]
  }

  @Test(
    "Scale and offset, missing and valid numbers are applied, by the names of netCDF and of NWB",
    arguments: [
      (["scale_factor": [0.5]], [-1, -0.5, 0, 0.5, 1, 1.5]),
      (["scale_factor": [0.5], "add_offset": [10]], [9, 9.5, 10, 10.5, 11, 11.5]),
      (["conversion": [0.25], "offset": [1]], [0.5, 0.75, 1, 1.25, 1.5, 1.75]),
      (["missing_value": [2], "scale_factor": [2]], [-4, -2, 0, 2, .nan, 6]),
      (["missing_value": [2, -1], "_FillValue": [0]], [-2, .nan, .nan, 1, .nan, 3]),
      (["valid_min": [-1], "valid_max": [2]], [.nan, -1, 0, 1, 2, .nan]),
      (["valid_range": [5, 6], "add_offset": [5]], [.nan, .nan, 5, 6, .nan, .nan]),
    ] as [([String: [Double]], [Float])])
  func applied(attributes: [String: [Double]], expected: [Float]) throws {
    #expect(same(try values(attributes), expected))
  }

  @Test(
    "Attributes that mean nothing or contradict each other are errors",
    arguments: [
      (["scale_factor": [0]], "scaled by 0.0"), (["add_offset": [.infinity]], "offset inf"),
      (["scale_factor": [2], "conversion": [3]], "scale_factor and conversion, which differ"),
      (["valid_range": [1]], "1 numbers in its attribute valid_range"),
      (["valid_min": [2], "valid_max": [1]], "valid values from 2.0 to 1.0"),
      (["add_offset": [1, 2, 3]], "3 values where one is expected"),
    ] as [([String: [Double]], String)])
  func refused(attributes: [String: [Double]], message expected: String) {
    #expect(message { _ = try values(attributes) }.contains(expected))
  }

  @Test("Timestamps and labels are packed, too")
  func times() throws {
    let path = try folder.file { file in
      try file.putAccelerometer(count: 3)
      let time = try file.openDataset("/accelerometer/time")
      try time.write([0.0, 1, 2])
      try time.attributes.set("scale_factor", to: 0.25)
      try time.attributes.set("add_offset", to: 100.0)
      try file.group.attributes.set("format", to: "swingpipe-recording")
      try file.group.attributes.set("format_version", to: 1)
      let labels = try file.put("/annotations/ignore/time", [10.0, 20], units: "ms")
      try labels.attributes.set("add_offset", to: 500.0)
    }
    let recording = try Recording(opening: path)
    #expect(try recording.stream(.accelerometer).timeBase.times(0..<3) == [100, 100.25, 100.5])
    #expect(try recording.annotations()?.labels.map(\.time) == [0.51, 0.52])
  }
}
