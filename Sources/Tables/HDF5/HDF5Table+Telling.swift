import SPHDF5

/// Distinguishes tables from recordings, which are HDF5 files with the same extension.
extension HDF5Table {
  /// The kind of content of a file with the name of an HDF5 table.
  public enum Content: Hashable, Sendable {
    /// A table that swingpipe wrote.
    case table
    /// A table that another program wrote.
    case foreignTable
    /// HDF5, but not a table: usually a recording.
    case other
    /// A file that cannot be opened: damaged, of another kind, or missing.
    case unreadable
  }

  /// The kind of content of a file, found without reading its data.
  public static func content(of path: String) -> Content {
    guard let file = try? File(opening: path), let hasFormat = try? file.attributes.contains("format") else {
      return .unreadable
    }
    if hasFormat, let format = try? file.attributes.string("format") {
      if format == HDF5TableAttributes.format { return .table }
      if format == HDF5TableAttributes.recordingFormat { return .other }
    }
    return (try? HDF5TableSearch(file, path: path)) == nil ? .other : .foreignTable
  }
}

extension TableFile {
  /// Whether a file in a folder of tables should be read as one: its extension is a table's, and it is not a recording.
  /// A file that cannot be opened counts, so that reading it reports the fault.
  public static func isCandidate(_ path: String) -> Bool {
    guard let format = TableFormat(path: path) else { return false }
    return format != .hdf5 || HDF5Table.content(of: path) != .other
  }
}
