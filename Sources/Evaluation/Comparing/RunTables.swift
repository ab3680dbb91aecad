import SPBasics
import SPBatches
import SPTables

/// The tables of swings that a run left in its output folder, one per recording.
public struct RunTables: Sendable {
  /// The output folder, as given.
  public let folder: String
  /// The table of each recording, by the recording's name.
  public let paths: [String: String]
  /// Warnings about the folder, one line each.
  public let warnings: [String]
  /// The error where all tables are left out; nil if one is compared.
  let fault: TableError?

  /// Looks for the tables in an output folder.
  /// - Throws: `FileError` or `TableError` for a folder that is not an output folder with tables of swings.
  public init(_ folder: String) throws {
    guard Folder.exists(folder) else {
      throw FileError(path: folder, operation: "read the output folder", code: FileError.missing)
    }
    guard Folder.isFolder(folder) else {
      throw TableError(path: folder, "is not a folder; expected an output folder of swingpipe run")
    }
    guard let files = try TableFiles.onePerRecording(in: folder, named: "swings") else {
      throw TableError(
        path: folder,
        "holds no tables of swings, one per recording in swings/; expected an output folder of swingpipe run")
    }
    self.folder = folder
    let named = files.current.map { (TableFiles.name(of: $0), $0) }
    paths = Dictionary(named, uniquingKeysWith: { first, _ in first })
    warnings = files.warnings
    fault = files.fault(of: folder, named: "swings")
  }
}
