import Files
import Pipelines
import Tables

/// Where the tables of swings lie in the output folder of a run.
enum SwingTableFiles {
  /// The tables that an input stands for: itself, or those of a folder.
  ///
  /// An output folder of a run gives its `swings/`, or else its joined table of swings; any other folder the tables
  /// right in it.
  /// - Throws: `FileError` for what is not there or cannot be read, `TableError` for a folder without tables.
  static func of(_ input: String) throws -> (current: [String], stale: [String]) {
    guard Folder.isFolder(input) else {
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return ([input], [])
    }
    if let tables = try OutputFolder(input).tables(named: "swings") { return tables }
    let folder = input.hasSuffix("/") ? input : input + "/"
    for place in ["merged/swings.", "swings."] {
      let files = TableFormat.allCases.map { folder + place + $0.fileExtension }.filter(Folder.exists)
      if let joined = files.first { return ([joined], []) }
    }
    let tables = try TableFile.files(directlyIn: folder)
    guard !tables.isEmpty else {
      throw TableError(
        path: input, "holds no table of swings; expected an output folder of swingpipe run, or a folder of its tables")
    }
    return (tables, [])
  }
}
