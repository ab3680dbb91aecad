import Glibc
import SPBasics
import SPTables

/// An error for a table that would replace a file not written by a run.
struct PathOccupied: Error, Hashable, CustomStringConvertible {
  /// The table's file.
  let path: String

  /// What is there, and how to solve it.
  var description: String {
    "\(path): cannot be written: the file there is not a table of swingpipe, perhaps a recording; expected another "
      + "output folder, or another \"folder\" of the writer"
  }
}

extension OutputFolder {
  /// Rejects replacing a recording by an HDF5 table, which has the same extension.
  ///
  /// A file that cannot be opened may be a recording that is damaged or still being written; only the records of this
  /// folder distinguish it from a damaged table.
  /// - Parameter recorded: the tables that the last run wrote, by their paths in the folder.
  /// - Throws: ``PathOccupied``.
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
