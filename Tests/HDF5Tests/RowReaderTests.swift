import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Reading rows chunk by chunk.
struct RowReaderTests {
  /// Values that compress, with some that do not.
  private func value(_ index: Int) -> Int { index % 7 == 0 ? (index &* 2_654_435_761) % 20_011 : index / 5 }

  /// Both ways to read, over ranges that begin and end within chunks, at their edges and beyond the last whole one.
  private func expectSame<Element: HDF5Element>(
    _ dataset: Dataset, as type: Element.Type, isDecoded: Bool, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let fast = try RowReader(dataset, as: type)
    let slow = try RowReader(dataset, as: type, isDirect: false)
    #expect(fast.isDirect == isDecoded, sourceLocation: location)
    #expect(!slow.isDirect)
    let count = fast.rowCount
    let ranges = [0..<count, 0..<1, 99..<101, 100..<200, 130..<135, 150..<380, 200..<400, count - 1..<count, 40..<40]
    for range in ranges {
      #expect(try fast.rows(range) == slow.rows(range), "rows \(range)", sourceLocation: location)
    }
  }

  @Test(
    "Every filter list, width and type reads as HDF5 reads it",
    arguments: [(false, nil), (true, nil), (false, 4), (true, 1), (true, 9)] as [(Bool, Int?)], [false, true])
  func layouts(filters: (shuffle: Bool, gzipLevel: Int?), fletcher32: Bool) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      func check<Element: HDF5Element>(_ type: Element.Type, width: Int?) throws {
        let layout = DatasetLayout(
          chunkShape: [100] + (width.map { [$0] } ?? []), gzipLevel: filters.gzipLevel, shuffle: filters.shuffle,
          fletcher32: fletcher32)
        let shape = [437] + (width.map { [$0] } ?? [])
        let made = try file.createDataset("\(type)\(width ?? 0)", of: type, shape: shape, layout: layout)
        try made.write((0..<437 * (width ?? 1)).map { Element(exactly: value($0) % 100)! })
        try expectSame(made, as: type, isDecoded: true)
      }
      for width in [nil, 1, 3, 4] {
        try check(Float.self, width: width)
        try check(Double.self, width: width)
        try check(Int16.self, width: width)
        try check(UInt8.self, width: width)
        try check(Int64.self, width: width)
      }
      try file.close()
    }
  }

  @Test("What takes HDF5 to decode is left to it")
  func others() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let values = (0..<1_200).map { Float(value($0)) }
      func dataset(_ name: String, _ layout: DatasetLayout) throws -> Dataset {
        let made = try file.createDataset(name, of: Float.self, shape: [400, 3], layout: layout)
        try made.write(values)
        return made
      }
      try expectSame(dataset("whole", .contiguous), as: Float.self, isDecoded: false)
      let narrow = DatasetLayout(chunkShape: [100, 2], gzipLevel: 4, shuffle: true)
      try expectSame(dataset("narrow", narrow), as: Float.self, isDecoded: false)
      let plain = try dataset("plain", .compressed(chunkShape: [100, 3]))
      // Converted on the way.
      try expectSame(plain, as: Double.self, isDecoded: false)
      try file.close()
    }
  }

  @Test("A dataset in one piece is read where it lies")
  func onePiece() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let values = (0..<1_200).map { Float(value($0)) }
      try file.createDataset("x", of: Float.self, shape: [400, 3]).write(values)
      try file.createDataset("long", of: Int64.self, shape: [400]).write((0..<400).map { Int64(value($0)) })
      _ = try file.createDataset("empty", of: Float.self, shape: [400])
      try file.close()
      let opened = try File(opening: folder("a.h5"))
      let dataset = try opened.openDataset("x")
      try expectSame(dataset, as: Float.self, isDecoded: true)
      try expectSame(opened.openDataset("long"), as: Int64.self, isDecoded: true)
      try expectSame(opened.openDataset("long"), as: Double.self, isDecoded: false)
      #expect(try RowReader<Float>(opened.openDataset("empty")).rows(0..<400) == [Float](repeating: 0, count: 400))
      let reader = try RowReader<Float>(dataset)
      // Cut behind the library's back, which would make zeros of what is missing.
      #expect(truncate(folder("a.h5"), 3000) == 0)
      #expect(try error { _ = try reader.rows(300..<400) }.kind == .truncated)
      try opened.close()
      #expect(try error { _ = try reader.rows(0..<1) }.kind == .closed)
    }
  }

  @Test func bigEndianNumbersAreLeftToHDF5() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        let properties = H5Pcreate(chdf5_class_dataset_create())
        defer { H5Pclose(properties) }
        H5Pset_chunk(properties, 1, [100])
        H5Pset_deflate(properties, 4)
        try Raw.dataset(
          "x", in: id, type: chdf5_file_double_big_endian(), memory: chdf5_native_double(), shape: [400],
          values: (0..<400).map { Double(value($0)) }, properties: properties)
      }
      try expectSame(File(opening: folder("a.h5")).openDataset("x"), as: Double.self, isDecoded: false)
    }
  }

  @Test("A last chunk that was left unfiltered, which no mask tells, is left to HDF5", arguments: [false, true])
  func unfilteredEdge(hasGzip: Bool) throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        let properties = H5Pcreate(chdf5_class_dataset_create())
        defer { H5Pclose(properties) }
        H5Pset_chunk(properties, 1, [100])
        // H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS
        H5Pset_chunk_opts(properties, 2)
        H5Pset_shuffle(properties)
        if hasGzip { H5Pset_deflate(properties, 4) }
        try Raw.dataset(
          "x", in: id, type: chdf5_native_double(), memory: chdf5_native_double(), shape: [450],
          values: (0..<450).map { Double(value($0)) }, properties: properties)
      }
      try expectSame(File(opening: folder("a.h5")).openDataset("x"), as: Double.self, isDecoded: false)
    }
  }

  @Test("Large chunks that only HDF5 decodes are kept while they are read in part", arguments: [200_000, 300_000])
  func largeChunks(rowCount: Int) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout(chunkShape: [150_000], gzipLevel: 1, fletcher32: true)
      let dataset = try file.createDataset("x", of: Double.self, shape: [rowCount], layout: layout)
      try dataset.write((0..<rowCount).map { Double(value($0)) })
      let (fast, slow) = (try RowReader<Double>(dataset), try RowReader<Double>(dataset, isDirect: false))
      for range in [
        0..<1, 99_000..<100_000, rowCount - 10..<rowCount, 0..<rowCount, max(0, rowCount - 150_001)..<rowCount,
      ] {
        #expect(try fast.rows(range) == slow.rows(range), "rows \(range)")
      }
      try file.close()
    }
  }

  @Test func chunksThatWereNeverWrittenAreTheFillValue() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [500], layout: .compressed(chunkShape: [100]))
      try dataset.write([Float](repeating: 7, count: 100), to: Hyperslab(offset: [200], count: [100]))
      try expectSame(dataset, as: Float.self, isDecoded: true)
      #expect(try RowReader<Float>(dataset).rows(199..<201) == [0, 7])
      try file.close()
    }
  }

  @Test("Chunks that skip filters are decoded without them", arguments: [0, 1, 2, 3] as [UInt32])
  func skippedFilters(mask: UInt32) throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      _ = try file.createDataset("x", of: Float.self, shape: [200], layout: .compressed(chunkShape: [100]))
      try file.close()
      // A chunk of which no filter, or shuffle alone, was applied; where gzip was, its bytes are no zlib stream.
      let bytes = (0..<100).flatMap { withUnsafeBytes(of: Float($0)) { Array($0) } }
      try Raw.edit(path) { id in
        let dataset = H5Dopen2(id, "x", 0)
        defer { H5Dclose(dataset) }
        try #require(H5Dwrite_chunk(dataset, 0, mask, [100], bytes.count, bytes) >= 0)
      }
      let dataset = try File(opening: path).openDataset("x")
      let (fast, slow) = (try RowReader<Float>(dataset), try RowReader<Float>(dataset, isDirect: false))
      if mask & 2 == 0 {
        #expect(try error { _ = try slow.rows(100..<200) }.kind == .damaged)
        #expect(try error { _ = try fast.rows(100..<200) }.kind == .damaged)
      } else {
        #expect(try fast.rows(50..<200) == slow.rows(50..<200))
        #expect(try mask & 1 == 0 || fast.rows(100..<200) == (0..<100).map(Float.init))
      }
    }
  }

  @Test func aDamagedChunkGivesTheLibrarysOwnError() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      let dataset = try file.createDataset("x", of: Float.self, shape: [300], layout: .compressed(chunkShape: [100]))
      try dataset.write((0..<300).map { Float(value($0)) })
      try file.close()
      try Raw.edit(path) { id in
        let dataset = H5Dopen2(id, "x", 0)
        defer { H5Dclose(dataset) }
        let junk = [UInt8](repeating: 0x5a, count: 64)
        try #require(H5Dwrite_chunk(dataset, 0, 0, [100], junk.count, junk) >= 0)
      }
      let damaged = try File(opening: path).openDataset("x")
      let fast = try error { _ = try RowReader<Float>(damaged).rows(90..<150) }
      let slow = try error { _ = try RowReader<Float>(damaged, isDirect: false).rows(100..<150) }
      #expect(fast.kind == .damaged)
      #expect(fast.reason == slow.reason)
      // The chunks around it are whole.
      #expect(try RowReader<Float>(damaged).rows(200..<202) == [Float(value(200)), Float(value(201))])
    }
  }

  @Test func rowsThatAreNotThereAreRefused() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [50], layout: .compressed(chunkShape: [20]))
      #expect(try error { _ = try RowReader<Float>(dataset).rows(40..<51) }.kind == .outOfBounds)
      let scalar = try file.createDataset("s", of: Float.self, shape: [])
      #expect(try error { _ = try RowReader<Float>(scalar) }.kind == .outOfBounds)
      try file.close()
    }
  }

  @Test("Bytes are put together as the filter took them apart", arguments: [1, 2, 4, 8, 3])
  func unshuffle(width: Int) {
    // By the definition of the filter: the first bytes of all elements, then their second bytes, and so on.
    let count = 37
    // Bytes that are less than an element stay where they are.
    let original = (0..<count * width + min(2, width - 1)).map { UInt8(truncatingIfNeeded: $0 * 29) }
    var shuffled = (0..<width).flatMap { plane in (0..<count).map { original[$0 * width + plane] } }
    shuffled += original.suffix(original.count - count * width)
    var output = [UInt64](repeating: 0, count: original.count / 8 + 1)
    let joined = output.withUnsafeMutableBytes { output in
      let target = UnsafeMutableRawBufferPointer(rebasing: output[..<original.count])
      shuffled.withUnsafeBytes { ByteShuffle.unshuffle($0, elementByteCount: width, into: target) }
      return Array(target)
    }
    #expect(joined == original)
  }
}
