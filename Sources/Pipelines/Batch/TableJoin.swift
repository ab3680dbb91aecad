import Files
import Foundation
import Tables

/// Joining the tables of a batch's recordings.
public enum TableJoin {
  /// The result of joining.
  public struct Outcome: Hashable, Sendable {
    /// The joined tables.
    public var tables: [WrittenTable] = []
    /// Warnings, one line each.
    public var warnings: [String] = []
  }

  /// A joined table as it was written.
  struct Record: Hashable, Codable {
    /// Its path in the output folder.
    var path: String
    /// Its content.
    var hash: ContentHash
    /// A hash of the tables that it was made of.
    var parts: ContentHash

    private enum CodingKeys: String, CodingKey {
      case path
      case hash = "xxh128"
      case parts = "parts_xxh128"
    }
  }

  /// What is joined to one table: of each recording its identifier and its table's path and hash.
  private struct Parts {
    /// These texts, with a zero byte after each: some 80 bytes a recording, of which there may be thousands.
    private var bytes: [UInt8] = []

    mutating func add(_ recordingID: String, _ table: RecordingStatus.Table) {
      for text in [recordingID, table.path, table.hash.text] { bytes += Array(text.utf8) + [0] }
    }

    private func forEach(_ body: (_ id: ArraySlice<UInt8>, _ path: String, _ hash: String) -> Void) {
      var rest = bytes[...]
      func next() -> ArraySlice<UInt8> {
        let text = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(text.count + 1)
        return text
      }
      while !rest.isEmpty {
        let (id, path, hash) = (next(), next(), next())
        body(id, String(decoding: path, as: UTF8.self), String(decoding: hash, as: UTF8.self))
      }
    }

    /// The tables in a folder.
    func tables(in folder: String) -> [TableMerge.Part] {
      var parts: [TableMerge.Part] = []
      forEach { parts.append(.init(path: folder + "/" + $1, hash: ContentHash(digits: $2))) }
      return parts
    }

    /// A hash of the tables that a joined table is made of: of their recordings' identifiers and their contents.
    var digest: ContentHash {
      var listing: [UInt8] = []
      forEach { listing += $0 + "\n\($2)\n".utf8 }
      return ContentHash(listing)
    }

    /// The format of its tables; nil if there is none.
    var format: TableFormat? {
      let path = bytes.split(separator: 0, maxSplits: 2).dropFirst().first
      return path.flatMap { TableFormat(path: String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// The parts of joined tables, by their names.
  private struct Gathered {
    var parts: [String: Parts] = [:]

    /// Adds the tables of a recording, of which no more is kept. Recordings come in the order of their identifiers.
    mutating func add(_ status: RecordingStatus.Tables) {
      for table in status.tables {
        parts[table.table, default: Parts()].add(status.recordingID, table)
      }
    }
  }

  /// Joins the tables of each name, in the order of their recordings' identifiers.
  ///
  /// The joined tables depend only on the recordings, and not on the processes that made their tables or on their
  /// order. An existing joined table stays as it is if no recording has a table of its name, or if it matches its
  /// record and has the same parts.
  /// - Parameters:
  ///   - statuses: the recordings to join, in any order.
  ///   - names: the tables to join.
  ///   - output: the folder that holds them.
  /// - Throws: the errors of `TableMerge.join`; an error if another file is in the place of a joined HDF5 table;
  ///   `FileError`.
  public static func join(
    _ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder
  ) throws -> Outcome {
    try join(names, in: output) { add in inOrder(statuses).forEach { add($0.onlyTables) } }
  }

  /// Joins the tables of recordings that come one at a time, in the order of their identifiers.
  static func join(
    _ names: [String], in output: OutputFolder, of recordings: (_ add: (RecordingStatus.Tables) -> Void) throws -> Void
  ) throws -> Outcome {
    var gathered = Gathered()
    try recordings { gathered.add($0) }
    var outcome = Outcome()
    let known = try? output.joinedTables()
    var records = known ?? [:]
    for name in Set(names).sorted() {
      guard let parts = gathered.parts.removeValue(forKey: name), let format = parts.format else { continue }
      let path = output.mergedPath(name, format)
      try output.requireReplaceable(path, recorded: Set(records.values.map(\.path)))
      let earlier = records[name]
      let digest = parts.digest
      if let earlier, earlier.path == output.joinedPath(name, format), earlier.parts == digest,
        (try? ContentHash(ofFile: path)) == earlier.hash
      {
        outcome.tables.append(WrittenTable(table: name, path: path))
        continue
      }
      try TableMerge.join(parts.tables(in: output.path), name: name, as: format, into: path)
      outcome.warnings += output.removeOtherFormats(of: path) { file in
        earlier?.path == file && (try? ContentHash(ofFile: output.path + "/" + file)) == earlier?.hash
      }
      records[name] = Record(
        path: output.joinedPath(name, format), hash: try ContentHash(ofFile: path), parts: digest)
      outcome.tables.append(WrittenTable(table: name, path: path))
    }
    if records != known { try WholeFile.write(JSONBytes.pretty(records), to: output.joinRecordPath) }
    return outcome
  }

  /// The paths of the joined tables of a folder that do not match these recordings, or are missing.
  public static func stale(_ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder) -> [String] {
    var gathered = Gathered()
    for status in inOrder(statuses) { gathered.add(status.onlyTables) }
    let records = (try? output.joinedTables()) ?? [:]
    let stale = Set(names).union(records.keys).compactMap { name -> String? in
      let parts = gathered.parts[name]
      let path = parts?.format.map { output.joinedPath(name, $0) } ?? records[name]?.path
      guard let path else { return nil }
      let isThere = Folder.exists(output.path + "/" + path)
      let isCurrent = isThere && records[name]?.path == path && records[name]?.parts == (parts ?? Parts()).digest
      // A table that no recording has any more matters only as long as the file exists.
      return isCurrent || (parts == nil && !isThere) ? nil : output.path + "/" + path
    }
    return stale.sorted()
  }

  private static func inOrder(_ statuses: [RecordingStatus]) -> [RecordingStatus] {
    statuses.sorted { $0.recordingID.utf8.lexicographicallyPrecedes($1.recordingID.utf8) }
  }
}

extension OutputFolder {
  var joinRecordPath: String { path + "/_meta/merged.json" }

  /// The records of the joined tables, by the names of the tables.
  func joinedTables() throws -> [String: TableJoin.Record] {
    try JSONDecoder().decode([String: TableJoin.Record].self, from: Data(WholeFile.read(joinRecordPath)))
  }
}
