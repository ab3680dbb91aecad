import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import SPSwings
import Testing

/// Writing recordings.
struct RecordingWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let rows = 2500
  private static let annotations = Annotations(
    swings: [.init(startTime: 100.5, contactTime: 100.7, isHit: true)], ignored: [101], distractors: [102, 103])

  private static var attributes: RecordingAttributes {
    var attributes = RecordingAttributes(recordingID: "walk-7")
    attributes.subjectID = "s1"
    attributes.sport = "golf"
    attributes.deviceModel = "wätch"
    attributes.software = "app"
    attributes.wrist = "left"
    attributes.crown = "right"
    attributes.dominantHand = "right"
    attributes.startTime = "2024-05-01T10:00:00Z"
    attributes.timeOrigin = "boot"
    return attributes
  }

  /// Values with full mantissas, and the ones that a careless copy loses.
  private static func values(_ count: Int, seed: Float) -> [Float] {
    var values = (0..<count).map { sin(Float($0) * seed) }
    values[0] = .nan
    values[1] = -0.0
    values[2] = .leastNonzeroMagnitude
    values[3] = -.infinity
    return values
  }

  private static let acceleration = values(rows * 3, seed: 0.37)
  private static let attitude = values(rows * 4, seed: 0.11)
  private static let rotationRate = values(rows * 3, seed: 0.73)
  private static let times = (0..<rows).map { 87221.7677094287 + Double($0) / 801.92 }

  /// Writes the same recording whatever the order in which datasets are handed over.
  private func write(
    _ name: String, motion: [String: [Float]] = Self.motion, blockRows: Int = 1000, storage: RecordingStorage = .gzip
  ) throws -> String {
    let path = folder.path + "/" + name
    let writer = try RecordingWriter(path: path, attributes: Self.attributes, storage: storage)
    try writer.addStream(
      .accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 32, chunkRows: 512, rowCount: Self.rows)
    try writer.addStream(
      .deviceMotion, datasets: ["attitude", "rotation_rate"], nominalRateHz: nil, chunkRows: 512, rowCount: Self.rows)
    for start in stride(from: 0, to: Self.rows, by: blockRows) {
      let rows = start..<min(Self.rows, start + blockRows)
      let time = Array(Self.times[rows])
      try writer.append(
        to: .accelerometer, time: time,
        ["acceleration": Array(Self.acceleration[rows.lowerBound * 3..<rows.upperBound * 3])])
      var part = motion
      for (name, values) in motion {
        let width = values.count / Self.rows
        part[name] = Array(values[rows.lowerBound * width..<rows.upperBound * width])
      }
      try writer.append(to: .deviceMotion, time: time, part)
    }
    try writer.write(Self.annotations)
    try writer.finish()
    return path
  }

  private static let motion = ["attitude": attitude, "rotation_rate": rotationRate]

  @Test("What is written is read back to the last bit", arguments: RecordingStorage.allCases)
  func roundTrip(_ storage: RecordingStorage) throws {
    let recording = try Recording(opening: try write("a.h5", storage: storage))
    #expect(recording.attributes == Self.attributes)
    #expect(try recording.annotations() == Self.annotations)
    #expect(recording.streams.keys.sorted() == [.accelerometer, .deviceMotion])
    let stream = try recording.stream(.accelerometer)
    #expect(stream.nominalRateHz == 800)
    #expect(stream.rangeG == 32)
    #expect(try recording.stream(.deviceMotion).nominalRateHz == nil)
    for (stream, dataset, values) in [
      (StreamName.accelerometer, "acceleration", Self.acceleration), (.deviceMotion, "attitude", Self.attitude),
      (.deviceMotion, "rotation_rate", Self.rotationRate),
    ] {
      let columns = try recording.all(dataset, of: stream)
      let rows = (0..<Self.rows).flatMap { row in columns.map { $0[row] } }
      #expect(rows.map(\.bitPattern) == values.map(\.bitPattern), "\(stream)/\(dataset)")
      #expect(try recording.stream(stream).timeBase.times(0..<Self.rows) == Self.times)
    }
  }

  @Test("The file follows the layout: format, units, storage and the labels' flags")
  func layout() throws {
    let file = try File(opening: try write("a.h5"))
    #expect(try file.attributes.string("format") == "swingpipe-recording")
    #expect(try file.attributes.number("format_version", as: Int.self) == 1)
    for (path, units, type, chunk) in [
      ("/accelerometer/time", "s", ElementType.float64, [512]),
      ("/accelerometer/acceleration", "g", .float32, [512, 3]),
      ("/device_motion/attitude", "1", .float32, [512, 4]),
      ("/device_motion/rotation_rate", "rad/s", .float32, [512, 3]),
    ] {
      let dataset = try file.openDataset(path)
      #expect(try dataset.attributes.string("units") == units)
      #expect(dataset.elementType == type)
      #expect(dataset.chunkShape == chunk)
      #expect(dataset.filters.map(\.name) == ["shuffle", "gzip"])
      #expect(dataset.filters.last?.parameters == [4])
    }
    let label = try file.openDataset("/annotations/swings/label")
    #expect(label.elementType == .uint8)
    #expect(try label.attributes.numbers("flag_values", as: Int.self) == [0, 1])
    #expect(try label.attributes.string("flag_meanings") == "miss hit")
  }

  @Test("Without compression the chunks are the same; in one piece there are none, and the shape is final")
  func storage() throws {
    for (storage, chunk) in [(RecordingStorage.chunked, [512, 3]), (.contiguous, nil as [Int]?)] {
      let file = try File(opening: try write("\(storage).h5", storage: storage))
      for path in ["/accelerometer/time", "/accelerometer/acceleration", "/device_motion/rotation_rate"] {
        let dataset = try file.openDataset(path)
        let width = path.hasSuffix("time") ? 1 : 2
        #expect(dataset.chunkShape == chunk.map { Array($0.prefix(width)) })
        #expect(dataset.filters.map(\.name) == (storage == .chunked ? ["fletcher32"] : []))
        #expect(try dataset.shape == Array([Self.rows, 3].prefix(width)))
        #expect(try dataset.maximumShape[0] == (storage == .contiguous ? Self.rows : nil))
      }
    }
  }

  @Test("Chunks of a second have as many rows as the stream's nominal rate, and those of the layout without one")
  func secondChunks() throws {
    let path = folder.path + "/seconds.h5"
    let writer = try RecordingWriter(
      path: path, attributes: RecordingAttributes(recordingID: "seconds"), storage: .gzipBySecond)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.addStream(.deviceMotion, datasets: ["gravity"], nominalRateHz: 200, chunkRows: 4096)
    try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: nil, chunkRows: 64)
    try writer.finish()
    let file = try File(opening: path)
    for (dataset, chunk) in [
      ("/accelerometer/time", [800]), ("/accelerometer/acceleration", [800, 3]), ("/device_motion/gravity", [200, 3]),
      ("/heart_rate/time", [64]),
    ] {
      let stored = try file.openDataset(dataset)
      #expect(stored.chunkShape == chunk && stored.filters.map(\.name) == ["shuffle", "gzip"])
    }
  }

  @Test("A stream has the rows that it was to have; in one piece their number is needed beforehand")
  func rowCounts() throws {
    for storage in RecordingStorage.allCases {
      let path = folder.path + "/\(storage).h5"
      let writer = try RecordingWriter(
        path: path, attributes: RecordingAttributes(recordingID: "a"), storage: storage)
      if storage == .contiguous {
        #expect(
          message { try writer.addStream(.accelerometer, datasets: [], nominalRateHz: nil) }
            == "\(path): accelerometer: is to be in one piece; expected its number of rows")
      }
      try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: nil, rowCount: 3)
      try writer.append(to: .accelerometer, time: [1, 2], ["acceleration": ramp(2)])
      #expect(message { try writer.finish() } == "\(path): accelerometer: got 2 rows; expected 3")
      #expect(
        message { try writer.append(to: .accelerometer, time: [3, 4], ["acceleration": ramp(2)]) }
          == "\(path): accelerometer: got 4 rows; expected 3")
      try writer.append(to: .accelerometer, time: [3], ["acceleration": ramp(1)])
      try writer.finish()
      #expect(try Recording(opening: path).acceleration() == [[0, 1, 0], [0.25, 1.25, 0.25], [0, -1, 0]])
    }
  }

  @Test("Equal content makes equal bytes, in whatever order a dictionary lists its datasets")
  func equalBytes() throws {
    let first = try Data(contentsOf: URL(fileURLWithPath: write("first.h5")))
    for capacity in [1, 10, 100, 1000, 10_000] {
      // Dictionaries of another capacity list their keys in another order.
      var motion = Dictionary<String, [Float]>(minimumCapacity: capacity)
      for (name, values) in Self.motion { motion[name] = values }
      #expect(try Data(contentsOf: URL(fileURLWithPath: write("\(capacity).h5", motion: motion))) == first)
    }
  }

  @Test("Nothing but the file is there when it is finished, and nothing while it is not")
  func appearance() throws {
    let path = folder.path + "/a.h5"
    do {
      let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
      try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: nil)
      try writer.append(to: "heart_rate", time: [1], ["heart_rate": [60]])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(try folder.names == [])
    _ = try write("a.h5")
    #expect(try folder.names == ["a.h5"])
  }

  @Test("An older file stays until the new one is finished")
  func replacement() throws {
    let path = try write("a.h5")
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "newer"))
    #expect(try Recording(opening: path).attributes.recordingID == "walk-7")
    try writer.finish()
    #expect(try Recording(opening: path).attributes.recordingID == "newer")
  }

  @Test("A path where no file can be is an error that names it and leaves nothing behind")
  func badPaths() throws {
    let attributes = RecordingAttributes(recordingID: "a")
    try FileManager.default.createDirectory(atPath: folder.path + "/taken.h5", withIntermediateDirectories: false)
    let folderText = message {
      try RecordingWriter(path: folder.path + "/taken.h5", attributes: attributes).finish()
    }
    #expect(folderText.hasPrefix(folder.path + "/taken.h5: "))
    let file = try write("file")
    let fileText = message { _ = try RecordingWriter(path: file + "/a.h5", attributes: attributes) }
    #expect(fileText.hasPrefix(file + ": "))
    #expect(try folder.names == ["file", "taken.h5"])
  }

  @Test("Streams and datasets that the layout does not have are refused under the file's own name")
  func unknownNames() throws {
    let path = folder.path + "/a.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
    #expect(
      message { try writer.addStream(.accelerometer, datasets: ["jerk"], nominalRateHz: nil) }
        == "\(path): accelerometer: the layout has no dataset jerk there")
    #expect(
      message { try writer.append(to: .deviceMotion, time: [1], [:]) }
        == "\(path): device_motion: was not added before its rows")
  }

  @Test("Rows that do not go with the timestamps or the stream are refused, and none of them is kept")
  func unevenRows() throws {
    let path = folder.path + "/a.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    func fault(_ datasets: [String: [Float]]) -> String {
      message { try writer.append(to: .accelerometer, time: [1, 2], datasets) }
    }
    #expect(
      fault(["acceleration": [1, 2, 3]])
        == "\(path): accelerometer/acceleration: got 3 values for 2 timestamps; expected 6")
    let names = "\(path): accelerometer: got rows of "
    #expect(fault([:]) == names + #"[]; expected rows of ["acceleration"]"#)
    #expect(fault(["aceleration": ramp(2)]) == names + #"["aceleration"]; expected rows of ["acceleration"]"#)
    try writer.append(to: .accelerometer, time: [3, 4], ["acceleration": ramp(2)])
    try writer.finish()
    let recording = try Recording(opening: path)
    #expect(try recording.acceleration() == [[0, 1], [0.25, 1.25], [0, -1]])
    #expect(try recording.stream(.accelerometer).timeBase.times(0..<2) == [3, 4])
  }

  @Test("A finished recording without rows is read as one of empty streams")
  func empty() throws {
    let path = folder.path + "/a.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.write(Annotations())
    try writer.finish()
    let recording = try Recording(opening: path)
    #expect(try recording.acceleration() == [[], [], []])
    #expect(try recording.annotations() == Annotations())
  }
}
