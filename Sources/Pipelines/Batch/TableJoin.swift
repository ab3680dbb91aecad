import Files
import Foundation
import Tables

/// Joining the tables of a batch's recordings.
public enum TableJoin {
  /// Joins the tables of each name, in the order of their recordings' identifiers.
  ///
  /// The joined tables are a function of the recordings alone, whatever processes made them in whatever order. One of a
  /// name that no recording has stays as it is.
  /// - Parameters:
  ///   - statuses: the recordings to join, in any order.
  ///   - names: the tables to join.
  ///   - output: the folder that holds them.
  /// - Returns: the joined tables.
  /// - Throws: `FileError`, or `CSVJoin.HeaderMismatch`.
  public static func join(
    _ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder
  ) throws -> [WrittenTable] {
    let sorted = inOrder(statuses)
    var joined: [WrittenTable] = []
    var record = (try? output.joinedTables()) ?? [:]
    for name in Set(names).sorted() {
      let tables = sorted.flatMap(\.tables).filter { $0.table == name }
      guard !tables.isEmpty else { continue }
      try CSVJoin.join(
        tables.map { output.path + "/" + $0.path }, hashes: tables.map(\.hash), into: output.mergedPath(name))
      record[name] = digest(of: name, sorted)
      joined.append(WrittenTable(table: name, path: output.mergedPath(name)))
    }
    try WholeFile.write(JSONBytes.pretty(record), to: output.joinRecordPath)
    return joined
  }

  /// The joined tables of a folder that are not of these recordings as they are, and those that are not there.
  public static func stale(_ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder) -> [String] {
    let sorted = inOrder(statuses)
    let record = (try? output.joinedTables()) ?? [:]
    let files = (try? Folder.files(below: output.path + "/merged", extensions: ["csv"])) ?? []
    let stale = files.filter { path in
      let name = String(path.dropFirst(output.path.count + "/merged/".count).dropLast(".csv".count))
      return record[name] != digest(of: name, sorted)
    }
    let missing = statuses.isEmpty ? [] : names.map(output.mergedPath).filter { !Folder.exists($0) }
    return (stale + missing).sorted()
  }

  /// What a joined table is made of.
  private static func digest(of name: String, _ sorted: [RecordingStatus]) -> ContentHash {
    let parts = sorted.flatMap { status in
      status.tables.filter { $0.table == name }.map { "\(status.recordingID)\n\($0.hash)\n" }
    }
    return ContentHash(parts.joined().utf8)
  }

  private static func inOrder(_ statuses: [RecordingStatus]) -> [RecordingStatus] {
    statuses.sorted { $0.recordingID.utf8.lexicographicallyPrecedes($1.recordingID.utf8) }
  }
}

extension OutputFolder {
  var joinRecordPath: String { path + "/_meta/merged.json" }

  /// What the joined tables were made of, by name.
  func joinedTables() throws -> [String: ContentHash] {
    try JSONDecoder().decode([String: ContentHash].self, from: Data(WholeFile.read(joinRecordPath)))
  }
}
