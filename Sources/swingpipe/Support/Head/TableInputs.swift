import Files
import JSON
import Pipelines
import Tables

/// The tables that the inputs of a command stand for, which are read as one.
enum TableInputs {
  /// The files of inputs, in the order given; of a folder those right in it, by name.
  /// - Throws: `FileError` for what is not there or cannot be read, ``TableRows/Fault`` for a folder without tables.
  static func files(_ inputs: [String]) throws -> [String] {
    try inputs.flatMap { input in
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return Folder.isFolder(input) ? try tables(in: input) : [input]
    }
  }

  /// The main table of a run and the columns of it that matter most.
  struct MainTable {
    let path: String
    let columns: [String]
    /// How to see the rest; nil where there is none.
    let note: String?
  }

  /// What a run's output folder is shown by; nil for any other input, and where no table of the run was joined.
  static func mainTable(of input: String) -> MainTable? {
    guard Folder.isFolder(input) else { return nil }
    let output = OutputFolder(input)
    guard let table = output.dictionaries().main, let row = table.row else { return nil }
    let path = TableFormat.allCases.map { output.mergedPath(table.table, $0) }.first(where: Folder.exists)
    guard let path, let stored = try? TableFile.read(path, columns: [], rows: 0) else { return nil }
    // Moments as a video shows them, where the table has them.
    let moments = stored.hasColumn(StartColumn.name) ? [StartColumn.name] : [row.timeColumn, row.endColumn]
    let wanted =
      (["recording_id", row.indexColumn] + moments + [row.groups?.column]).compactMap(\.self)
      + row.columns.map(\.name)
    var columns: [String] = []
    for name in wanted where stored.hasColumn(name) && !columns.contains(name) { columns.append(name) }
    let note =
      "\(path): \(columns.count) of \(stored.columnNames.count) columns; all: swingpipe head " + path.shellWord
    return MainTable(path: path, columns: columns, note: columns.count < stored.columnNames.count ? note : nil)
  }

  /// What to say of a folder of a run's output that also holds tables of recordings that the last run was not about.
  ///
  /// The plan alone is asked, which takes no longer than reading one table.
  /// - Parameter paths: the tables that all inputs stand for.
  static func warning(ofLeftoversIn folder: String, among paths: [String]) -> String? {
    guard Folder.isFolder(folder) else { return nil }
    let (parent, name) = Folder.split(folder)
    guard name != "merged", let plan = try? OutputFolder(parent).plan() else { return nil }
    let planned = Set(plan.items.map { RecordingFileName($0.recordingID).text })
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let leftovers = paths.filter { $0.hasPrefix(root) && !planned.contains(TableFiles.name(of: $0)) }
    guard let first = leftovers.first else { return nil }
    let others = leftovers.count > 1 ? " and \(counted(leftovers.count - 1, "other table"))" : ""
    return
      "\(first)\(others): of no recording of the last run into \(parent), whose rows alone are in \(parent)/merged/"
      + "\(name).\(TableFormat(path: first)?.fileExtension ?? "")"
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
    throw TableRows.Fault(description: "\(folder): holds no tables right in it; \(advice)")
  }
}

/// The rows of several tables of equal columns, one table after another.
struct TableRows {
  /// Columns that the tables do not have, or tables that do not go together.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// How much was read.
  struct Extent {
    /// Rows that were given.
    var rows = 0
    /// Rows that there are; nil where that would have to be found out.
    var total: Int?
    /// Whether there are more rows than were given.
    var hasMore = false
  }

  let paths: [String]
  /// How many rows to give; nil for all.
  let limit: Int?
  /// The columns to give; nil for all.
  let columns: [String]?

  /// Gives the tables in turn, typed, of each only what is wanted, and always the first.
  /// - Throws: ``Fault``, `FileError` or `TableError`.
  func forEach(_ body: (StoredTable, _ columns: [String]) throws -> Void) throws -> Extent {
    var extent = Extent(total: 0)
    var first: StoredTable?
    for path in paths {
      let left = limit.map { $0 - extent.rows }
      // Past the last row that is wanted all that is left to know is whether there is another.
      let isPast = left == 0 && first != nil
      if isPast, extent.hasMore { break }
      let table = try TableFile.read(path, columns: isPast ? [] : columns.map(Set.init), rows: isPast ? 1 : left)
      if let first { try check(table, against: first) } else { try check(table) }
      first = first ?? table
      extent.total = extent.total.flatMap { total in table.totalRowCount.map { total + $0 } }
      if isPast {
        extent.hasMore = table.rowCount > 0
        continue
      }
      extent.rows += table.rowCount
      extent.hasMore = table.totalRowCount != table.rowCount
      try body(table.typed(by: DataDictionary.forTable(at: path)?.columns ?? []), columns ?? table.columnNames)
    }
    if extent.hasMore, paths.count > 1 { extent.total = nil }
    return extent
  }

  private func check(_ table: StoredTable) throws(Fault) {
    for name in columns ?? [] where !table.hasColumn(name) {
      let advice = NearestName.advice(
        name, in: table.columnNames, otherwise: "\"swingpipe head --schema\" lists its columns")
      throw Fault(description: "--columns: \(table.path) has no column \"\(name)\"; \(advice)")
    }
  }

  private func check(_ table: StoredTable, against first: StoredTable) throws(Fault) {
    guard table.columnNames != first.columnNames else { return }
    throw Fault(
      description: """
        \(table.path) has other columns than \(first.path); expected tables of one kind: name one, or a folder of them
        """)
  }
}
