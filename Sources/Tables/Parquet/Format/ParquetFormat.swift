/// Constants of the Parquet format, from its definition `parquet.thrift` (version 2.10).
enum ParquetFormat {
  /// The bytes at the beginning and end of a file.
  static let magic = Array("PAR1".utf8)
  /// The version of the format in the footer: dictionaries of `PLAIN` values with `RLE_DICTIONARY` indices.
  static let version: Int32 = 2
  /// The version of this writer's layout of a table: its pages, row groups and metadata. Readers use it to work around
  /// faults of writers, so it changes with the layout and not with the program.
  static let writerVersion = "1.0.0"
  /// The name of the writer in files, in the form that parquet-mr and Arrow parse: name, version and build.
  static let createdBy = "swingpipe version \(writerVersion) (build 0)"
  /// The most rows of a row group, as in Arrow's writer.
  static let mostRowsPerGroup = 1 << 26
  /// `FieldRepetitionType`.
  static let required: Int32 = 0
  static let optional: Int32 = 1
  static let repeated: Int32 = 2
}

/// How values are stored: `Type`.
enum PhysicalType: Int32 {
  case boolean = 0
  case int32 = 1
  case int64 = 2
  case int96 = 3
  case float = 4
  case double = 5
  case byteArray = 6
  case fixedLengthByteArray = 7
}

/// How the values of a page are encoded: `Encoding`.
enum PageEncoding: Int32 {
  case plain = 0
  case plainDictionary = 2
  case rle = 3
  case bitPacked = 4
  case deltaBinaryPacked = 5
  case deltaLengthByteArray = 6
  case deltaByteArray = 7
  case rleDictionary = 8
  case byteStreamSplit = 9
}

/// The content of a page: `PageType`.
enum PageType: Int32 {
  case data = 0
  case index = 1
  case dictionary = 2
  case dataVersion2 = 3
}

/// How pages are compressed: `CompressionCodec`.
enum PageCodec: Int32 {
  case uncompressed = 0
  case snappy = 1
  case gzip = 2
  case lzo = 3
  case brotli = 4
  case lz4 = 5
  case zstd = 6
  case lz4Raw = 7
}

/// The meaning of values in the older form, which all readers know: `ConvertedType`.
enum ConvertedType: Int32 {
  case utf8 = 0
  case enumeration = 4
  case decimal = 5
  case date = 6
  case timeMilliseconds = 7
  case timeMicroseconds = 8
  case timestampMilliseconds = 9
  case timestampMicroseconds = 10
  case uint8 = 11
  case uint16 = 12
  case uint32 = 13
  case uint64 = 14
  case int8 = 15
  case int16 = 16
  case int32 = 17
  case int64 = 18
  case json = 19
}
