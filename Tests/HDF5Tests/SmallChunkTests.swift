import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Reading many chunks at a time.
struct SmallChunkTests {
  /// Chunks that compress well beside chunks that do not at all, so that batches end anywhere.
  private func values(_ count: Int, chunkRows: Int) -> [Float] {
    var random: UInt32 = 1
    return (0..<count).map { index in
      random = random &* 1_664_525 &+ 1_013_904_223
      return index / chunkRows % 3 == 0 ? Float(bitPattern: random & 0x7f7f_ffff) : Float(index / 9)
    }
  }

  private func expectSame(_ dataset: Dataset, _ ranges: [Range<Int>], _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let (fast, slow) = (try RowReader<Float>(dataset), try RowReader<Float>(dataset, isDirect: false))
    #expect(fast.isDirect && !slow.isDirect, sourceLocation: location)
    for range in ranges {
      // Bits, since what does not compress is not all numbers.
      let (read, expected) = (try fast.rows(range).map(\.bitPattern), try slow.rows(range).map(\.bitPattern))
      #expect(read == expected, "rows \(range)", sourceLocation: location)
    }
  }

  @Test(
    "Chunks of every size and filter read as HDF5 reads them",
    arguments: [1, 7, 200, 9_000, 40_000], [(false, nil), (true, nil), (false, 4), (true, 4)] as [(Bool, Int?)])
  func sizes(chunkRows: Int, filters: (shuffle: Bool, gzipLevel: Int?)) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let count = max(600, min(100_003, 300 * chunkRows + 5))
      let layout = DatasetLayout(chunkShape: [chunkRows], gzipLevel: filters.gzipLevel, shuffle: filters.shuffle)
      let dataset = try file.createDataset("x", of: Float.self, shape: [count], layout: layout)
      try dataset.write(values(count, chunkRows: chunkRows))
      let (first, last) = (min(chunkRows, count), max(0, count - chunkRows))
      try expectSame(
        dataset, [0..<count, 1..<count - 1, 0..<first, first - 1..<count, 0..<last, last..<count, count / 2..<count])
      try file.close()
    }
  }

  @Test func chunksThatWereNeverWrittenLieAmongOthers() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [9_000], layout: .compressed(chunkShape: [10]))
      for row in [20, 30, 50, 4_000, 8_990] {
        try dataset.write([Float](repeating: Float(row), count: 10), to: Hyperslab(offset: [row], count: [10]))
      }
      try expectSame(dataset, [0..<9_000, 5..<8_995, 20..<60, 30..<50, 40..<50])
      try file.close()
    }
  }

  @Test("Chunks that skip filters lie among others", arguments: [(true, 2), (false, 1)] as [(Bool, UInt32)])
  func skippedFilters(shuffle: Bool, mask: UInt32) throws {
    try withFolder { folder in
      let file = try stored(folder("a.h5"), shuffle: shuffle) { _ in
        let bytes = (0..<100).flatMap { withUnsafeBytes(of: Float($0)) { Array($0) } }
        return (mask, bytes)
      }
      try expectSame(file.openDataset("x"), [0..<1_000, 500..<600, 450..<650])
      try file.close()
    }
  }

  @Test("A damaged chunk among others is the library's own error", arguments: [1, 2, 4, 5, 12])
  func cutChunk(missing: Int) throws {
    try withFolder { folder in
      // A stream whose checksum ends in zero, as does what lies behind the chunk in memory.
      let file = try stored(folder("a.h5"), shuffle: true) { encode in
        var sound: [UInt8] = []
        for last in 0..<10_000 where sound.last != 0 {
          sound = try #require(encode([Float](repeating: 3, count: 99) + [Float(last)]))
        }
        try #require(sound.last == 0)
        return (0, Array(sound.dropLast(missing)))
      }
      let dataset = try file.openDataset("x")
      let fast = try RowReader<Float>(dataset)
      let slow = try RowReader<Float>(dataset, isDirect: false)
      let expected = try error { _ = try slow.rows(500..<600) }
      for range in [0..<1_000, 500..<600, 510..<520, 300..<550] {
        let found = try error { _ = try fast.rows(range) }
        #expect(found.kind == .damaged)
        #expect(found.reason == expected.reason)
      }
      try expectSame(dataset, [0..<500, 600..<1_000])
      try file.close()
      #expect(try error { _ = try fast.rows(0..<500) }.kind == .closed)
    }
  }

  /// A dataset of ten chunks, of which one is stored as bytes of the caller's.
  private func stored(
    _ path: String, shuffle: Bool, _ make: (_ encode: ([Float]) -> [UInt8]?) throws -> (mask: UInt32, bytes: [UInt8])
  ) throws -> File {
    let file = try File(creating: path)
    let layout = DatasetLayout(chunkShape: [100], gzipLevel: 4, shuffle: shuffle)
    let dataset = try file.createDataset("x", of: Float.self, shape: [1_000], layout: layout)
    try dataset.write((0..<1_000).map { Float($0 / 7) })
    let format = try #require(ChunkFormat(of: dataset, shape: [1_000], as: Float.self))
    let encoder = ChunkEncoder(format, level: 4)
    let (mask, bytes) = try make { $0.withUnsafeBytes { encoder.encode($0) } }
    try file.close()
    try Raw.edit(path) { id in
      let dataset = H5Dopen2(id, "x", 0)
      defer { H5Dclose(dataset) }
      try #require(H5Dwrite_chunk(dataset, 0, mask, [500], bytes.count, bytes) >= 0)
    }
    return try File(opening: path)
  }
}
