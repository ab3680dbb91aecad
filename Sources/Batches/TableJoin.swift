import FoundationEssentials
import SPBasics
import SPPipelines
import SPSignals
import SPTables

/// Joining the tables of a batch's recordings.
package enum TableJoin {
  /// The result of joining.
  package struct Outcome: Hashable, Sendable {
    /// The joined tables.
    package var tables: [WrittenTable] = []
    /// Warnings, one line each.
    package var warnings: [String] = []
  }

  /// A joined table as it was written.
  struct Record: Hashable, Codable {
    /// Its path in the output folder.
    var path: String
    /// Its size in bytes; nil in records of earlier versions, and without a file.
    var sizeBytes: Int?
    /// Its content; nil without a file.
    var hash: ContentHash?
    /// A hash of the tables that it was made of.
    var parts: ContentHash
    /// Why its parts cannot be joined, so that the file is missing; nil with a file.
    var fault: String?

    /// Whether the file is as it was written.
    /// - Parameter isVerified: whether its content is compared, and not its size alone.
    func isWhole(in output: OutputFolder, isVerified: Bool) -> Bool {
      let file = output.path + "/" + path
      guard let hash, let stamp = try? FileStamp(of: file), stamp.sizeBytes == sizeBytes ?? stamp.sizeBytes else {
        return false
      }
      return !isVerified || (try? ContentHash(ofFile: file)) == hash
    }

    private enum CodingKeys: String, CodingKey {
      case path
      case sizeBytes = "size_bytes"
      case hash = "xxh128"
      case parts = "parts_xxh128"
      case fault
    }
  }

  /// The tables of recordings that are joined to one table.
  private struct Parts {
    /// Of each recording its identifier, its table's path, unless that is the usual one, and the table's hash: some
    /// 50 bytes, of thousands of recordings.
    private var texts = PackedTexts()
    /// The format of the tables; nil without tables.
    private(set) var format: TableFormat?
    /// The folder of the first table.
    private var folder = ""

    mutating func add(_ recordingID: String, _ table: RecordingStatus.Tables.Table) {
      if texts.isEmpty { (format, folder) = (TableFormat(path: table.path), Folder.split(table.path).folder) }
      texts.add(recordingID)
      // By bytes: Strings that differ only in how Unicode composes their letters are equal, but different paths.
      texts.add(table.path.utf8.elementsEqual(usualPath(recordingID).utf8) ? "" : table.path)
      texts.add(table.hash.text)
    }

    private func usualPath(_ recordingID: String) -> String {
      "\(folder)/\(RecordingFileName(recordingID).text).\(format?.fileExtension ?? "")"
    }

    /// The tables in an output folder.
    func tables(in output: OutputFolder) -> some Collection<TableMerge.Part> {
      texts.groups(of: 3).lazy.map { part in
        let path = part[1].isEmpty ? usualPath(part[0]) : part[1]
        return TableMerge.Part(path: output.path + "/" + path, hash: ContentHash(digits: part[2]))
      }
    }

    /// A hash of the tables that a joined table is made of: of their recordings' identifiers and their contents.
    var digest: ContentHash {
      ContentHash(joining: texts.groups(of: 3).lazy.map { "\($0[0])\n\($0[2])\n" })
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
  ///   - status: the recordings. Only finished recordings are joined.
  ///   - names: the tables to join.
  ///   - output: the folder that holds them.
  /// - Throws: the errors of `TableMerge.join`; an error if another file is in the place of a joined HDF5 table;
  ///   `FileError`.
  package static func join(
    _ status: OutputStatus, _ names: [String], in output: OutputFolder
  ) throws -> Outcome {
    try join(names, in: output) { add in for tables in status.tablesOfDone { add(tables) } }
  }

  /// Joins the tables of recordings that come one at a time, in the order of their identifiers.
  static func join(
    _ names: [String], in output: OutputFolder, of recordings: (_ add: (RecordingStatus.Tables) -> Void) throws -> Void
  ) throws -> Outcome {
    var gathered = Gathered()
    for folder in ["/_meta", "/merged"] { try output.checkNoLink(folder) }
    try recordings { gathered.add($0) }
    let dictionaries = DataDictionary.read(output.schemaPath)
    let known = try? output.joinedTables()
    var records = known ?? [:]
    let tables = try Set(names).sorted().compactMap { name -> Table? in
      guard let parts = gathered.parts.removeValue(forKey: name), let format = parts.format else { return nil }
      try output.requireReplaceable(output.mergedPath(name, format), recorded: Set(records.values.map(\.path)))
      return Table(
        name: name, format: format, parts: parts, descriptions: dictionaries?.first { $0.table == name }?.columns ?? [],
        earlier: records[name])
    }
    let joined = try InOrder.map(tables, blocksOf: 1) { try $1.joined(in: output) }
    if joined.contains(where: \.isWritten) { try WholeFile.sync(folders: [output.path + "/merged"]) }
    // The record comes last. If the process is killed before, the next run joins the tables again, and removes joined
    // tables in other formats.
    var outcome = Outcome()
    if dictionaries == nil, joined.contains(where: \.isWritten) {
      outcome.warnings.append(
        "\(output.schemaPath): cannot be read, so the joined tables lack the descriptions of their columns; expected the "
          + "file that swingpipe run writes: run again, and then merge")
    }
    for (table, joined) in zip(tables, joined) {
      let path = output.mergedPath(table.name, table.format)
      if joined.isWritten {
        outcome.warnings += output.removeOtherFormats(of: path) { file in
          guard table.earlier?.path == file, let hash = table.earlier?.hash else { return false }
          return (try? ContentHash(ofFile: output.path + "/" + file)) == hash
        }
      }
      records[table.name] = joined.record
      if let fault = joined.record.fault {
        outcome.warnings.append("\(path) was not written: \(fault)")
      } else {
        outcome.tables.append(WrittenTable(table: table.name, path: path))
      }
    }
    if records != known { try WholeFile.write(JSONOutput.bytes(records), to: output.joinRecordPath) }
    return outcome
  }

  /// A table to join.
  private struct Table {
    let name: String
    let format: TableFormat
    let parts: Parts
    let descriptions: [ColumnDescription]
    /// The record of its last joining.
    let earlier: Record?

    /// Writes it, unless it is there already, or its parts cannot be joined; its folder has yet to be synced.
    func joined(in output: OutputFolder) throws -> (record: Record, isWritten: Bool) {
      let path = output.mergedPath(name, format)
      let digest = parts.digest
      if let earlier, earlier.path == output.joinedPath(name, format), earlier.parts == digest,
        earlier.fault != nil || earlier.isWhole(in: output, isVerified: true)
      {
        return (earlier, false)
      }
      let file: NewFile
      do {
        file = try TableMerge.join(
          parts.tables(in: output), name: name, as: format, describedBy: descriptions, into: path)
      } catch let error as WindowFile.LayoutsDiffer {
        // Tables can still be joined. An earlier file of windows is out of date.
        if let earlier, earlier.path == output.joinedPath(name, format), earlier.fault == nil,
          earlier.isWhole(in: output, isVerified: true)
        {
          try FileManager.default.removeItem(atPath: path)
        }
        let fault = "\(error)"
        return (Record(path: output.joinedPath(name, format), parts: digest, fault: fault), false)
      }
      let record = Record(
        path: output.joinedPath(name, format), sizeBytes: try file.sizeBytes, hash: file.hash, parts: digest)
      try WholeFile.write([file], syncing: .contents)
      return (record, true)
    }
  }

  /// Sorts the joined tables of a folder. Current tables match the recordings and are as they were written. All other
  /// tables, and missing ones, are stale.
  /// - Parameters:
  ///   - recordings: the tables of the recordings, in the order of their identifiers.
  ///   - names: the tables.
  ///   - output: the folder.
  ///   - isVerified: whether contents are compared even if sizes are unchanged.
  static func files(
    _ recordings: some Sequence<RecordingStatus.Tables>, _ names: [String], in output: OutputFolder, isVerified: Bool
  ) -> (current: [String: String], stale: [String]) {
    var gathered = Gathered()
    for tables in recordings { gathered.add(tables) }
    let records = (try? output.joinedTables()) ?? [:]
    var current: [String: String] = [:]
    var stale: [String] = []
    for name in Set(names).union(records.keys) {
      let (parts, record) = (gathered.parts[name], records[name])
      guard let joined = parts?.format.map({ output.joinedPath(name, $0) }) ?? record?.path else { continue }
      let path = output.path + "/" + joined
      // A table that no recording has any more matters only as long as the file exists.
      if parts == nil, !Folder.exists(path) { continue }
      let isUnjoinable = record?.fault != nil && record?.path == joined && record?.parts == parts?.digest
      if isUnjoinable { continue }
      let isCurrent =
        record?.path == joined && record?.parts == (parts ?? Parts()).digest
        && record?.isWhole(in: output, isVerified: isVerified) == true
      if isCurrent { current[name] = path } else { stale.append(path) }
    }
    return (current, stale.sorted())
  }
}

extension OutputFolder {
  var joinRecordPath: String { path + "/_meta/merged.json" }

  /// The records of the joined tables, by the names of the tables.
  func joinedTables() throws -> [String: TableJoin.Record] {
    try JSONDecoder().decode([String: TableJoin.Record].self, from: Data(WholeFile.read(joinRecordPath)))
  }
}
