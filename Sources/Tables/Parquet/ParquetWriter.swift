import SPBasics

/// Writes a Parquet table from front to back, in memory that does not grow with the number of rows.
///
/// The columns are all optional and flat. The file's metadata has their descriptions (``ColumnDescription``); pandas
/// shows them as `df.attrs["units"]` and `df.attrs["columns"]`. Missing values are nulls, and so are NaN and infinity,
/// on which readers disagree. The bytes depend only on the rows, the columns and the options, and not on how the rows
/// were divided. Pages have checksums. Source: the Parquet format, version 2.10.
package final class ParquetWriter {
  /// The most bytes of texts held in memory; when they are reached, a row group of fewer rows is written.
  private static let mostTextBytes = 64 << 20

  private let footer: FooterEncoder
  private let options: ParquetOptions
  private let write: ([UInt8]) throws -> Void
  private let compressor: PageCompressor

  /// The folder for rows that wait until their row group is complete; nil keeps the rows in memory.
  private let waitingFolder: String?
  private var waiting: WaitingRows?
  /// While other rows wait in a file: the most rows in memory, and the most bytes of their texts.
  private static let (mostRowsInMemory, mostTextBytesInMemory) = (2048, 1 << 20)

  /// The rows in memory.
  private var columns: [ColumnBuffer]
  /// The rows of the row group, in memory or not.
  private var bufferedRows = 0
  private var bufferedTextBytes = 0
  /// The bytes of the texts that wait in a file.
  private var waitingTextBytes = 0
  private var groups: [WrittenRowGroup] = []
  private var position: Int64 = 0
  private var isClosed = false

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - table: The table's name, for its metadata and for errors.
  ///   - columns: The descriptions of the columns, in order. Their names differ.
  ///   - options: The layout.
  ///   - waitingFolder: The folder for rows that wait until their row group is complete. Nil keeps the rows in memory.
  ///   - write: Takes the file's bytes, one block after another.
  /// - Throws: ``TableError`` for a name that two columns have, or the errors of `write`.
  package init(
    table: String, columns: [ColumnDescription], options: ParquetOptions = ParquetOptions(),
    waitingFolder: String? = nil, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    var seen: Set<String> = []
    if let twice = columns.first(where: { !seen.insert($0.name).inserted }) {
      throw TableError(path: table, column: twice.name, "appears twice; expected names that differ")
    }
    self.options = options
    self.waitingFolder = waitingFolder
    self.write = write
    self.columns = columns.map(ColumnBuffer.init)
    compressor = PageCompressor(options.codec)
    footer = FooterEncoder(
      table: table, columns: columns, codec: compressor.codec, describesColumns: options.describesColumns)
    try put(ParquetFormat.magic)
  }

  /// Begins a table in a file, which stays open after `close()`.
  /// - Throws: ``TableError`` for a name that two columns have, or `FileError`.
  package convenience init(
    output: OutputFile, table: String, columns: [ColumnDescription], options: ParquetOptions = ParquetOptions(),
    waitingFolder: String? = nil
  ) throws {
    try self.init(table: table, columns: columns, options: options, waitingFolder: waitingFolder) {
      try output.write($0)
    }
  }

  /// Adds rows; full row groups are written.
  ///
  /// - Parameter rows: a table whose columns have the names and types of the writer's columns, in the same order.
  /// - Throws: ``TableError`` for other columns and after `close()`, or the errors of writing.
  package func append(_ rows: FeatureTable) throws {
    try requireOpen()
    try check(rows)
    var row = 0
    while row < rows.rowCount {
      let end = endOfGroup(rows, from: row)
      for (index, column) in rows.columns.enumerated() { columns[index].append(column.values, rows: row..<end) }
      bufferedRows += end - row
      row = end
      if bufferedRows >= options.rowsPerGroup || bufferedTextBytes >= Self.mostTextBytes { try flush() }
    }
    let isMuch = bufferedTextBytes - waitingTextBytes >= Self.mostTextBytesInMemory
    if isMuch || (columns.first?.levels.count ?? 0) >= Self.mostRowsInMemory { try moveOut() }
  }

  /// Moves the rows in memory to a file, if there is a folder for it.
  private func moveOut() throws {
    guard let waitingFolder else { return }
    var rows = try waiting ?? WaitingRows(in: waitingFolder, columns: columns.count)
    try rows.take(from: &columns)
    waiting = rows
    waitingTextBytes = bufferedTextBytes
  }

  /// Writes the remaining rows, and the footer, without which the file is not a table.
  /// - Throws: ``TableError`` the second time, or the errors of writing.
  package func close() throws {
    try requireOpen()
    isClosed = true
    if bufferedRows > 0 { try flush() }
    var end = try footer.encode(groups)
    end.appendLittleEndian(UInt32(end.count))
    end += ParquetFormat.magic
    try put(end)
  }

  /// Throws an error after `close()`: data after the footer would make the file unreadable.
  private func requireOpen() throws {
    guard isClosed else { return }
    throw TableError(path: footer.table, "is written to its end and takes no more rows; expected them before")
  }

  private func check(_ rows: FeatureTable) throws {
    for (expected, found) in zip(footer.columns, rows.columns) {
      let found = found.description
      guard found.name == expected.name, found.type == expected.type else {
        throw TableError(
          path: footer.table, column: found.name,
          "of type \(found.type) cannot be appended; expected column \"\(expected.name)\" of type \(expected.type)")
      }
    }
    guard rows.columns.count == footer.columns.count else {
      throw TableError(
        path: footer.table, "cannot take rows of \(rows.columns.count) columns; expected \(footer.columns.count)")
    }
  }

  /// The end of the part of `rows` that belongs to the row group of row `start`. A row group ends when it has its most
  /// rows or its texts reach their most bytes. Both depend only on the rows, not on how many of them are appended at
  /// once. The method also adds the bytes of the texts to `bufferedTextBytes`.
  private func endOfGroup(_ rows: FeatureTable, from start: Int) -> Int {
    let end = min(rows.rowCount, start + options.rowsPerGroup - bufferedRows)
    let texts = rows.columns.compactMap { column in
      if case .string(let texts) = column.values { texts } else { nil }
    }
    guard !texts.isEmpty else { return end }
    for row in start..<end {
      for column in texts { bufferedTextBytes += column[row]?.utf8.count ?? 0 }
      if bufferedTextBytes >= Self.mostTextBytes { return row + 1 }
    }
    return end
  }

  private func flush() throws {
    if waiting != nil { try moveOut() }
    var chunks: [WrittenChunk] = []
    for index in columns.indices {
      let offset = position
      chunks.append(WrittenChunk(summary: try encode(index), offset: offset))
      columns[index].removeAll()
    }
    waiting = nil
    groups.append(WrittenRowGroup(rowCount: bufferedRows, chunks: chunks))
    bufferedRows = 0
    (bufferedTextBytes, waitingTextBytes) = (0, 0)
  }

  /// Writes the pages of a column.
  private func encode(_ index: Int) throws -> ColumnChunkSummary {
    let column = columns[index]
    do {
      guard let waiting else { return try encode(column.levels, column.values) }
      if let (levels, texts) = try waiting.texts(index, column.description) {
        let summary = try encode(levels, texts)
        if let failure = texts.failure { throw failure }
        return summary
      }
      let whole = try waiting.column(index, column.description)
      return try encode(whole.levels, whole.values)
    } catch let error as PageTooLarge {
      throw TableError(
        path: footer.table, column: column.description.name,
        "has a text of \(error.size) bytes; Parquet holds texts of at most \(PageTooLarge.largest)")
    } catch let error as PageCompressor.Failure {
      throw TableError(
        path: footer.table, column: column.description.name, "cannot be compressed: \(error.reason)")
    }
  }

  private func encode(_ levels: [UInt8], _ values: any ChunkValues) throws -> ColumnChunkSummary {
    try ColumnChunkEncoder(
      levels: levels, values: values, isBrief: options.isBrief(rows: levels.count), compressor: compressor, write: put
    ).summary
  }

  private func put(_ bytes: [UInt8]) throws {
    try write(bytes)
    position += Int64(bytes.count)
  }
}
