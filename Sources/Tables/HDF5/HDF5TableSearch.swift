import SPBasics
import SPHDF5

/// Finds the table in an HDF5 file; the errors describe the content of a file without a table.
struct HDF5TableSearch {
  /// The name of the table.
  let name: String
  /// The dataset of the table.
  let dataset: Dataset
  /// The columns of the table.
  let columns: [HDF5Column]
  /// Number of rows.
  let rowCount: Int

  /// Searches a file.
  /// - Throws: ``TableError`` for a file without a table, `HDF5Error` for a file that cannot be read.
  init(_ file: File, path: String) throws {
    let isOurs = try Self.isOurs(file, path)
    name = try isOurs ? file.attributes.string("table") : Self.onlyDataset(in: file, path)
    dataset = try file.openDataset(name)
    guard case .compound = dataset.elementType else {
      throw Self.noTable(path, "it holds \"\(name)\", which is not a list of rows with columns")
    }
    let members = try dataset.members()
    let shape = try dataset.shape
    guard shape.count == 1 else { throw Self.noTable(path, "its rows lie in \(shape.count) dimensions, not in one") }
    rowCount = shape[0]
    if isOurs {
      guard let columns = try HDF5TableAttributes.columns(of: dataset, storedAs: members) else {
        throw TableError(path: path, "is damaged: its columns are not those that its attribute \"columns\" describes")
      }
      self.columns = columns
    } else {
      columns = members.map { HDF5Column($0) }
    }
    var names: Set<String> = []
    if let twice = members.first(where: { !names.insert($0.name).inserted }) {
      throw TableError(path: path, column: twice.name, "appears twice; expected names that differ")
    }
  }

  /// Whether the attributes of the file say that `HDF5Table` wrote it.
  private static func isOurs(_ file: File, _ path: String) throws -> Bool {
    // An attribute of this name by another program is ignored.
    guard try file.attributes.contains("format"), let format = try? file.attributes.string("format") else {
      return false
    }
    if format == HDF5TableAttributes.recordingFormat {
      throw TableError(path: path, "is a recording, not a table; expected a table that was made from recordings")
    }
    if format == WindowFile.format {
      throw TableError(path: path, "has windows of samples, not the rows of a table; expected a table")
    }
    guard format == HDF5TableAttributes.format else { return false }
    let version = try file.attributes.number("format_version", as: Int64.self)
    guard version == HDF5TableAttributes.formatVersion else {
      throw TableError(
        path: path,
        "is a table of format version \(version); expected \(HDF5TableAttributes.formatVersion): a newer swingpipe reads it"
      )
    }
    return true
  }

  /// The only object at the root of a file that another program wrote.
  private static func onlyDataset(in file: File, _ path: String) throws -> String {
    let children = try file.children()
    if let only = children.first, children.count == 1, only.kind == .dataset { return only.name }
    guard !children.isEmpty else { throw noTable(path, "it is empty") }
    let names = children.prefix(3).map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw noTable(path, "it holds \(names)\(children.count > 3 ? " and more" : ""): a recording, perhaps")
  }

  private static func noTable(_ path: String, _ found: String) -> TableError {
    TableError(path: path, "is not a table: \(found); expected one dataset of compounds, one per row")
  }

  /// Converts an error of HDF5. A missing file or an error of the system becomes a `FileError`. Another error after
  /// which a retry may succeed stays as it is. All other errors become a ``TableError`` with the same text.
  static func failure(_ error: HDF5Error, _ path: String) -> any Error {
    if error.kind == .noSuchFile { return FileError(path: path, operation: "open", code: FileError.missing) }
    if let code = error.systemCode { return FileError(path: path, operation: error.operation, code: code) }
    if error.isWorthRetrying { return error }
    let text = error.description
    let prefix = path + ": "
    return TableError(path: path, text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
  }
}
