import Foundation
import SPBasics
import SPHDF5
import SPTables
import Testing

struct HDF5TableMergeTests {
  private func add(_ table: FeatureTable, _ path: String) throws -> TableMerge.Part {
    let bytes = try HDF5Table.encode(table, name: "swings")
    try WholeFile.write(bytes, to: path)
    return TableMerge.Part(path: path, hash: ContentHash(bytes))
  }

  private func join(_ parts: [TableMerge.Part], into destination: String) throws {
    try WholeFile.write([TableMerge.join(parts, name: "swings", as: .hdf5, into: destination)])
  }

  /// Rows whose texts and missing values differ, so that no part is laid out as the joined table is.
  private static let parts: [[HDF5Row]] = [
    [], [HDF5Row(count: .init(Int32.min), text: "nan"), HDF5Row()], HDF5Row.mixed,
    (0..<2_000).map { HDF5Row(id: $0, text: String(repeating: "ü", count: $0 % 400)) }, [],
  ]

  @Test func makesTheTableOfAllRows() throws {
    try withFolder { folder in
      let parts = try Self.parts.enumerated().map { try add(HDF5Row.table($1), "\(folder)/\($0).h5") }
      try join(parts, into: folder + "/joined.h5")
      let whole = HDF5Row.table(Array(Self.parts.joined()))
      let bytes = try WholeFile.read(folder + "/joined.h5")
      #expect(try decoded(bytes) == whole)
      #expect(try bytes == HDF5Table.encode(whole, name: "swings"))
    }
  }

  @Test func joinsTablesWithoutRows() throws {
    try withFolder { folder in
      let parts = try (0..<2).map { try add(HDF5Row.table([]), "\(folder)/\($0).h5") }
      try join(parts, into: folder + "/joined.h5")
      #expect(try decoded(WholeFile.read(folder + "/joined.h5")) == HDF5Row.table([]))
    }
  }

  @Test func saysWhichPartCannotBeJoinedAndLeavesTheOlderTable() throws {
    try withFolder { folder in
      let joined = folder + "/joined.h5"
      let first = try add(HDF5Row.table(HDF5Row.mixed), folder + "/1.h5")
      try join([first], into: joined)
      let older = try WholeFile.read(joined)
      let other = try add(FeatureTable(rows: [1], columns: [.integer("id", "") { $0 }]), folder + "/other.h5")
      let differ = #expect(throws: TableMerge.ColumnsDiffer.self) { try join([first, other], into: joined) }
      #expect(differ?.path == other.path && differ?.first == first.path)
      let part = TableMerge.Part(path: first.path, hash: other.hash)
      let replaced = #expect(throws: TableMerge.Replaced.self) { try join([part], into: joined) }
      #expect(replaced?.path == first.path)
      let cut = folder + "/cut.h5"
      try WholeFile.write(Array(older.dropLast(9)), to: cut)
      let message = text { try join([first, TableMerge.Part(path: cut)], into: joined) }
      #expect(message?.hasPrefix("\(cut): cannot open: the file is truncated") == true, "\(message ?? "")")
      #expect(throws: FileError(path: folder + "/gone.h5", operation: "open", code: ENOENT)) {
        try join([first, TableMerge.Part(path: folder + "/gone.h5")], into: joined)
      }
      #expect(try WholeFile.read(joined) == older)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "1.h5", "cut.h5", "joined.h5", "other.h5",
        ])
    }
  }
}

struct HDF5TableContentTests {
  @Test func tellsTablesFromRecordings() throws {
    try withFolder { folder in
      try WholeFile.write(HDF5Table.encode(HDF5Row.table([]), name: "swings"), to: folder + "/table.h5")
      for name in ["recording.h5", "opal.h5", "foreign.h5"] {
        let file = try File(creating: folder + "/" + name)
        switch name {
        case "recording.h5": try file.attributes.set("format", to: "swingpipe-recording")
        case "opal.h5": try file.createGroup("Sensors")
        default:
          let type = CompoundType([CompoundMember(name: "n", type: .int32)])
          _ = try file.createDataset("truth", ofRecords: type, shape: [2])
        }
        try file.close()
      }
      try WholeFile.write(Array("no HDF5".utf8), to: folder + "/odd.h5")
      let expected: [(String, HDF5Table.Content)] = [
        ("table.h5", .table), ("recording.h5", .other), ("opal.h5", .other), ("foreign.h5", .foreignTable),
        ("odd.h5", .unreadable), ("gone.h5", .unreadable),
      ]
      for (name, content) in expected {
        #expect(HDF5Table.content(of: folder + "/" + name) == content, "\(name)")
        #expect(TableFile.isCandidate(folder + "/" + name) == (content != .other), "\(name)")
      }
      #expect(TableFile.isCandidate("a.csv") && !TableFile.isCandidate("a.txt"))
    }
  }
}
