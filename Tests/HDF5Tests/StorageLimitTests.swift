import CDeflate
import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// What files claim to hold.
struct StorageLimitTests {
  /// A file with the dataset "x", which is then resized to any number of rows.
  private func make(_ folder: Folder, rows: Int, chunkRows: Int = 100, to claimed: [UInt64]) throws -> String {
    let path = folder("a.h5")
    let file = try File(creating: path)
    let layout = DatasetLayout(chunkShape: [chunkRows, 3], gzipLevel: 4, shuffle: true, isExtendible: true)
    let dataset = try file.createDataset("x", of: Double.self, shape: [rows, 3], layout: layout)
    try dataset.write((0..<3 * rows).map(Double.init))
    try file.close()
    try Raw.edit(path) { id in
      let dataset = H5Dopen2(id, "x", 0)
      defer { H5Dclose(dataset) }
      try #require(H5Dset_extent(dataset, claimed) >= 0)
    }
    return path
  }

  @Test("Rows that what is stored cannot hold are refused", arguments: [200_000_000, 1 << 40, 1 << 60] as [UInt64])
  func rows(claimed: UInt64) throws {
    try withFolder { folder in
      let path = try make(folder, rows: 1_000, to: [claimed, 3])
      let refused = try error { _ = try File(opening: path).openDataset("x") }
      #expect(refused.kind == .damaged)
      #expect(!refused.isWorthRetrying)
      #expect(refused.reason.hasPrefix("it claims [\(claimed), 3] elements of 8 bytes, "), "\(refused)")
      #expect(refused.reason.hasSuffix("bytes stored for it can hold at most 268435456"), "\(refused)")
    }
  }

  @Test("A chunked dataset whose rows are wider than any memory is refused, not failed on")
  func wideRows() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      let layout = DatasetLayout(chunkShape: [64, 3], gzipLevel: 4)
      _ = try file.createDataset("x", of: Float.self, shape: [16_000, 1 << 31], layout: layout)
      try file.close()
      let refused = try error { _ = try File(opening: path).openDataset("x") }
      #expect(refused.kind == .damaged)
      #expect(refused.reason.hasPrefix("it claims [16000, 2147483648] elements of 4 bytes, "), "\(refused)")
    }
  }

  @Test("Rows that were never written are the fill value, up to the limit")
  func sparse() throws {
    try withFolder { folder in
      let most = UInt64(StorageLimits.unstoredByteCount / 24)
      let dataset = try File(opening: make(folder, rows: 100, chunkRows: 10_000, to: [most, 3])).openDataset("x")
      #expect(try RowReader<Double>(dataset).rows(Int(most) - 1..<Int(most)) == [0, 0, 0])
      #expect(try RowReader<Double>(dataset).rows(1..<2) == [3, 4, 5])
    }
  }

  @Test("Values that compress as well as gzip can are read, however many they are")
  func dense() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      let layout = DatasetLayout(chunkShape: [1 << 20], gzipLevel: 9, isExtendible: true)
      let dataset = try file.createDataset("x", of: Double.self, shape: [0], layout: layout)
      let zeros = [Double](repeating: 0, count: 1 << 20)
      for _ in 0..<33 { try dataset.append(zeros) }
      try file.close()
      #expect(try bytes(path).count < 1 << 20)
      #expect(try RowReader<Double>(File(opening: path).openDataset("x")).rows(33 << 20 - 1..<33 << 20) == [0])
    }
  }

  @Test(
    "Chunks that are much larger than the file are refused, compressed ones by another factor", arguments: [nil, 4])
  func chunks(gzipLevel: Int?) throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      // Room for 320 MiB of samples that gzip has made smaller.
      let pad = try file.createDataset("pad", of: UInt8.self, shape: [10 << 20])
      try pad.write([UInt8](repeating: 7, count: 10 << 20))
      // A filter that only sorts the bytes makes none of them fewer.
      let layout = DatasetLayout(chunkShape: [1 << 26], gzipLevel: gzipLevel, shuffle: true, isExtendible: true)
      _ = try file.createDataset("x", of: Double.self, shape: [0], layout: layout)
      try file.close()
      let refused = try error { _ = try File(opening: path).openDataset("x") }
      #expect(refused.kind == .damaged)
      let most = gzipLevel == nil ? 268_435_456 : try 32 * bytes(path).count
      #expect(
        refused.reason
          == "it claims chunks of [67108864] elements of 8 bytes, 536870912 bytes in all; expected at most "
          + "\(most) bytes per chunk in a file of this size")
    }
  }

  @Test("One huge chunk is read where the file is large enough for it")
  func hugeChunk() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let rows = (StorageLimits.chunkByteCount >> 3) + 1
      let file = try File(creating: path)
      let layout = DatasetLayout(chunkShape: [rows], gzipLevel: 1, isExtendible: true)
      let dataset = try file.createDataset("x", of: Double.self, shape: [0], layout: layout)
      // Like samples, these do not repeat within what gzip remembers.
      try dataset.append((0..<rows).map { Double($0 &* 40_503 & 0xFFFF) })
      try file.close()
      #expect(try RowReader<Double>(File(opening: path).openDataset("x")).rows(2..<4) == [15_470, 55_973])
    }
  }

  @Test("Values in one piece end with the file")
  func onePiece() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      try file.createDataset("x", of: Double.self, shape: [7_777]).write([Double](repeating: 1, count: 7_777))
      try file.close()
      // The number of rows, and the bytes that the layout has for them.
      var damaged = try bytes(path)
      for (old, new) in [(7_777, 77_770_000), (7_777 * 8, 77_770_000 * 8)] {
        let (old, new) = (little(UInt64(old)), little(UInt64(new)))
        for place in damaged.indices.dropLast(8) where Array(damaged[place..<place + 8]) == old {
          damaged.replaceSubrange(place..<place + 8, with: new)
        }
      }
      try write(damaged, to: path)
      let refused = try error { _ = try File(opening: path).openDataset("x") }
      #expect(refused.kind == .damaged)
      let expected =
        LibraryVersion.is114OrLater
        ? "the file's structure is damaged" : "it claims [77770000] elements of 8 bytes, 622160000 bytes in all, but"
      #expect(refused.reason.hasPrefix(expected))
    }
  }

  @Test("A chunk that decompresses to more than it holds is not unpacked", arguments: [true, false])
  func bomb(isDirect: Bool) throws {
    try withFolder { folder in
      let path = try make(folder, rows: 1_000_000, chunkRows: 500_000, to: [1_000_000, 3])
      let compressor = try #require(libdeflate_alloc_compressor(1))
      defer { libdeflate_free_compressor(compressor) }
      let zeros = [UInt8](repeating: 0, count: 300 << 20)
      var packed = [UInt8](repeating: 0, count: 4 << 20)
      let count = libdeflate_zlib_compress(compressor, zeros, zeros.count, &packed, packed.count)
      try Raw.edit(path) { id in
        let dataset = H5Dopen2(id, "x", 0)
        defer { H5Dclose(dataset) }
        try #require(H5Dwrite_chunk(dataset, 0, 0, [500_000, 0], count, packed) >= 0)
      }
      let reader = try RowReader<Double>(File(opening: path).openDataset("x"), isDirect: isDirect)
      let refused = try error { _ = try reader.rows(500_000..<500_001) }
      #expect(refused.kind == .damaged)
      #expect(refused.reason == "a chunk decompresses to more than its 12000000 bytes: the data are damaged")
      #expect(try reader.rows(1..<2) == [3, 4, 5])
    }
  }

  @Test(
    "That holds where a shuffle comes after gzip, and where a chunk left it out; another compression there is refused",
    arguments: [(true, 0), (true, 0b10), (false, 0)] as [(Bool, UInt32)])
  func hiddenBomb(isShuffled: Bool, mask: UInt32) throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try File(creating: path).close()
      let compressor = try #require(libdeflate_alloc_compressor(1))
      defer { libdeflate_free_compressor(compressor) }
      let zeros = [UInt8](repeating: 0, count: 300 << 20)
      var packed = [UInt8](repeating: 0, count: 4 << 20)
      let count = libdeflate_zlib_compress(compressor, zeros, zeros.count, &packed, packed.count)
      var stored = [UInt8](repeating: 0, count: count)
      packed.withUnsafeBytes { packed in
        stored.withUnsafeMutableBytes {
          let packed = UnsafeRawBufferPointer(rebasing: packed[..<count])
          if mask == 0 {
            ByteShuffle.shuffle(packed, elementByteCount: 8, into: $0)
          } else {
            $0.copyMemory(from: packed)
          }
        }
      }
      try Raw.edit(path) { id in
        let properties = H5Pcreate(chdf5_class_dataset_create())
        defer { H5Pclose(properties) }
        try #require(H5Pset_chunk(properties, 1, [500_000]) >= 0 && H5Pset_deflate(properties, 1) >= 0)
        try #require((isShuffled ? H5Pset_shuffle(properties) : H5Pset_deflate(properties, 2)) >= 0)
        try Raw.dataset(
          "x", in: id, type: chdf5_file_double(), memory: chdf5_native_double(), shape: [500_000],
          values: [Double](repeating: 1, count: 500_000), properties: properties)
        let dataset = H5Dopen2(id, "x", 0)
        defer { H5Dclose(dataset) }
        try #require(H5Dwrite_chunk(dataset, 0, mask, [0], stored.count, stored) >= 0)
      }
      let refused = try error { _ = try RowReader<Double>(File(opening: path).openDataset("x")).rows(0..<1) }
      #expect(refused.kind == (isShuffled ? .damaged : .unsupported), "\(refused)")
      #expect(
        refused.reason.hasPrefix(
          isShuffled
            ? "a chunk decompresses to more than its 4000000 bytes" : "its chunks pass through gzip after gzip, so"
        ))
    }
  }

  @Test("A chunk that claims more stored bytes than there are is refused", arguments: [true, false])
  func chunkSize(isDirect: Bool) throws {
    try withFolder { folder in
      let path = try make(folder, rows: 100, to: [100, 3])
      var damaged = try bytes(path)
      // The first key of the chunks' B-tree: the stored size, then the mask of skipped filters.
      let node = try #require(damaged.indices.first { Array(damaged[$0...].prefix(5)) == Array("TREE".utf8) + [1] })
      damaged.replaceSubrange(node + 24..<node + 28, with: [0xF0, 0xFF, 0xFF, 0xFF])
      try write(damaged, to: path)
      let reader = try RowReader<Double>(File(opening: path).openDataset("x"), isDirect: isDirect)
      let refused = try error { _ = try reader.rows(0..<100) }
      #expect(refused.kind == .damaged)
      #expect(refused.reason.hasPrefix("the chunk at [0, 0] claims 4294967280 stored bytes"), "\(refused)")
    }
  }

  @Test("Attributes that are larger than the file are refused")
  func attributes() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      try file.attributes.set("a", to: "texts of a length that no other has")
      try file.close()
      var damaged = try bytes(path)
      // A string type: its class and version, the padding and character set, then its size.
      let type: [UInt8] = [0x13, 0x11, 0, 0, 35, 0, 0, 0]
      let place = try #require(damaged.indices.first { Array(damaged[$0...].prefix(8)) == type })
      damaged.replaceSubrange(place + 4..<place + 8, with: [0xFF, 0xFF, 0xFF, 0x7F])
      try write(damaged, to: path)
      let refused = try error { _ = try File(opening: path).attributes.string("a") }
      #expect(refused.kind == .damaged, "\(refused)")
    }
  }

  private func little(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
