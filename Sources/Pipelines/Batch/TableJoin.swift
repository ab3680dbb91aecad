import Files
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
    let sorted = statuses.sorted { $0.recordingID.utf8.lexicographicallyPrecedes($1.recordingID.utf8) }
    var joined: [WrittenTable] = []
    for name in Set(names).sorted() {
      let paths = sorted.flatMap(\.tables).filter { $0.table == name }.map { output.path + "/" + $0.path }
      guard !paths.isEmpty else { continue }
      try CSVJoin.join(paths, into: output.mergedPath(name))
      joined.append(WrittenTable(table: name, path: output.mergedPath(name)))
    }
    return joined
  }
}
