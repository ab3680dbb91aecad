import Files

import Tables

/// Where the files of one of a run's tables lie in its output folder.
public struct TableFiles: Hashable, Sendable {
  /// Those of the recordings that are done, or the joined one.
  public var current: [String]
  /// Those that are left from earlier runs.
  public var stale: [String]

  /// The tables that an input stands for: itself, or those of a folder.
  ///
  /// An output folder of a run gives the folder of the table, or else its joined table; any other folder the tables right
  /// in it.
  /// - Parameters:
  ///   - input: a table or a folder.
  ///   - table: the table's name, `swings`.
  /// - Throws: `FileError` for what is not there or cannot be read, `TableError` for a folder without tables.
  public init(of input: String, named table: String) throws {
    (current, stale) = try Self.files(of: input, table)
  }

  private static func files(of input: String, _ table: String) throws -> ([String], [String]) {
    guard Folder.isFolder(input) else {
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return ([input], [])
    }
    if let tables = try OutputFolder(input).tables(named: table) { return tables }
    let folder = input.hasSuffix("/") ? input : input + "/"
    for place in ["merged/\(table).", "\(table)."] {
      let files = TableFormat.allCases.map { folder + place + $0.fileExtension }.filter(Folder.exists)
      if let joined = files.first { return ([joined], []) }
    }
    let tables = try TableFile.files(directlyIn: folder)
    guard !tables.isEmpty else {
      throw TableError(
        path: input, "holds no table of \(table); expected an output folder of swingpipe run, or a folder of its tables")
    }
    return (tables, [])
  }
}
