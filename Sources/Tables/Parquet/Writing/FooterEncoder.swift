/// A column chunk that was written, and its position.
struct WrittenChunk {
  var summary: ColumnChunkSummary
  /// The position of the chunk's first page in the file.
  var offset: Int64
}

/// A row group that was written.
struct WrittenRowGroup {
  var rowCount: Int
  var chunks: [WrittenChunk]
}

/// Makes the footer, the structure `FileMetaData`: the schema, the positions of the pages, and the table's metadata.
struct FooterEncoder {
  let table: String
  let columns: [ColumnDescription]
  let codec: PageCodec
  /// Whether the footer has more about the columns than names, types and units.
  let describesColumns: Bool

  /// The structure's bytes.
  func encode(_ groups: [WrittenRowGroup]) throws -> [UInt8] {
    let texts = try FooterTexts.of(table, describesColumns ? columns : columns.map(\.withoutTexts))
    let none = columns.map { _ in [(key: String, value: String)]() }
    // Only the first row group has the metadata of its columns; repeating it in all would make readers slower.
    let metadata = describesColumns ? columns.map(TableAttributes.chunkMetadata) : none
    var thrift = ThriftWriter()
    thrift.structure {
      $0.field(1, ParquetFormat.version)
      appendSchema(to: &$0)
      $0.field(3, Int64(groups.reduce(0) { $0 + $1.rowCount }))
      $0.field(4, Array(groups.enumerated())) { thrift, group in
        append(group.element, metadata: group.offset == 0 ? metadata : none, to: &thrift)
      }
      Self.append([(TableAttributes.key, texts.attributes), (PandasTypes.key, texts.types)], id: 5, to: &$0)
      $0.field(6, ParquetFormat.createdBy)
      let hasStatistics = groups.contains { $0.chunks.contains { !$0.summary.isBrief } }
      // Values of each column have the order that its type defines. Without this field, readers ignore statistics.
      if hasStatistics || describesColumns { $0.field(7, columns) { thrift, _ in thrift.field(1) { _ in } } }
    }
    return thrift.bytes
  }

  private func appendSchema(to thrift: inout ThriftWriter) {
    let root: [ColumnDescription?] = [nil]
    thrift.field(2, root + columns) { element, column in
      guard let column else {
        element.field(4, "schema")
        element.field(5, Int32(columns.count))
        return
      }
      element.field(1, column.type.physicalType.rawValue)
      element.field(3, ParquetFormat.optional)
      element.field(4, column.name)
      switch column.type {
      case .string:
        element.field(6, ConvertedType.utf8.rawValue)
        element.field(10) { $0.field(1) { _ in } }
      case .timestamp:
        element.field(6, ConvertedType.timestampMicroseconds.rawValue)
        element.field(10) {
          $0.field(8) {
            $0.field(1, true)
            $0.field(2) { $0.field(2) { _ in } }
          }
        }
      default: break
      }
    }
  }

  private func append(
    _ group: WrittenRowGroup, metadata: [[(key: String, value: String)]], to thrift: inout ThriftWriter
  ) {
    thrift.field(1, Array(columns.indices)) { thrift, index in
      thrift.field(2, Int64(0))
      thrift.field(3) { append(group.chunks[index], columns[index], metadata: metadata[index], to: &$0) }
    }
    thrift.field(2, group.chunks.reduce(Int64(0)) { $0 + Int64($1.summary.uncompressedSize) })
    thrift.field(3, Int64(group.rowCount))
    thrift.field(5, group.chunks.first?.offset ?? 0)
    thrift.field(6, group.chunks.reduce(Int64(0)) { $0 + Int64($1.summary.compressedSize) })
  }

  /// The structure `ColumnMetaData`.
  private func append(
    _ chunk: WrittenChunk, _ column: ColumnDescription, metadata: [(key: String, value: String)],
    to thrift: inout ThriftWriter
  ) {
    let summary = chunk.summary
    var encodings: [PageEncoding] = [.plain, .rle]
    if summary.hasDictionary { encodings.append(.rleDictionary) }
    thrift.field(1, column.type.physicalType.rawValue)
    thrift.field(2, encodings.map(\.rawValue))
    thrift.field(3, [column.name])
    thrift.field(4, codec.rawValue)
    thrift.field(5, Int64(summary.valueCount))
    thrift.field(6, Int64(summary.uncompressedSize))
    thrift.field(7, Int64(summary.compressedSize))
    if !metadata.isEmpty { Self.append(metadata, id: 8, to: &thrift) }
    thrift.field(9, chunk.offset + Int64(summary.dataOffset))
    if summary.hasDictionary { thrift.field(11, chunk.offset) }
    guard !summary.isBrief else { return }
    thrift.field(12) { Self.appendStatistics(summary, to: &$0) }
    thrift.field(13, Self.pageCounts(summary)) { thrift, pages in
      thrift.field(1, pages.type.rawValue)
      thrift.field(2, pages.encoding.rawValue)
      thrift.field(3, Int32(pages.count))
    }
  }

  private static func appendStatistics(_ summary: ColumnChunkSummary, to thrift: inout ThriftWriter) {
    thrift.field(3, Int64(summary.nullCount))
    guard let bounds = summary.bounds else { return }
    thrift.field(5, bounds.largest)
    thrift.field(6, bounds.least)
    thrift.field(7, true)
    thrift.field(8, true)
  }

  /// The counts of pages by kind, from which readers know whether a dictionary has all values.
  private static func pageCounts(
    _ summary: ColumnChunkSummary
  ) -> [(type: PageType, encoding: PageEncoding, count: Int)] {
    let counts: [(type: PageType, encoding: PageEncoding, count: Int)] = [
      (.dictionary, .plain, summary.hasDictionary ? 1 : 0),
      (.data, .rleDictionary, summary.dictionaryPages),
      (.data, .plain, summary.plainPages),
    ]
    return counts.filter { $0.count > 0 }
  }

  private static func append(_ pairs: [(key: String, value: String)], id: Int16, to thrift: inout ThriftWriter) {
    thrift.field(id, pairs) { thrift, pair in
      thrift.field(1, pair.key)
      thrift.field(2, pair.value)
    }
  }
}

extension ColumnType {
  /// How Parquet stores values of this type.
  var physicalType: PhysicalType {
    switch self {
    case .boolean: .boolean
    case .int32: .int32
    case .int64, .timestamp: .int64
    case .float32: .float
    case .float64: .double
    case .string: .byteArray
    }
  }
}
