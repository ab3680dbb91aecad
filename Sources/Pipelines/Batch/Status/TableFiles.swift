import Files
import Tables

/// The files of one of a run's tables in its output folder.
public struct TableFiles: Hashable, Sendable {
  /// The files of finished recordings, or the joined one.
  public var current: [String]
  /// Files left from earlier runs.
  public var stale: [String]

  /// The tables for an input: the table itself, or those of a folder.
  ///
  /// A folder gives the first of these that it has: the tables in its subfolder with the table's name; the joined table
  /// in `merged`; a table of that name in the folder itself; all tables directly in it.
  /// - Parameters:
  ///   - input: a table or a folder.
  ///   - table: the table's name, `swings`.
  /// - Throws: `FileError` for a path that does not exist or cannot be read, `TableError` for a folder
  ///   without tables.
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
    if let tables = try onePerRecording(in: input, named: table) { return (tables.current, tables.stale) }
    let folder = withSlash(input)
    for place in ["merged/\(table).", "\(table)."] {
      let files = TableFormat.allCases.map { folder + place + $0.fileExtension }.filter(Folder.exists)
      if let joined = files.first { return ([joined], []) }
    }
    let tables = try tables(in: folder)
    guard !tables.isEmpty else {
      throw TableError(
        path: input, "holds no table of \(table); expected an output folder of swingpipe run, or a folder of its tables"
      )
    }
    return (tables, [])
  }

  /// The tables in an output folder, one per recording, as in `swings/`; nil if it has none.
  ///
  /// Tables of finished recordings are current; the others are left from earlier runs.
  /// - Throws: `FileError` for a folder that cannot be read.
  public static func onePerRecording(
    in output: String, named table: String
  ) throws -> (current: [String], stale: [String])? {
    let folder = withSlash(output)
    guard Folder.isFolder(folder + table) else { return nil }
    let tables = try tables(in: folder + table + "/")
    guard !tables.isEmpty else { return nil }
    guard let written = lastWritten(table, in: folder) else { return (tables, []) }
    return (tables.filter { written.contains(name(of: $0)) }, tables.filter { !written.contains(name(of: $0)) })
  }

  /// The name of a file without its extension, which is the recording's (see `RecordingFileName`).
  public static func name(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return String(Substring(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]))
  }

  /// Messages about tables that are not current, one line each.
  public static func warnings(ofStale paths: [String]) -> [String] {
    guard let first = paths.first else { return [] }
    let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other table"))" : ""
    return ["\(first)\(others) left out: not of a recording that the last run into that folder finished"]
  }

  private static func withSlash(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

  /// The file names of the finished recordings in the last run's plan; nil if no run left its records.
  private static func lastWritten(_ table: String, in folder: String) -> Set<String>? {
    let output = OutputFolder(String(folder.dropLast()))
    guard let plan = try? output.plan() else { return nil }
    let resumption = Resumption(of: try? output.target(), in: output, checksInputs: false)
    let done = plan.items.map(resumption.decision).filter(\.isUpToDate).compactMap(\.previous)
    return Set(done.flatMap(\.tables).filter { $0.table == table }.map { name(of: $0.path) })
  }

  private static func tables(in folder: String) throws -> [String] {
    try Folder.files(below: folder, extensions: TableFile.extensions).filter {
      !$0.utf8.dropFirst(folder.utf8.count).contains(UInt8(ascii: "/")) && TableFile.isCandidate($0)
    }
  }
}
