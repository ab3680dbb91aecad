import SPBasics
import SPHDF5

/// Tables as HDF5 files: a compound dataset at the root, which has a member per column and an element per row.
///
/// h5py, pandas' `read_hdf` (through PyTables) and MATLAB's `h5read` read the dataset as a table.
///
/// - Booleans are stored as int8, 0 or 1. A missing value is -1.
/// - Integers keep their type. A missing value is the least number of the type.
/// - Floating-point numbers keep their type. A missing value is NaN.
/// - Strings are UTF-8 with the length of the longest text, at least 1 byte, padded with NUL. A missing value is `nan`.
/// - Timestamps are int64, microseconds since 1970-01-01T00:00:00Z. A missing value is the least number, NumPy's NaT.
///
/// pandas also stores `nan` for a missing text, and reads `nan` as missing. If a column contains the missing value as
/// an ordinary value, another value is used. It is the next larger number that the column does not contain, or the
/// first such text of `nan~`, `nan~~` and so on. An empty text, a zero and a missing value therefore always differ. The
/// missing value, unit and meaning of each column are attributes of the dataset (`HDF5TableReader` needs only
/// `columns`). The root has `format`, `format_version` and `table`, the dataset's name.
///
/// A file contains no time and nothing about the machine, so equal tables make equal bytes.
package enum HDF5Table {
  /// Extension of the files, without dot.
  package static let fileExtension = "h5"

  /// Makes the bytes of a file with a table.
  /// - Parameters:
  ///   - table: the table, of at least one column.
  ///   - name: the name of the dataset, and of the table in errors.
  /// - Throws: ``TableError`` for a table without columns, names that are empty or not unique, and texts with a NUL;
  ///   `HDF5Error`.
  package static func encode(_ table: FeatureTable, name: String) throws -> [UInt8] {
    var layout = HDF5TableLayout(table.schema, path: name)
    try layout.include(table)
    return try File.image(named: name, format: .checksummed) { file in
      let writer = try HDF5TableWriter(file, name: name, layout: layout)
      try writer.append(table)
      try writer.finish()
    }
  }

  /// Writes the rows of many tables with the same columns as one table. The rows are written a chunk at a time, so that
  /// memory does not grow with the number of tables.
  ///
  /// For all rows together, `encode(_:name:)` makes the same bytes, however the rows are divided.
  /// - Parameters:
  ///   - name: the name of the dataset.
  ///   - schema: the columns.
  ///   - pending: the file, which the caller makes appear.
  ///   - tables: visits the tables in order. It is called twice, first for the lengths of the texts and then for the
  ///     rows, and has to visit the same tables both times.
  /// - Throws: ``TableError`` as in `encode(_:name:)`, and for tables with other columns or that change in between;
  ///   `HDF5Error` or `FileError` for a file that cannot be written; the errors of `tables`.
  package static func write(
    _ name: String, schema: [ColumnDescription], to pending: borrowing PendingFile,
    tables: (_ visit: (FeatureTable) throws -> Void) throws -> Void
  ) throws {
    var layout = HDF5TableLayout(schema, path: pending.path)
    try tables { try layout.include($0) }
    let file = try File(creating: pending.temporaryPath, format: .checksummed, shownAs: pending.path)
    let writer = try HDF5TableWriter(file, name: name, layout: layout)
    try tables { try writer.append($0) }
    try writer.finish()
    try file.close()
  }

  /// Reads a table from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  ///   - columns: the columns to keep; nil for all.
  /// - Throws: ``TableError`` as in `HDF5TableReader`.
  package static func decode(_ bytes: [UInt8], path: String, columns: Set<String>? = nil) throws -> StoredTable {
    try HDF5TableReader(bytes, path: path).stored(columns)
  }
}

/// Distinguishes tables from recordings, which are HDF5 files with the same extension.
extension HDF5Table {
  /// The kind of content of a file with the name of an HDF5 table.
  package enum Content: Hashable, Sendable {
    /// A table that swingpipe wrote.
    case table
    /// The samples around events: see `WindowFile`.
    case windows
    /// A table that another program wrote.
    case foreignTable
    /// HDF5, but not a table: usually a recording.
    case other
    /// A file that cannot be opened: damaged, of another kind, or missing.
    case unreadable

    /// Whether swingpipe wrote the file, and may replace it.
    package var isResult: Bool { self == .table || self == .windows }
  }

  /// The kind of content of a file, found without reading its data.
  package static func content(of path: String) -> Content {
    guard let file = try? File(opening: path), let hasFormat = try? file.attributes.contains("format") else {
      return .unreadable
    }
    if hasFormat, let format = try? file.attributes.string("format") {
      if format == HDF5TableAttributes.format { return .table }
      if format == WindowFile.format { return .windows }
      if format == HDF5TableAttributes.recordingFormat { return .other }
    }
    return (try? HDF5TableSearch(file, path: path)) == nil ? .other : .foreignTable
  }
}

extension TableFile {
  /// Whether a file in a folder of tables should be read as a table: its extension is a table's, and it has no
  /// recording or windows.
  /// A file that cannot be opened counts, so that reading it reports the fault.
  package static func isCandidate(_ path: String) -> Bool {
    guard let format = TableFormat(path: path) else { return false }
    return format != .hdf5 || ![.other, .windows].contains(HDF5Table.content(of: path))
  }
}
