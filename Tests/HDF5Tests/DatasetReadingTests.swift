import CHDF5
import Testing

@testable import SPHDF5

/// The layouts that every reading has to be the same for; all but the first can hold [4, 6, 5].
private let layouts: [DatasetLayout] = [
  .contiguous, DatasetLayout(chunkShape: [2, 4, 5]), DatasetLayout(chunkShape: [3, 2, 2], gzipLevel: 6),
  DatasetLayout(chunkShape: [1, 6, 5], shuffle: true, fletcher32: true),
  .compressed(chunkShape: [8, 3, 4], gzipLevel: 9),
]

struct DatasetReadingTests {
  @Test("A block of any layout holds the elements that its indices say", arguments: layouts)
  func blocks(layout: DatasetLayout) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Int32.self, shape: [4, 6, 5], layout: layout)
      try dataset.write((0..<120).map { Int32($0) })
      let block = Hyperslab(offset: [1, 0, 2], count: [2, 3, 3], stride: [2, 2, 1])
      // Row-major: the element at (i, j, k) is 30 i + 5 j + k.
      var expected: [Int32] = []
      for i in [1, 3] { for j in [0, 2, 4] { for k in [2, 3, 4] { expected.append(Int32(30 * i + 5 * j + k)) } } }
      #expect(try dataset.read(block, as: Int32.self) == expected)
      #expect(try dataset.read(rows: 2..<4, as: Int32.self) == (60..<120).map { Int32($0) })
      #expect(try dataset.read(as: Int32.self) == (0..<120).map { Int32($0) })
      let column = Hyperslab(offset: [0, 5, 0], count: [4, 1, 1])
      #expect(try dataset.read(column, as: Double.self) == [25, 55, 85, 115])
    }
  }

  @Test("A buffer and a span receive the block and keep what lies behind it")
  func buffers() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [5, 2])
      try dataset.write((0..<10).map { Float($0) })
      var values = [Float](repeating: -1, count: 5)
      try values.withUnsafeMutableBufferPointer { try dataset.read(rows: 1..<3, into: $0) }
      #expect(values == [2, 3, 4, 5, -1])
      var span = values.mutableSpan
      try dataset.read(Hyperslab(offset: [3, 1], count: [2, 1]), into: &span)
      #expect(values == [7, 9, 4, 5, -1])
      span = values.mutableSpan
      try dataset.read(rows: 0..<1, into: &span)
      #expect(values == [0, 1, 4, 5, -1])
    }
  }

  @Test(
    "A selection outside of the shape is refused with both",
    arguments: [
      Hyperslab(offset: [0, 0], count: [6, 2]), Hyperslab(offset: [5, 0], count: [1, 2]),
      Hyperslab(offset: [-1, 0], count: [1, 2]), Hyperslab(offset: [0, 0], count: [-1, 2]),
      Hyperslab(offset: [0, 0], count: [3, 2], stride: [3, 1]),
      Hyperslab(offset: [0, 0], count: [1, 2], stride: [0, 1]),
      Hyperslab(offset: [0], count: [1]), Hyperslab(offset: [6, 0], count: [0, 2]),
      Hyperslab(offset: [1, 0], count: [.max, 2]), Hyperslab(offset: [1, 0], count: [3, 1], stride: [.max, 1]),
    ])
  func outOfBounds(block: Hyperslab) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [5, 2])
      let refused = try error { _ = try dataset.read(block, as: Float.self) }
      #expect(refused.kind == .outOfBounds)
      #expect(refused.reason == "the selection (\(block)) does not fit the shape [5, 2]")
      #expect(refused.stack.isEmpty)
      #expect(try error { try dataset.write([1, 2] as [Float], to: block) }.kind == .outOfBounds)
    }
  }

  @Test("A range of rows outside of the shape is refused, however long", arguments: [4..<6, -1..<2, .min..<(.max)])
  func rowsOutOfBounds(rows: Range<Int>) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [5, 2])
      let refused = try error { _ = try dataset.read(rows: rows, as: Float.self) }
      #expect(refused.kind == .outOfBounds)
      #expect(refused.operation == "read rows \(rows)")
      #expect(refused.reason.hasSuffix("does not fit the shape [5, 2]"))
    }
  }

  @Test("A buffer that is too small is refused and left alone")
  func smallBuffer() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [5, 2])
      var values = [Float](repeating: -1, count: 3)
      let refused = try error { try values.withUnsafeMutableBufferPointer { try dataset.read(rows: 0..<2, into: $0) } }
      #expect(refused.kind == .wrongCount)
      #expect(
        refused.description == "\(folder("a.h5")): /x: cannot read rows 0..<2: "
          + "the selection has 4 elements, but room for 3 was given")
      #expect(values == [-1, -1, -1])
    }
  }

  @Test("Scalars, empty datasets and empty selections read as what they are")
  func smallShapes() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let scalar = try file.createDataset("scalar", of: Double.self, shape: [])
      try scalar.write([2.5])
      #expect(try scalar.shape == [])
      #expect(try scalar.read(as: Double.self) == [2.5])
      #expect(try scalar.read(Hyperslab(offset: [], count: []), as: Float.self) == [2.5])
      #expect(try error { _ = try scalar.read(rows: 0..<1, as: Double.self) }.kind == .outOfBounds)
      let empty = try file.createDataset("empty", of: Double.self, shape: [0, 3])
      #expect(try empty.read(as: Double.self).isEmpty)
      #expect(try empty.read(rows: 0..<0, as: Double.self).isEmpty)
      #expect(try error { _ = try empty.read(rows: 0..<1, as: Double.self) }.kind == .outOfBounds)
      try file.close()
      try Raw.edit(folder("a.h5")) { id in
        let space = H5Screate(H5S_NULL)
        H5Dclose(H5Dcreate2(id, "null", chdf5_file_double(), space, 0, 0, 0))
        H5Sclose(space)
      }
      let null = try File(opening: folder("a.h5")).openDataset("null")
      #expect(try null.shape == [0])
      #expect(try null.read(as: Double.self).isEmpty)
    }
  }

  @Test("A dataset larger than the machine's memory is not read whole")
  func tooLarge() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout(chunkShape: [1_024])
      let dataset = try file.createDataset("x", of: Double.self, shape: [1 << 50], layout: layout)
      #expect(try error { _ = try dataset.read(as: Double.self) }.kind == .wrongCount)
      #expect(try dataset.read(rows: (1 << 49)..<(1 << 49) + 2, as: Double.self) == [0, 0])
    }
  }

  @Test("With or without a chunk cache the values are the same; a negative cache is refused")
  func chunkCache() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let values = (0..<4_000).map { Int32($0 * 7) }
      try file.createDataset("x", of: Int32.self, shape: [4_000], layout: .compressed(chunkShape: [512])).write(values)
      try file.close()
      for size in [nil, 0, 100, 8 << 20] {
        let dataset = try File(opening: folder("a.h5")).openDataset("x", chunkCacheByteCount: size)
        for start in stride(from: 0, to: 4_000, by: 1_000) {
          #expect(try dataset.read(rows: start..<start + 300, as: Int32.self) == Array(values[start..<start + 300]))
        }
      }
      let refused = try error { _ = try File(opening: folder("a.h5")).openDataset("x", chunkCacheByteCount: -1) }
      #expect(refused.kind == .invalidArgument)
    }
  }
}
