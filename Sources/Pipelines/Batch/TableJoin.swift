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
  /// - Throws: what `TableMerge.join` throws.
  public static func join(
    _ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder
  ) throws -> [WrittenTable] {
    let sorted = inOrder(statuses)
    var joined: [WrittenTable] = []
    var record = (try? output.joinedTables()) ?? [:]
    for name in Set(names).sorted() {
      let tables = sorted.flatMap(\.tables).filter { $0.table == name }
      guard !tables.isEmpty else { continue }
      guard let format = TableFormat(path: tables[0].path) else { continue }
      let path = output.mergedPath(name, format)
      try output.requireReplaceable(path)
      try TableMerge.join(
        tables.map { TableMerge.Part(path: output.path + "/" + $0.path, hash: $0.hash) }, name: name, as: format,
        into: path)
      output.removeOtherFormats(of: path)
      record[name] = digest(of: name, sorted)
      joined.append(WrittenTable(table: name, path: path))
    }
    try WholeFile.write(JSONBytes.pretty(record), to: output.joinRecordPath)
    return joined
  }

  /// The joined tables of a folder that are not of these recordings as they are, and those that are not there.
  public static func stale(_ statuses: [RecordingStatus], _ names: [String], in output: OutputFolder) -> [String] {
    let sorted = inOrder(statuses)
    let record = (try? output.joinedTables()) ?? [:]
    let extensions = Set(TableFormat.allCases.map(\.fileExtension))
    let files = (try? Folder.files(below: output.path + "/merged", extensions: extensions)) ?? []
    let stale = files.filter { path in
      let file = path.utf8.dropFirst(output.path.utf8.count + "/merged/".utf8.count)
      let name = String(decoding: file[..<(file.lastIndex(of: UInt8(ascii: ".")) ?? file.endIndex)], as: UTF8.self)
      return record[name] != digest(of: name, sorted)
    }
    let missing = names.compactMap { name -> String? in
      guard let table = sorted.lazy.flatMap(\.tables).first(where: { $0.table == name }) else { return nil }
      let path = TableFormat(path: table.path).map { output.mergedPath(name, $0) }
      return path.flatMap { Folder.exists($0) ? nil : $0 }
    }
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
