import SPBasics

/// An error for tables that cannot be read together, or lack something requested.
package struct TableSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, and the expected tables.
  package let description: String
  /// The requested column that is missing; nil for any other fault.
  package let missingColumn: String?

  init(_ description: String, missingColumn: String? = nil) {
    self.description = description
    self.missingColumn = missingColumn
  }
}

extension TableFile {
  /// The files at some paths, in the order given; for a folder the tables directly in it, by name.
  /// - Parameter inputs: tables, and folders of tables.
  /// - Throws: `FileError` for a path that does not exist or cannot be read, `TableSelectionError` for a folder
  ///   without tables.
  package static func paths(of inputs: [String]) throws -> [String] {
    try inputs.flatMap { input in
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return Folder.isFolder(input) ? try tables(in: input) : [input]
    }
  }

  private static func tables(in folder: String) throws -> [String] {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    var tables: [String] = []
    var subfolders: Set<String> = []
    for path in try Folder.files(below: root, extensions: TableFile.extensions) {
      // By bytes: a combining mark at the start of a name is one Character with the slash before it.
      let parts = path.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"))
      let subfolder = parts.count > 1 ? root + (String(parts[0]) ?? "") : nil
      if let subfolder, subfolders.contains(subfolder) { continue }
      guard TableFile.isCandidate(path) else { continue }
      if let subfolder { subfolders.insert(subfolder) } else { tables.append(path) }
    }
    guard tables.isEmpty else { return tables }
    let others = subfolders.sorted().filter { !$0.hasSuffix("/_meta") }
    let advice =
      others.isEmpty
      ? "expected a table, or a folder of tables (\(TableFile.extensions.sorted().map { "." + $0 }.joined(separator: ", ")))"
      : "expected one of its folders: \(others.joined(separator: ", "))"
    throw TableSelectionError("\(folder): holds no tables directly in it; \(advice)")
  }
}
