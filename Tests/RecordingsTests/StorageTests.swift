import CHDF5
import SPRecordings
import SPSignals
import Testing

@testable import SPHDF5

private let storageLayouts: [(name: String, layout: DatasetLayout)] = [
  ("in one piece", .contiguous),
  ("chunks of 1", DatasetLayout(chunkShape: [1, 3])),
  ("chunks of 100 that part the columns", DatasetLayout(chunkShape: [100, 2])),
  ("chunks of 8,192", .compressed(chunkShape: [8192, 3])),
  ("chunks of 20,000", DatasetLayout(chunkShape: [20_000, 3], shuffle: true, isExtendible: true)),
  ("gzip", DatasetLayout(chunkShape: [1000, 3], gzipLevel: 9)),
  ("fletcher32", DatasetLayout(chunkShape: [1000, 3], fletcher32: true)),
  ("all filters", DatasetLayout(chunkShape: [1000, 3], gzipLevel: 1, shuffle: true, fletcher32: true)),
]

/// How values are stored.
struct StorageTests {
  private let folder: TemporaryFolder
  private static let count = 20_500

  init() throws { folder = try TemporaryFolder() }

  @Test("Any chunking and any filters give the same samples, by any ranges", arguments: storageLayouts.map(\.name))
  func layouts(name: String) throws {
    let layout = try #require(storageLayouts.first { $0.name == name }?.layout)
    // Chunks of one row are slow to write: as few rows as pass the first border of a block.
    let count = layout.chunkShape?.first == 1 ? 8200 : Self.count
    let path = try folder.file { try $0.put("/xyz", ramp(count), columns: 3, layout: layout) }
    let signals = try open(path).stream(.accelerometer).signals("acceleration")
    let ranges = [
      0..<count, 0..<0, 8191..<8193, count..<count, 8100..<8101, 8099..<8192, count - 1..<count, 0..<8192, 8192..<count,
    ]
    for range in ranges {
      #expect(try signals[0].samples(range) == range.map(Float.init))
      #expect(try signals[1].samples(range) == range.map { Float($0) + 0.25 })
      #expect(try signals[2].samples(range) == range.map { -Float($0) })
    }
  }

  @Test("A range outside of the signal is refused")
  func outside() throws {
    let path = try folder.file { try $0.put("/xyz", ramp(4), columns: 3) }
    let signal = try open(path).stream(.accelerometer).signals("acceleration")[0]
    #expect(throws: SignalError.rangeOutOfBounds(2..<5, count: 4)) { try signal.samples(2..<5) }
  }

  @Test("Numbers of any type are read as Float")
  func types() throws {
    func expectSame<Element: HDF5Element>(_ values: [Element], _ name: String) throws {
      let path = try folder.file("\(name).h5") { try $0.put("/xyz", values, columns: 3) }
      #expect(try open(path).acceleration() == [[1], [2], [3]], "\(name)")
    }
    try expectSame([1, 2, 3] as [Double], "float64")
    try expectSame([1, 2, 3] as [Float], "float32")
    try expectSame([1, 2, 3] as [Int16], "int16")
    try expectSame([1, 2, 3] as [UInt8], "uint8")
  }

  @Test("Big-endian values and timestamps are read as what they are")
  func bigEndian() throws {
    let path = try folder.native { file in
      try file.putBigEndian("/accelerometer/time", [100, 100.5, 101], shape: [3])
      try file.putBigEndian("/accelerometer/acceleration", [0.5, -1, 3, 4, 5, 6, 7, 8, 9.25], shape: [3, 3])
      #expect(try file.openDataset("/accelerometer/time").byteOrder == .bigEndian)
    }
    let recording = try Recording(opening: path)
    #expect(try recording.acceleration() == [[0.5, 4, 7], [-1, 5, 8], [3, 6, 9.25]])
    #expect(try recording.stream(.accelerometer).timeBase.times(0..<3) == [100, 100.5, 101])
  }

  @Test("Many tasks read one stream at a time and all get the same samples")
  func concurrent() async throws {
    let path = try folder.native { file in
      try file.put("/accelerometer/time", steady(Self.count), layout: .compressed(chunkShape: [8192]))
      try file.put(
        "/accelerometer/acceleration", ramp(Self.count), columns: 3, layout: .compressed(chunkShape: [1000, 3]))
    }
    let recording = try Recording(opening: path)
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          let signal = try recording.stream(.accelerometer).signals("acceleration")[0]
          let range = task * 1200..<task * 1200 + 2400
          let times = try signal.timeBase.times(range)
          return try signal.samples(range) == range.map(Float.init) && times == range.map { 100 + Double($0) / 800 }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 16))
  }

  @Test("A cancelled task stops reading samples and timestamps")
  func cancelled() async throws {
    let path = try folder.native { try $0.putAccelerometer() }
    let signal = try Recording(opening: path).triaxial("acceleration", of: .accelerometer).x
    let other = try Recording(opening: path).stream(.accelerometer)
    let samples = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try signal.samples(0..<3)
    }
    await #expect(throws: CancellationError.self) { try await samples.value }
    let timestamps = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try other.timeBase.count
    }
    await #expect(throws: CancellationError.self) { try await timestamps.value }
    #expect(try signal.samples(0..<3) == [0, 1, 2])
    #expect(try other.timeBase.count == 3)
  }

  private func open(_ path: String) throws -> Recording {
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: 0, rateHz: 800), datasets: ["acceleration": DatasetMapping(path: "/xyz")])
    ])
    return try Recording(opening: path, layout: .mapped(mapping))
  }
}

extension File {
  /// Stores values as big-endian doubles, which only the C library can be asked for.
  fileprivate func putBigEndian(_ path: String, _ values: [Double], shape: [Int]) throws {
    try Library.locked { () throws(HDF5Error) in
      let attempt = Attempt(file: self.path, object: path, operation: "create")
      let links = try PropertyList.linkCreation(for: path, attempt)
      try attempt.check(H5Pset_create_intermediate_group(links.id, 1))
      let space = try Extent.make(shape, attempt)
      let dataset = try attempt.own(
        H5Dcreate2(
          context.handle.id, path, chdf5_file_double_big_endian(), space.id, links.id, chdf5_default(),
          chdf5_default()))
      try attempt.check(
        H5Dwrite(dataset.id, chdf5_native_double(), chdf5_all(), chdf5_all(), chdf5_default(), values))
    }
  }
}
