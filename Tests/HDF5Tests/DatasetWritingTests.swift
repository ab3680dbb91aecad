import CHDF5
import Testing

@testable import SPHDF5

struct DatasetWritingTests {
  @Test("A dataset reports the layout that it was created with")
  func properties() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout(
        chunkShape: [16, 3], gzipLevel: 4, shuffle: true, fletcher32: true, isExtendible: true)
      _ = try file.createDataset("g/x", of: Float.self, shape: [0, 3], layout: layout)
      let dataset = try file.openDataset("g/x")
      #expect(dataset.path == "/g/x")
      #expect(dataset.name == "x")
      #expect(try dataset.shape == [0, 3])
      #expect(try dataset.maximumShape == [nil, 3])
      #expect(dataset.chunkShape == [16, 3])
      #expect(dataset.filters.map(\.name) == ["shuffle", "gzip", "fletcher32"])
      #expect(dataset.filters.map(\.id) == [2, 1, 3])
      #expect(dataset.filters.map(\.isAvailable) == [true, true, true])
      #expect(dataset.filters[1].parameters == [4])
      let plain = try file.createDataset("y", of: Float.self, shape: [2])
      #expect(plain.chunkShape == nil)
      #expect(plain.filters.isEmpty)
      #expect(try plain.maximumShape == [2])
    }
  }

  @Test("Blocks are written where they belong and nowhere else")
  func blocks() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout(chunkShape: [2, 2], gzipLevel: 1)
      let dataset = try file.createDataset("x", of: Int16.self, shape: [3, 4], layout: layout)
      try dataset.write([1, 2, 3, 4] as [Int], to: Hyperslab(offset: [1, 0], count: [2, 2], stride: [1, 3]))
      #expect(try dataset.read(as: Int.self) == [0, 0, 0, 0, 1, 0, 0, 2, 3, 0, 0, 4])
      let row: [Int16] = [9, 8, 7, 6]
      try dataset.write(row.span, to: Hyperslab(rows: 0..<1, of: [3, 4]))
      #expect(try dataset.read(rows: 0..<1, as: Int16.self) == row)
    }
  }

  @Test("Values that do not fill the selection are refused")
  func wrongCount() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Float.self, shape: [3])
      for values: [Float] in [[1, 2], [1, 2, 3, 4]] {
        let refused = try error { try dataset.write(values) }
        #expect(refused.kind == .wrongCount)
        #expect(refused.reason == "the selection has 3 elements, but \(values.count) values were given")
      }
      #expect(try dataset.read(as: Float.self) == [0, 0, 0])
    }
  }

  @Test("Rows appended in uneven parts make one dataset, also after it is opened again")
  func append() throws {
    try withFolder { folder in
      let values = (0..<300).map { Double($0) / 7 }
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout.compressed(chunkShape: [16, 3])
      let dataset = try file.createDataset("x", of: Double.self, shape: [0, 3], layout: layout)
      for range in [0..<3, 3..<150, 150..<150, 150..<210] { try dataset.append(Array(values[range])) }
      try file.close()
      let again = try File(opening: folder("a.h5"), for: .readingAndWriting)
      let rest = Array(values[210...])
      try again.openDataset("x").append(rest.span)
      #expect(try again.openDataset("x").shape == [100, 3])
      #expect(try again.openDataset("x").read(as: Double.self) == values)
    }
  }

  @Test("Parts of rows, and rows for a dataset that cannot grow, are refused and change nothing")
  func refusedAppends() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout.compressed(chunkShape: [4, 3])
      let dataset = try file.createDataset("x", of: Float.self, shape: [2, 3], layout: layout)
      let partial = try error { try dataset.append([1, 2] as [Float]) }
      #expect(partial.kind == .wrongCount)
      #expect(partial.reason == "2 elements do not make whole rows of 3")
      #expect(try dataset.shape == [2, 3])
      let fixed = try file.createDataset("fixed", of: Float.self, shape: [4, 3], layout: .init(chunkShape: [2, 3]))
      let full = try error { try fixed.append([1, 2, 3] as [Float]) }
      #expect(full.reason == "the dataset of shape [4, 3] can grow up to [4, 3]")
      let contiguous = try file.createDataset("contiguous", of: Float.self, shape: [4, 3])
      #expect(try error { try contiguous.append([1, 2, 3] as [Float]) }.kind == .outOfBounds)
      let scalar = try file.createDataset("scalar", of: Float.self, shape: [])
      #expect(try error { try scalar.append([1] as [Float]) }.kind == .outOfBounds)
    }
  }

  @Test("A resized dataset keeps what remains; new elements are 0")
  func resize() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset(
        "x", of: Int8.self, shape: [4], layout: .init(chunkShape: [3], isExtendible: true))
      try dataset.write([1, 2, 3, 4] as [Int8])
      try dataset.resize(to: [2])
      try dataset.resize(to: [5])
      #expect(try dataset.read(as: Int8.self) == [1, 2, 0, 0, 0])
      #expect(try error { try dataset.resize(to: [-1]) }.kind == .outOfBounds)
      #expect(try error { try dataset.resize(to: [1, 1]) }.kind == .outOfBounds)
    }
  }

  @Test(
    "Layouts that do not suit the shape are refused in plain words",
    arguments: [
      ([10], DatasetLayout(gzipLevel: 4), "need a chunk shape"),
      ([10], DatasetLayout(isExtendible: true), "need a chunk"),
      ([10], DatasetLayout(chunkShape: [2, 2]), "a positive size for each dimension"),
      ([10], DatasetLayout(chunkShape: [0]), "a positive size for each dimension"),
      ([10], DatasetLayout(chunkShape: [11]), "is larger than the shape [10], which cannot grow there"),
      ([10], DatasetLayout(chunkShape: [5], gzipLevel: 10), "gzip level 10 is not between 0 and 9"),
      ([], DatasetLayout(chunkShape: []), "a positive size"), ([-1], .contiguous, "a negative size"),
      (Array(repeating: 1, count: 33), .contiguous, "more than 32 dimensions"),
    ])
  func unsuitable(shape: [Int], layout: DatasetLayout, words: String) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let refused = try error { _ = try file.createDataset("x", of: Float.self, shape: shape, layout: layout) }
      #expect(refused.kind == .invalidArgument)
      #expect(refused.reason.contains(words))
      #expect(try !file.exists("x"))
    }
  }

  @Test("A chunk of 4 GiB, which only HDF5 itself refuses, comes with its error stack")
  func libraryRefusal() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout(chunkShape: [1 << 29])
      let refused = try error { _ = try file.createDataset("x", of: Double.self, shape: [1 << 30], layout: layout) }
      #expect(refused.kind == .library)
      #expect(refused.description.contains("(HDF5: "))
      #expect(refused.stack.contains { $0.contains("chunk size must be < 4GB") })
    }
  }
}
