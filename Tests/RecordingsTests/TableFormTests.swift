import SPHDF5
import SPRecordings
import SPSignals
import TestSupport
import Testing

/// Tables in the forms of other programs.
struct TableFormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let count = 300
  /// Rows of 100 Hz.
  private static let times = (0..<count).map { 5 + Double($0) / 100 }
  private static let values = ramp(count)

  /// Three components of the accelerometer, each as a list.
  private static let components = (0..<3).map { axis in (0..<count).map { values[3 * $0 + axis] } }

  private func open(_ path: String, _ time: TimeMapping, _ dataset: DatasetMapping) throws -> Recording {
    let stream = StreamMapping(time: time, datasets: ["acceleration": dataset])
    return try Recording(opening: path, layout: .mapped(RecordingMapping(streams: [.accelerometer: stream])))
  }

  private func expectRows(_ recording: Recording, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let stream = try recording.stream(.accelerometer)
    let times = try stream.timeBase.times(0..<Self.count)
    #expect(zip(times, Self.times).allSatisfy { abs($0 - $1) < 1e-9 }, sourceLocation: sourceLocation)
    #expect(try recording.acceleration() == Self.components, sourceLocation: sourceLocation)
    // The pass decodes blocks by another way.
    var passed: [[Float]] = [[], [], []]
    try SampledStream(stream, of: recording).forEachBlock(of: ["acceleration"]) { block in
      for axis in 0..<3 { passed[axis] += block.values(of: axis) }
    }
    #expect(passed == Self.components, sourceLocation: sourceLocation)
  }

  @Test("Arrays by columns and squeezed timestamps are found by their lengths", arguments: [false, true])
  func transposed(isChunked: Bool) throws {
    let path = try folder.file { file in
      let layout = isChunked ? DatasetLayout(chunkShape: [2, 64], gzipLevel: 1) : .contiguous
      let line = isChunked ? DatasetLayout(chunkShape: [1, 64], gzipLevel: 1) : .contiguous
      try file.put("/t", Self.times, columns: Self.count, layout: line)
      try file.put("/a", Self.components.flatMap(\.self), columns: Self.count, layout: layout)
    }
    try expectRows(open(path, .timestamps(path: "/t", unit: nil), DatasetMapping(path: "/a")))
  }

  @Test("One trial of a third dimension is read")
  func thirdDimension() throws {
    let path = try folder.file { file in
      try file.put("/t", Self.times, columns: 1)
      let dataset = try file.createDataset("/a", of: Float.self, shape: [2, 3, Self.count])
      try dataset.write([Float](repeating: 9, count: 3 * Self.count) + Self.components.flatMap(\.self))
    }
    var mapping = DatasetMapping(path: "/a")
    mapping.table.dimensions = [.index(1), .columns, .rows]
    try expectRows(open(path, .timestamps(path: "/t", unit: nil), mapping))
    mapping.table.dimensions = [.index(2), .columns, .rows]
    let recording = try open(path, .timestamps(path: "/t", unit: nil), mapping)
    #expect(
      message { _ = try recording.acceleration() }.contains("expected an index below 2 in \"dimensions\", found 2"))
  }

  @Test("Fields of compounds are read by their names, also as timestamps")
  func compound() throws {
    let type = CompoundType([
      CompoundMember(name: "stamp", type: .int64), CompoundMember(name: "z", type: .float64),
      CompoundMember(name: "x", type: .float32), CompoundMember(name: "y", type: .float32),
    ])
    var records = Records(type, count: Self.count)
    records.set(0, to: Self.times.map { Int64(($0 * 1e9).rounded()) })
    records.set(1, to: Self.components[2].map(Double.init))
    records.set(2, to: Self.components[0])
    records.set(3, to: Self.components[1])
    let path = try folder.file { file in
      let layout = DatasetLayout(chunkShape: [64], gzipLevel: 1, isExtendible: true)
      try file.createDataset("/imu", ofRecords: type, shape: [0], layout: layout).append(records)
    }
    var time = TimestampMapping(path: "/imu", unit: .nanoseconds)
    time.table.fields = ["stamp"]
    var mapping = DatasetMapping(path: "/imu")
    mapping.table.fields = ["x", "y", "z"]
    try expectRows(open(path, .timestamps(time), mapping))
    // A field's path, and columns by their places.
    try expectRows(
      open(path, .timestamps(path: "/imu/stamp", unit: .nanoseconds), DatasetMapping(path: "/imu", columns: [2, 3, 1])))
    mapping.table.fields = ["x", "y", "zz"]
    let faulty = try open(path, .timestamps(time), mapping)
    #expect(message { _ = try faulty.acceleration() }.contains("has no field \"zz\"; did you mean \"z\"?"))
    let unnamed = try open(path, .timestamps(time), DatasetMapping(path: "/imu"))
    #expect(message { _ = try unnamed.acceleration() }.contains("expected \"fields\" with the names of its columns"))
  }

  @Test("A dataset for each axis keeps its own scale, and a group of x, y and z stands for them")
  func perAxis() throws {
    let path = try folder.file { file in
      try file.put("/t", Self.times, units: "s")
      for (axis, name) in ["x", "y", "z"].enumerated() {
        let scale = Float(1 << axis)
        let dataset = try file.put("/acc/\(name)", Self.components[axis].map { $0 / scale })
        try dataset.attributes.set("scale_factor", to: Double(scale))
      }
    }
    try expectRows(open(path, .timestamps(path: "/t", unit: nil), DatasetMapping(path: "/acc")))
    var mapping = DatasetMapping(path: "/acc/x")
    mapping.table.paths = ["/acc/x", "/acc/y", "/acc/z"]
    try expectRows(open(path, .timestamps(path: "/t", unit: nil), mapping))
  }

  @Test("Start and rate come from attributes and scalars")
  func storedRate() throws {
    let path = try folder.file { file in
      let start = try file.createDataset("/start", of: Double.self, shape: [])
      try start.write([5.0])
      try start.attributes.set("rate", to: "100 Hz")
      try file.put("/a", Self.values, columns: 3)
    }
    let recording = try open(
      path, .regular(start: .stored("/start"), rate: .stored("/start@rate")), DatasetMapping(path: "/a"))
    let times = try recording.stream(.accelerometer).timeBase.times(0..<Self.count)
    #expect(deviation(times.map(Float.init), Self.times.map(Float.init)) < 1e-5)
  }

  @Test(
    "Timestamps since an instant count from 1970",
    arguments: ["2024-05-01", "2024-05-01 00:00:00", "2024-05-01T00:00:00Z"])
  func epoch(instant: String) throws {
    let path = try folder.file { file in
      let stamps = try file.put("/t", Self.times.map { Int64(($0 * 1e6).rounded()) })
      try stamps.attributes.set("units", to: "microseconds since \(instant)")
      try file.put("/a", Self.values, columns: 3)
    }
    let recording = try open(path, .timestamps(path: "/t", unit: nil), DatasetMapping(path: "/a"))
    #expect(try recording.stream(.accelerometer).timeBase.times(0..<1) == [1_714_521_605])
    #expect(recording.attributes.timeOrigin == "unix")
  }

  @Test("Patterns find every recording of a file, and one mapping reads each")
  func patterns() throws {
    let path = try folder.file { file in
      for trial in 1...2 {
        for sensor in ["left", "right"] {
          try file.put("/trial_\(trial)/imu_\(sensor)/t", Self.times)
          try file.put("/trial_\(trial)/imu_\(sensor)/acc", Self.values, columns: 3)
        }
      }
      try file.put("/other/imu_left/acc", Self.values, columns: 3)
    }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .timestamps(path: "/trial_*/imu_{sensor}/t", unit: nil),
        datasets: ["acceleration": DatasetMapping(path: "/trial_*/imu_{sensor}/acc")])
    ])
    let matches = try mapping.matches(in: File(opening: path))
    #expect(matches.map(\.label) == ["1-left", "1-right", "2-left", "2-right"])
    try expectRows(Recording(opening: path, layout: .mapped(matches[3].mapping)))
    #expect(
      message { _ = try Recording(opening: path, layout: .mapped(mapping)) }.contains(
        "has 4 recordings by the patterns of the mapping (1-left, 1-right, 2-left, 2-right); expected one"))
  }
}

@Suite("Proposed mappings", .enabled(if: SharedData.isPresent, "the folder shared/data is not beside the project"))
struct MappingGuessTests {
  @Test(
    "One recording in the forms of other laboratories is understood",
    arguments: [
      "good.h5", "01_gyro_deg_s_no_unit.h5", "02_quat_xyzw.h5", "03_gravity_up.h5", "09_missing_value_attr.h5",
      "10_time_n_by_1.hdf5", "11_matlab73.mat", "12_userblock.h5", "13_compound_table.h5", "14_dataset_per_axis.h5",
      "15_no_gravity.h5", "17_nwb_conversion.nwb",
    ])
  func forms(name: String) throws {
    let path = SharedData.path("lab-files/\(name)")
    let recording = try Recording(opening: path, layout: .mapped(MappingGuess(path).mapping))
    let good = SharedData.path("lab-files/good.h5")
    let original = try Recording(opening: good, layout: .mapped(MappingGuess(good).mapping))
    for (stream, dataset) in [(StreamName.accelerometer, "acceleration"), (.deviceMotion, "rotation_rate")] {
      guard recording.streams[stream] != nil else {
        #expect(["13", "14"].contains(name.prefix(2)), "\(name) has \(stream)")
        continue
      }
      let count = try recording.stream(stream).count
      let signals = try recording.triaxial(dataset, of: stream).axes.flatMap { try $0.samples(0..<count) }
      let expected = try original.triaxial(dataset, of: stream).axes.flatMap { try $0.samples(0..<count) }
      #expect(zip(signals, expected).allSatisfy { abs($0 - $1) < 0.001 || $0.isNaN }, "\(name) \(dataset)")
      let times = try recording.stream(stream).timeBase.times(0..<count)
      #expect(
        abs(times[count - 1] - times[0] - Double(count - 1) / (dataset == "acceleration" ? 801.92 : 200.48)) < 0.01)
    }
    #expect(try recording.contradictions().isEmpty)
  }

  @Test(
    "An offset of the device motion's clock is found, which the import has to correct",
    arguments: [("good.h5", 0), ("04_clocks_apart.h5", 1_699_999_999.999), ("05_motion_700ms_late.h5", 0.7)])
  func motionOffset(name: String, offsetS: Double) throws {
    let guess = try MappingGuess(SharedData.path("lab-files/\(name)"))
    #expect(abs(guess.motionOffsetS - offsetS) < 0.01)
  }

  @Test("BROAD is found by its root attribute, with the unit and sign that its values show")
  func broad() throws {
    let path = SharedData.path("broad/07_undisturbed_fast_rotation_B.hdf5")
    let mapping = try MappingGuess(path).mapping
    let acceleration = mapping.streams[.accelerometer]
    #expect(acceleration?.time == .regular(start: .value(0), rate: .stored("/@sampling_rate")))
    #expect(acceleration?.datasets["acceleration"]?.unit == .metersPerSecondSquared)
    #expect(acceleration?.datasets["acceleration"]?.isInverted == true)
  }
}
