/// The parts of a file's footer, the structure `FileMetaData`, that tables need.
struct FileMetadata {
  var schema: [SchemaElement] = []
  var rowCount = 0
  var groups: [RowGroupMetadata] = []
  var texts: [String: String] = [:]

  /// Reads a footer.
  /// - Throws: `ParquetFault`.
  init(_ bytes: [UInt8]) throws {
    var reader = ThriftReader(ByteCursor(bytes))
    try reader.structure { reader, id, kind in
      switch id {
      case 2: schema = try reader.list(kind) { try SchemaElement(&$0, $1) }
      case 3: rowCount = try reader.count(kind)
      case 4: groups = try reader.list(kind) { try RowGroupMetadata(&$0, $1) }
      case 5:
        for (key, text) in try reader.list(kind, Self.keyValue) where texts[key] == nil { texts[key] = text }
      default: try reader.skip(kind)
      }
    }
    var sum = 0
    for group in groups {
      let (next, overflow) = sum.addingReportingOverflow(group.rowCount)
      guard !overflow else { throw ParquetFault.damaged("its row groups have more rows than there can be") }
      sum = next
    }
    guard sum == rowCount else {
      throw ParquetFault.damaged("its row groups have \(sum) rows in all, but it states \(rowCount)")
    }
  }

  private static func keyValue(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws -> (String, String) {
    var (key, text) = ("", "")
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: key = try reader.text(kind)
      case 2: text = try reader.text(kind)
      default: try reader.skip(kind)
      }
    }
    return (key, text)
  }
}

/// A node of the schema's tree, which is stored as a list, parents before their children.
struct SchemaElement {
  var type: PhysicalType?
  var repetition = ParquetFormat.required
  var name = ""
  var childCount = 0
  var converted: ConvertedType?
  /// The member of the union `LogicalType`, by its id; nil if the file does not state it.
  var logical: Int16?
  /// Of a `TIMESTAMP`: the member of the union `TimeUnit`, by its id.
  var timeUnit: Int16 = 0
  /// Of an `INTEGER`.
  var bitWidth = 0
  var isSigned = true

  init(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: type = PhysicalType(rawValue: try reader.int32(kind))
      case 3: repetition = try reader.int32(kind)
      case 4: name = try reader.text(kind)
      case 5: childCount = try reader.count(kind)
      case 6: converted = ConvertedType(rawValue: try reader.int32(kind))
      case 10: try readLogical(&reader, kind)
      default: try reader.skip(kind)
      }
    }
  }

  private mutating func readLogical(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, member, kind in
      logical = member
      try reader.structure(kind) { reader, id, kind in
        switch (member, id) {
        case (8, 2):
          try reader.structure(kind) { reader, unit, kind in
            timeUnit = unit
            try reader.skip(kind)
          }
        case (10, 1): bitWidth = Int(try reader.int64(kind))
        case (10, 2): isSigned = try reader.bool(kind)
        default: try reader.skip(kind)
        }
      }
    }
  }
}

/// A row group: `RowGroup`.
struct RowGroupMetadata {
  var chunks: [ColumnChunkMetadata] = []
  var rowCount = 0

  init(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: chunks = try reader.list(kind) { try ColumnChunkMetadata(&$0, $1) }
      case 3: rowCount = try reader.count(kind)
      default: try reader.skip(kind)
      }
    }
  }
}

/// Where the values of a column of a row group are: `ColumnChunk` with its `ColumnMetaData`.
struct ColumnChunkMetadata {
  var isElsewhere = false
  var isEncrypted = false
  var type: Int32 = -1
  var codec: Int32 = 0
  var valueCount = 0
  var compressedSize = 0
  var dataOffset = 0
  var dictionaryOffset = 0

  init(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: isElsewhere = !(try reader.text(kind)).isEmpty
      case 3: try readColumn(&reader, kind)
      case 8:
        isEncrypted = true
        try reader.skip(kind)
      default: try reader.skip(kind)
      }
    }
  }

  private mutating func readColumn(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: type = try reader.int32(kind)
      case 4: codec = try reader.int32(kind)
      case 5: valueCount = try reader.count(kind)
      case 7: compressedSize = try reader.count(kind)
      case 9: dataOffset = try reader.count(kind)
      case 11: dictionaryOffset = try reader.count(kind)
      default: try reader.skip(kind)
      }
    }
  }
}
