import Files
import Pipelines
import Tables

/// The tables of swings that a run left in its output folder, one a recording.
struct RunTables {
  /// The output folder, as it was given.
  let folder: String
  /// The table of each recording, by the recording's name.
  let paths: [String: String]
  /// What odd there is about the folder, a line each.
  let warnings: [String]

  /// Looks for the tables in an output folder.
  /// - Throws: `FileError` or `TableError` for what is no output folder with tables of swings.
  init(_ folder: String) throws {
    guard Folder.exists(folder) else {
      throw FileError(path: folder, operation: "read the output folder", code: FileError.missing)
    }
    guard Folder.isFolder(folder) else {
      throw TableError(path: folder, "is no folder; expected an output folder of swingpipe run")
    }
    let found = try Self.tables(in: folder)
    self.folder = folder
    paths = found.paths
    warnings = TableFiles.warnings(ofStale: found.stale)
  }

  /// Which table belongs to which recording: the one place that knows how output folders are laid out.
  private static func tables(in folder: String) throws -> (paths: [String: String], stale: [String]) {
    guard let files = try TableFiles.onePerRecording(in: folder, named: "swings") else {
      throw TableError(
        path: folder,
        "holds no tables of swings, one a recording in swings/; expected an output folder of swingpipe run")
    }
    let named = files.current.map { (TableFiles.name(of: $0), $0) }
    return (Dictionary(named, uniquingKeysWith: { first, _ in first }), files.stale)
  }
}
