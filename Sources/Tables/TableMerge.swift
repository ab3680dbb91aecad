import SPBasics

/// Joins tables with equal columns into one table, a part at a time, so that memory does not grow with their number.
/// It joins files of windows in the same way.
package enum TableMerge {
  /// A table that is to be joined with others.
  package struct Part: Hashable, Sendable {
    /// The file of the table.
    package var path: String
    /// The hash of the expected content; nil to accept any.
    package var hash: ContentHash?

    /// Names a table.
    package init(path: String, hash: ContentHash? = nil) {
      self.path = path
      self.hash = hash
    }

    /// Reads the content of the file.
    /// - Throws: `FileError`, or `Replaced`.
    func read() throws -> [UInt8] {
      let bytes = try WholeFile.read(path)
      if let hash, ContentHash(bytes) != hash { throw Replaced(path: path) }
      return bytes
    }

    /// Copies the file, a block at a time.
    /// - Throws: `FileError`, or `Replaced`.
    func copy(to destination: String) throws -> NewFile {
      let input = try InputFile(path)
      let copy = try NewFile(at: destination) { file in
        let output = try OutputFile(file)
        for start in stride(from: 0, to: input.size, by: 1 << 20) {
          try output.write(input.read(start..<min(input.size, start + 1 << 20)))
        }
        try output.close()
      }
      guard copy.hash == hash else { throw Replaced(path: path) }
      return copy
    }
  }

  /// An error for a table with other columns, or of another format, than the first table.
  package struct ColumnsDiffer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The table that cannot be joined.
    package var path: String
    /// The table that it was compared with.
    package var first: String

    /// One line with the names of both tables.
    package var description: String {
      "\(path): cannot be joined: its columns differ from those of \(first); expected tables of one pipeline"
    }
  }

  /// An error for a table whose content is not as expected, since another program replaced it.
  package struct Replaced: RetryClassified, Hashable, CustomStringConvertible {
    /// The table.
    package var path: String

    /// Always true: the program that replaced the table will join it, or the next run will.
    package var isWorthRetrying: Bool { true }

    /// The description of the error.
    package var description: String { "\(path): cannot be joined: it was replaced meanwhile; run or merge again" }
  }

  /// Writes the rows of all tables, in the order given, as one table.
  ///
  /// - Parameters:
  ///   - parts: The tables, all of one format.
  ///   - name: The name of the table.
  ///   - format: The format of the parts, and of the joined table.
  ///   - descriptions: The descriptions of the columns, for parts that have only names, types and units.
  ///   - destination: The joined table's file.
  /// - Returns: the joined table; it appears when `WholeFile` writes it.
  /// - Throws: `ColumnsDiffer`, `WindowFile.LayoutsDiffer`, `Replaced`, ``TableError`` for a part that is damaged, or `FileError` for a file
  ///   that cannot be read or written.
  package static func join(
    _ parts: some Collection<Part>, name: String, as format: TableFormat,
    describedBy descriptions: [ColumnDescription] = [],
    into destination: String
  ) throws -> NewFile {
    if let first = parts.first {
      let itsFormat = TableFormat(path: first.path)
      if let other = parts.first(where: { TableFormat(path: $0.path) != itsFormat }) {
        throw ColumnsDiffer(path: other.path, first: first.path)
      }
      // A single table that this program wrote is copied, since joining would make the same bytes.
      let isWhole = descriptions.isEmpty || format != .parquet
      if isWhole, first.hash != nil, parts.dropFirst().isEmpty { return try first.copy(to: destination) }
    }
    return try NewFile(at: destination) { file in
      switch format {
      case .csv: try CSV.join(parts, into: file)
      case .hdf5:
        let hasWindows = parts.first.map { HDF5Table.content(of: $0.path) } == .windows
        if hasWindows { return try WindowFile.join(parts, into: file) }
        try HDF5Table.join(parts, name: name, into: file)
      case .parquet: try Parquet.join(parts, name: name, describedBy: descriptions, into: file)
      }
    }
  }
}

extension CSV {
  /// Writes the rows of all tables under one header.
  static func join(_ parts: some Collection<TableMerge.Part>, into file: borrowing PendingFile) throws {
    let output = try OutputFile(file)
    var header: (bytes: ArraySlice<UInt8>, path: String)?
    for part in parts {
      var bytes = try part.read()
      // Otherwise the last row of one table and the first of the next would become one row.
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      if let header {
        guard header.bytes == bytes[..<end] else {
          throw TableMerge.ColumnsDiffer(path: part.path, first: header.path)
        }
      } else {
        header = (bytes[..<end], part.path)
        try output.write(bytes[..<end])
      }
      try output.write(bytes[end...])
    }
    try output.close()
  }
}

extension Parquet {
  /// Writes the rows of all tables into row groups of the size in `options`, compressed like the first table that has
  /// row groups.
  static func join(
    _ parts: some Collection<TableMerge.Part>, name: String, describedBy descriptions: [ColumnDescription] = [],
    into file: borrowing PendingFile, options: ParquetOptions = ParquetOptions()
  ) throws {
    let output = try OutputFile(file)
    var writer: ParquetWriter?
    var first: (columns: [ColumnDescription], path: String)?
    for part in parts {
      let table = try ParquetFile(part.read(), path: part.path)
      let known = first ?? (table.columns, part.path)
      guard table.columns == known.columns else {
        throw TableMerge.ColumnsDiffer(path: part.path, first: known.path)
      }
      first = known
      for group in table.rowGroupSizes.indices {
        if writer == nil {
          var options = options
          options.codec = table.codecForRewriting
          writer = try ParquetWriter(
            output: output, table: name, columns: table.columns.described(by: descriptions), options: options,
            waitingFolder: Folder.split(file.path).folder)
        }
        try writer?.append(table.read(rowGroup: group))
      }
    }
    let columns = first?.columns.described(by: descriptions) ?? []
    try (writer ?? ParquetWriter(output: output, table: name, columns: columns)).close()
    try output.close()
  }
}

extension HDF5Table {
  /// Writes the rows of all tables into one dataset. The dataset stores texts with the length of the longest text, so
  /// every part is read twice.
  static func join(
    _ parts: some Collection<TableMerge.Part>, name: String, into file: borrowing PendingFile
  ) throws {
    guard let first = parts.first else { throw TableError(path: file.path, "cannot be made of no tables") }
    let schema = try HDF5TableReader(first.read(), path: first.path).schema
    try write(name, schema: schema, to: file) { visit in
      for part in parts {
        let table = try HDF5TableReader(part.read(), path: part.path)
        guard table.schema == schema else { throw TableMerge.ColumnsDiffer(path: part.path, first: first.path) }
        try table.forEachBlock(visit)
      }
    }
  }
}
