import CHDF5
import Foundation
import SPBasics
import Testing

@testable import SPHDF5
@testable import SPTables

struct HDF5TableReadingTests {
  /// A file of another maker.
  private func foreign(_ make: (File) throws -> Void) throws -> [UInt8] {
    try File.image(named: "foreign", make)
  }

  private static let type = CompoundType([
    CompoundMember(name: "label", type: .string(.fixed(byteCount: 4, padding: .nullTerminated, characterSet: .ascii))),
    CompoundMember(name: "n", type: .uint16), CompoundMember(name: "big", type: .uint64),
    CompoundMember(name: "time", type: .float64), CompoundMember(name: "peak", type: .float32),
  ])

  private func dataset(_ name: String, largest: UInt64 = 1 << 63 - 1, in file: File) throws -> Dataset {
    var records = Records(Self.type, count: 2)
    try records.set(0, to: ["nan", ""])
    records.set(1, to: [65_535, 0] as [UInt16])
    records.set(2, to: [3, largest] as [UInt64])
    records.set(3, to: [1.5, .nan])
    records.set(4, to: [.nan, 2.5] as [Float])
    let dataset = try file.createDataset(
      name, ofRecords: Self.type, shape: [0], layout: .compressed(chunkShape: [8]))
    try dataset.append(records)
    return dataset
  }

  @Test func readsOtherMakersTables() throws {
    let bytes = try foreign { _ = try dataset("truth", in: $0) }
    let reader = try HDF5TableReader(bytes, path: "t.h5")
    #expect(reader.name == "truth")
    let found = values(try reader.read(rows: 0..<2))
    #expect(found["label"] == .string(["nan", ""]))
    #expect(found["n"] == .int32([65_535, 0]))
    #expect(found["big"] == .int64([3, 9_223_372_036_854_775_807]))
    #expect(found["time"] == .float64([1.5, nil]))
    #expect(found["peak"] == .float32([nil, 2.5]))
  }

  @Test func namesTheFirstNumberThatIsTooLarge() throws {
    let bytes = try foreign { _ = try dataset("truth", largest: 1 << 63, in: $0) }
    #expect(
      text { _ = try HDF5Table.decode(bytes, path: "t.h5") } == """
        t.h5:2: column "big": holds a number above 9223372036854775807; \
        expected one that fits into a signed 64-bit integer
        """)
    #expect(try HDF5Table.decode(bytes, path: "t.h5", columns: ["n"]).doubles("n") == [65_535, 0])
  }

  /// Rows that a file of a few hundred bytes claims, and that would end the process were they asked for.
  @Test func refusesMoreRowsThanTheFileHolds() throws {
    let bytes = try foreign {
      let layout = DatasetLayout.compressed(chunkShape: [1 << 20])
      _ = try $0.createDataset("truth", ofRecords: Self.type, shape: [1 << 42], layout: layout)
    }
    #expect(
      text { _ = try HDF5TableReader(bytes, path: "t.h5") }?
        .hasPrefix("t.h5: /truth: cannot open the dataset: it claims [4398046511104] elements of 26 bytes") == true)
  }

  @Test func readsTheColumnsAskedFor() throws {
    let bytes = try HDF5Table.encode(HDF5Row.table(HDF5Row.mixed), name: "swings")
    let found = try HDF5Table.decode(bytes, path: "t.h5", columns: ["is_hit", "time_s", "gone"])
    #expect(found.columnNames == HDF5Row.columns.map(\.description.name))
    #expect(found.rowCount == 5)
    #expect(found.isRead("time_s") && !found.isRead("name") && !found.isRead("gone"))
    #expect(try found.strings("is_hit") == ["true", nil, "false", nil, "true"])
    #expect(try found.doubles("time_s") == [1.0 / 3, nil, 0, .leastNonzeroMagnitude, nil])
    #expect(found.error(row: 1, column: "name", "is odd").description == "t.h5:2: column \"name\": is odd")
  }

  @Test func readsTheFirstRows() throws {
    try withFolder { folder in
      let path = folder + "/a.h5"
      let rows = (0..<3_000).map { HDF5Row(id: $0, text: String(repeating: "x", count: $0 % 300)) }
      try WholeFile.write(HDF5Table.encode(HDF5Row.table(rows), name: "swings"), to: path)
      for count in [0, 1, 2_999, 3_000, 4_000] {
        let found = try TableFile.read(path, rows: count)
        #expect(found.rowCount == min(count, 3_000) && found.totalRowCount == 3_000)
        #expect(try found.values("id") == .int64((0..<min(count, 3_000)).map { Int64($0) }))
      }
      let found = try TableFile.read(path, columns: [], rows: 0)
      #expect(found.descriptions == HDF5Row.columns.map(\.description))
      #expect(found.storage == [StorageFact(name: "dataset", value: "swings")])
      #expect(try TableFile.read(path, columns: []).rowCount == 3_000)
    }
  }

  @Test func readsBlocksOfRows() throws {
    let rows = (0..<3_000).map { HDF5Row(id: $0, text: String(repeating: "x", count: $0 % 300)) }
    let reader = try HDF5TableReader(HDF5Table.encode(HDF5Row.table(rows), name: "swings"), path: "t.h5")
    #expect(try reader.read(rows: 2_990..<4_000) == HDF5Row.table(Array(rows[2_990...])))
    #expect(try reader.read(rows: 4_000..<5_000) == HDF5Row.table([]))
    #expect(try reader.read(rows: 0..<2, columns: ["id"]).schema.map(\.name) == ["id"])
    var sizes: [Int] = []
    try reader.forEachBlock(columns: ["id"]) { sizes.append($0.rowCount) }
    #expect(sizes.allSatisfy { $0 <= reader.blockRowCount } && sizes.reduce(0, +) == 3_000 && sizes.count > 1)
    #expect(
      try HDF5Table.decode(HDF5Table.encode(HDF5Row.table(rows), name: "swings"), path: "t").doubles("id")
        == (0..<3_000).map { Double($0) })
  }

  @Test func readsFilesByTheirExtension() throws {
    try withFolder { folder in
      let table = HDF5Row.table(HDF5Row.mixed)
      try WholeFile.write(HDF5Table.encode(table, name: "swings"), to: folder + "/a.h5")
      let found = try TableFile.read(folder + "/a.h5", columns: ["id"])
      #expect(found.path == folder + "/a.h5")
      #expect(try found.doubles("id") == [-7, nil, 0, 9.223372036854775807e18, nil])
      #expect(throws: FileError(path: folder + "/gone.h5", operation: "open", code: ENOENT)) {
        try TableFile.read(folder + "/gone.h5")
      }
      #expect(throws: TableError.self) { try TableFile.read(folder) }
    }
  }

  // MARK: Faults

  @Test func saysWhatAFileIsThatIsNoTable() throws {
    let expected = "; expected one dataset of compounds, one per row"
    let cases: [(String, (File) throws -> Void)] = [
      (
        "t.h5: is a recording, not a table; expected a table that was made from recordings",
        { try $0.attributes.set("format", to: "swingpipe-recording") }
      ),
      ("t.h5: is not a table: it is empty\(expected)", { _ in }),
      (
        "t.h5: is not a table: it holds \"Annotations\", \"Sensors\": a recording, perhaps\(expected)",
        { file in
          _ = try dataset("Annotations", in: file)
          try file.createGroup("Sensors")
        }
      ),
      (
        "t.h5: is not a table: it holds \"time\", which is not a list of rows with columns\(expected)",
        { _ = try $0.createDataset("time", of: Double.self, shape: [3]) }
      ),
      (
        "t.h5: is not a table: its rows lie in 2 dimensions, not in one\(expected)",
        { _ = try $0.createDataset("x", ofRecords: Self.type, shape: [3, 3]) }
      ),
      (
        "t.h5: is a table of format version 2; expected 1: a newer swingpipe reads it",
        { file in
          try file.attributes.set("format", to: "swingpipe-table")
          try file.attributes.set("format_version", to: 2 as Int64)
        }
      ),
    ]
    for (message, make) in cases {
      let bytes = try foreign(make)
      #expect(text { _ = try HDF5TableReader(bytes, path: "t.h5") } == message)
    }
    #expect(
      text { _ = try HDF5TableReader(Array("a,b\n".utf8), path: "t.h5") }
        == "t.h5: cannot open: the file is not an HDF5 file")
  }

  @Test func refusesColumnsThatDoNotFitTheirDescription() throws {
    try withFolder { folder in
      let path = folder + "/a.h5"
      let bytes = try HDF5Table.encode(HDF5Row.table(HDF5Row.mixed), name: "swings")
      let changes = [
        ("float32", "float64"), ("peak_g", "peak_h"), ("\"-1\"", "\"-x\""), ("\"NaN\"", "\"0\""), ("[{", "[[{"),
        ("\"missing_value\"", "\"missing\""),
      ]
      for (found, replacement) in changes {
        try WholeFile.write(bytes, to: path)
        let file = try File(opening: path, for: .readingAndWriting)
        let attributes = try file.openDataset("swings").attributes
        let json = try attributes.string("columns").replacingOccurrences(of: found, with: replacement)
        try attributes.set("columns", to: json)
        try file.close()
        #expect(
          text { _ = try TableFile.read(path) }
            == "\(path): is damaged: its columns are not those that its attribute \"columns\" describes")
      }
    }
  }

  @Test func namesTheRowOfAValueThatCannotBe() throws {
    try withFolder { folder in
      let path = folder + "/a.h5"
      try WholeFile.write(HDF5Table.encode(HDF5Row.table(HDF5Row.mixed), name: "swings"), to: path)
      let file = try File(opening: path, for: .readingAndWriting)
      let dataset = try file.openDataset("swings")
      var records = Records(CompoundType(try dataset.members()), count: 1)
      records.set(1, to: [7] as [Int8])
      records.set(5, to: [-Double.infinity])
      try dataset.append(records)
      try file.close()
      #expect(
        text { _ = try TableFile.read(path, columns: ["is_hit"]) }
          == "\(path):6: column \"is_hit\": found 7; expected 0, 1 or -1 for a missing value")
      #expect(
        text { _ = try TableFile.read(path, columns: ["time_s"]) }
          == "\(path):6: column \"time_s\": found -inf; expected a finite number, or NaN for a missing one")
      #expect(try TableFile.read(path, columns: ["id"]).rowCount == 6)
    }
  }

  @Test func refusesOnlyColumnsOfOtherKindsThatAreAskedFor() throws {
    try withFolder { folder in
      let path = folder + "/a.h5"
      try File(creating: path).close()
      try Library.locked { () throws(HDF5Error) in
        let id = H5Fopen(path, chdf5_read_write(), 0)
        let text = H5Tcopy(chdf5_c_string())
        H5Tset_size(text, chdf5_variable_size())
        let type = H5Tcreate(H5T_COMPOUND, 16)
        H5Tinsert(type, "label", 0, text)
        H5Tinsert(type, "n", 8, chdf5_file_int16_big_endian())
        let space = H5Screate_simple(1, [3], nil)
        let dataset = H5Dcreate2(id, "truth", type, space, 0, 0, 0)
        for (close, id) in [(H5Dclose, dataset), (H5Sclose, space), (H5Tclose, type), (H5Tclose, text), (H5Fclose, id)]
        {
          _ = close(id)
        }
      }
      #expect(try TableFile.read(path, columns: ["n"]).doubles("n") == [0, 0, 0])
      #expect(
        text { _ = try TableFile.read(path) }
          == "\(path): column \"label\": is a string of variable length, which is not read; expected numbers, or texts "
          + "of fixed length")
    }
  }

  /// Cut short at, and with a bit flipped in, places all over the file.
  @Test func reportsDamageAsSuch() throws {
    let table = HDF5Row.table(HDF5Row.mixed)
    let whole = try HDF5Table.encode(table, name: "swings")
    for position in stride(from: 0, to: whole.count, by: 97) {
      var flipped = whole
      flipped[position] ^= 0x10
      for bytes in [Array(whole[..<position]), flipped] {
        do {
          _ = try HDF5Table.decode(bytes, path: "t.h5")
        } catch {
          let refused = try #require(error as? TableError, "\(position): \(error)")
          #expect(refused.path == "t.h5" && !refused.description.contains("\n"))
        }
      }
      #expect(throws: TableError.self) { try HDF5Table.decode(Array(whole[..<position]), path: "t.h5") }
    }
  }
}
