import Glibc
import SPBasics
import SPPipelines
import SPTables

extension OutputFolder {
  /// The main table of a run and its most important columns.
  package struct MainTable: Hashable, Sendable {
    /// The joined table's file.
    package let path: String
    /// The most important columns, in reading order.
    package let columns: [String]
    /// A line about the columns that are left out, with the command that shows them; nil if there are none.
    package let note: String?
  }

  /// The main table of the folder; nil if it is not an output folder, or no table of the run was joined.
  package func mainTable() -> MainTable? {
    guard Folder.isFolder(path), let table = dictionaries().main, let row = table.row else { return nil }
    let path = TableFormat.allCases.map { mergedPath(table.table, $0) }.first(where: Folder.exists)
    guard let path, let stored = try? TableFile.read(path, columns: [], rows: 0) else { return nil }
    // Times counted from the recording's start, as on a video, if the table has them.
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

  /// A message about an output folder whose run has no joined tables, with the command that helps: merge if recordings
  /// are done, or else status; nil for any other folder.
  public var unjoinedNote: String? {
    let joined = dictionaries().flatMap { table in TableFormat.allCases.map { mergedPath(table.table, $0) } }
    guard isOutput, !joined.contains(where: Folder.exists), let items = try? plan()?.items else { return nil }
    let endings = items.map { try? status(of: $0.recordingID, as: RecordingStatus.Ending.self)?.status }
    guard endings.contains(.done) else {
      let failed = endings.count { $0 == .failed }
      let state =
        failed == items.count
        ? "its run made no table, because \(failed == 1 ? "its recording" : "each of its \(failed) recordings") failed"
        : "none of its \(counted(items.count, "recording")) is done" + (failed > 0 ? ", \(failed) failed" : "")
      return "\(path): \(state); swingpipe status \(path.shellWord) shows why"
    }
    return "\(path): its run is not finished, or its tables are not joined; swingpipe merge \(path.shellWord) joins "
      + "those of the recordings that are done"
  }

  /// A message about an output folder that also holds tables of recordings outside the last run's plan.
  ///
  /// Reads only the plan, which takes no longer than reading one table.
  /// - Parameters:
  ///   - folder: the folder of one table's files.
  ///   - paths: the tables to be read, perhaps also from other folders.
  /// - Returns: a sentence; nil if there is nothing to report.
  package static func warning(ofLeftoversIn folder: String, among paths: [String]) -> String? {
    guard Folder.isFolder(folder) else { return nil }
    let (parent, name) = Folder.split(folder)
    guard name != "merged", let plan = try? OutputFolder(parent).plan() else { return nil }
    let planned = Set(plan.items.map { RecordingFileName($0.recordingID).text })
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let leftovers = paths.filter { $0.hasPrefix(root) && !planned.contains(TableFiles.name(of: $0)) }
    guard let first = leftovers.first else { return nil }
    let others = leftovers.count > 1 ? " and \(counted(leftovers.count - 1, "other table"))" : ""
    return
      "\(first)\(others): not of a recording of the last run into \(parent); the rows of that run alone are in "
      + "\(parent)/merged/\(name).\(TableFormat(path: first)?.fileExtension ?? "")"
  }

  // MARK: Formats

  /// Rejects replacing a recording by an HDF5 table, which has the same extension.
  ///
  /// A file that cannot be opened may be a recording that is damaged or still being written; only the records of this
  /// folder distinguish it from a damaged table.
  /// - Parameter recorded: the tables that the last run wrote, by their paths in the folder.
  /// - Throws: `PathOccupied`.
  func requireReplaceable(_ path: String, recorded: Set<String>) throws {
    guard TableFormat(path: path) == .hdf5, Folder.exists(path), HDF5Table.content(of: path) != .table else { return }
    if !recorded.contains(where: { self.path + "/" + $0 == path }) { throw PathOccupied(path: path) }
  }

  /// Removes a table that was written earlier in another format: a program that reads the whole folder would read both.
  ///
  /// - Parameters:
  ///   - path: the table as it is now.
  ///   - wasWritten: whether a file, given by its path in the folder, is unchanged since a run wrote it; all
  ///     others stay.
  /// - Returns: messages about files that stay, one line each.
  func removeOtherFormats(of path: String, wasWritten: (String) -> Bool) -> [String] {
    guard let format = TableFormat(path: path) else { return [] }
    let stem = String(decoding: path.utf8.dropLast(format.fileExtension.utf8.count), as: UTF8.self)
    return TableFormat.allCases.filter { $0 != format }.compactMap { other -> String? in
      let file = stem + other.fileExtension
      guard Folder.exists(file) else { return nil }
      // If tables and recordings share a folder, it may be a recording.
      if other == .hdf5, HDF5Table.content(of: file) != .table { return nil }
      guard wasWritten(String(decoding: file.utf8.dropFirst(self.path.utf8.count + 1), as: UTF8.self)) else {
        return "\(file) was kept, as it is not what a run wrote; programs that read \(path) may read it too"
      }
      return unlink(file) == 0 ? nil : "\(FileError(path: file, operation: "remove the older table"))"
    }
  }
}

/// An error for a table that would replace a file not written by a run.
struct PathOccupied: Error, Hashable, CustomStringConvertible {
  /// The table's file.
  let path: String

  /// The path, the kind of file there, and how to solve the problem.
  var description: String {
    "\(path): cannot be written: the file there is not a table of swingpipe, perhaps a recording; expected another "
      + "output folder, or another \"folder\" of the writer"
  }
}
