import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Damaged files.
struct DamageTests {
  /// Where a chunk lies in the file, by the index of its first element.
  private func chunk(of path: String, at row: Int) throws -> Range<Int> {
    var range = 0..<0
    try Raw.edit(path) { id in
      let dataset = H5Dopen2(id, "x", 0)
      defer { H5Dclose(dataset) }
      var mask: UInt32 = 0
      var address: haddr_t = 0
      var size: hsize_t = 0
      try #require(H5Dget_chunk_info_by_coord(dataset, [hsize_t(row)], &mask, &address, &size) >= 0)
      range = Int(address)..<Int(address) + Int(size)
    }
    return range
  }

  private func make(_ path: String, _ layout: DatasetLayout) throws {
    let file = try File(creating: path)
    try file.createDataset("x", of: Int32.self, shape: [1_000], layout: layout).write(
      (0..<1_000).map { Int32($0 * $0) })
    try file.close()
  }

  @Test("A file cut at any length is refused")
  func truncation() throws {
    try withFolder { folder in
      try make(folder("a.h5"), DatasetLayout(chunkShape: [100], gzipLevel: 4, shuffle: true, fletcher32: true))
      let whole = try bytes(folder("a.h5"))
      let lengths = [1, 7, 8, 9, 47, 48, 95, 96, 97, 200, 800, whole.count / 2, whole.count - 100, whole.count - 1]
      for length in lengths {
        try write(Array(whole.prefix(length)), to: folder("cut.h5"))
        let refused = try error { _ = try File(opening: folder("cut.h5")) }
        #expect([.truncated, .damaged, .notHDF5].contains(refused.kind), "\(length) bytes: \(refused)")
        #expect(!refused.description.contains("\n"))
      }
    }
  }

  @Test("A flipped bit in a chunk is caught by its checksum; the other chunks are still read", arguments: [nil, 4])
  func checksum(gzipLevel: Int?) throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path, DatasetLayout(chunkShape: [100], gzipLevel: gzipLevel, fletcher32: true))
      let chunk = try chunk(of: path, at: 300)
      let whole = try bytes(path)
      for position in [chunk.lowerBound, chunk.lowerBound + chunk.count / 2, chunk.upperBound - 1] {
        var damaged = whole
        damaged[position] ^= 0x10
        try write(damaged, to: path)
        let dataset = try File(opening: path).openDataset("x")
        let refused = try error { _ = try dataset.read(rows: 250..<350, as: Int32.self) }
        #expect(refused.kind == .damaged)
        let (reason, stack) =
          LibraryVersion.is114OrLater
          ? (
            "a chunk's checksum does not match, or it cannot be decompressed: the data are damaged",
            "filter returned failure during read; data pipeline read failed"
          )
          : (
            "a chunk's checksum does not match: the data are damaged",
            "data error detected by Fletcher32 checksum; filter returned failure during read"
          )
        #expect(refused.description == "\(path): /x: cannot read rows 250..<350: \(reason) (HDF5: \(stack))")
        #expect(refused.stack.count > 2)
        let direct = try error { _ = try RowReader<Int32>(dataset).rows(300..<400) }
        #expect(direct.kind == .damaged)
        #expect(
          direct.description.hasPrefix("\(path): /x: cannot read rows 300..<400: a chunk's checksum does not match"))
        #expect(try dataset.read(rows: 400..<402, as: Int32.self) == [160_000, 160_801])
      }
    }
  }

  @Test("A compressed chunk without a checksum that cannot be decompressed is an error")
  func compression() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path, .compressed(chunkShape: [100]))
      let chunk = try chunk(of: path, at: 0)
      var damaged = try bytes(path)
      damaged[chunk.lowerBound] ^= 0xFF
      try write(damaged, to: path)
      let refused = try error { _ = try File(opening: path).openDataset("x").read(as: Int32.self) }
      #expect(refused.kind == .damaged)
      let reason =
        LibraryVersion.is114OrLater
        ? "a chunk's checksum does not match, or it cannot be decompressed: the data are damaged"
        : "a chunk cannot be decompressed: the data are damaged"
      #expect(refused.reason == reason)
    }
  }

  @Test("Overwritten headers give an error with a reason, not a crash")
  func headers() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path, .compressed(chunkShape: [100]))
      let whole = try bytes(path)
      // The version of the superblock, which newer libraries raise.
      var newer = whole
      newer[8] = 9
      try write(newer, to: path)
      #expect(try error { _ = try File(opening: path) }.kind == .unsupported)
      // Everything behind the superblock.
      try write(Array(whole.prefix(96)) + [UInt8](repeating: 0x5A, count: whole.count - 96), to: path)
      let refused = try error { _ = try File(opening: path).openDataset("x") }
      #expect(refused.kind == .damaged)
      #expect(!refused.stack.isEmpty)
    }
  }

  @Test("A filter that is a plugin is refused unless plugins are loaded, and named where it is not installed")
  func missingFilter() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try File(creating: path).close()
      try Raw.edit(path) { id in
        // A number of the range for tests.
        let number: H5Z_filter_t = 300
        var filter = H5Z_class2_t()
        filter.version = H5Z_CLASS_T_VERS
        filter.id = number
        filter.encoder_present = 1
        filter.decoder_present = 1
        filter.filter = { _, _, _, byteCount, _, _ in byteCount }
        // HDF5 keeps the pointer for as long as the filter is registered.
        let name = strdup("imaginary")
        defer { free(name) }
        filter.name = UnsafePointer(name)
        try #require(H5Zregister(&filter) >= 0)
        let properties = H5Pcreate(chdf5_class_dataset_create())
        H5Pset_chunk(properties, 1, [2])
        H5Pset_filter(properties, number, 0, 0, nil)
        try Raw.dataset(
          "x", in: id, type: chdf5_file_int8(), memory: chdf5_native_int8(), shape: [2], values: [Int8(1), 2],
          properties: properties)
        H5Pclose(properties)
        H5Fflush(id, H5F_SCOPE_GLOBAL)
        H5Zunregister(number)
      }
      let plugin = try error { _ = try File(opening: path).openDataset("x") }
      #expect(plugin.kind == .unsupported)
      #expect(
        plugin.reason
          == "its chunks need the filter imaginary (number 300), a plugin, and plugins are not loaded; expected "
          + "--filter-plugins, or \"filters\": \"plugins\" of a pipeline's reader")
      let dataset = try File(opening: path, filters: .plugins).openDataset("x")
      #expect(dataset.filters.map(\.id) == [300])
      #expect(dataset.filters.map(\.isAvailable) == [false])
      let refused = try error { _ = try dataset.read(as: Int8.self) }
      #expect(refused.kind == .unsupported)
      #expect(refused.reason == "this HDF5 library lacks a filter that the data need: imaginary (number 300)")
    }
  }
}
