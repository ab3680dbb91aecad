/// The header before each page: `PageHeader` with the header of its type.
struct PageHeader {
  var type: Int32 = -1
  var uncompressedSize = 0
  var compressedSize = 0
  var checksum: UInt32?
  var valueCount = 0
  var encoding: Int32 = -1
  /// Of a data page of version 1: how its definition levels are encoded.
  var levelEncoding = PageEncoding.rle.rawValue
  /// Of a data page of version 2: bytes of its levels, which are never compressed.
  var definitionSize = 0
  var repetitionSize = 0
  var isCompressed = true

  init(_ reader: inout ThriftReader) throws {
    try reader.structure { reader, id, kind in
      switch id {
      case 1: type = try reader.int32(kind)
      case 2: uncompressedSize = try reader.count(kind)
      case 3: compressedSize = try reader.count(kind)
      case 4: checksum = UInt32(bitPattern: try reader.int32(kind))
      case 5: try readVersion1(&reader, kind)
      case 7: try readDictionary(&reader, kind)
      case 8: try readVersion2(&reader, kind)
      default: try reader.skip(kind)
      }
    }
  }

  private mutating func readVersion1(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: valueCount = try reader.count(kind)
      case 2: encoding = try reader.int32(kind)
      case 3: levelEncoding = try reader.int32(kind)
      default: try reader.skip(kind)
      }
    }
  }

  private mutating func readDictionary(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: valueCount = try reader.count(kind)
      case 2: encoding = try reader.int32(kind)
      default: try reader.skip(kind)
      }
    }
  }

  private mutating func readVersion2(_ reader: inout ThriftReader, _ kind: ThriftReader.Kind) throws {
    try reader.structure(kind) { reader, id, kind in
      switch id {
      case 1: valueCount = try reader.count(kind)
      case 4: encoding = try reader.int32(kind)
      case 5: definitionSize = try reader.count(kind)
      case 6: repetitionSize = try reader.count(kind)
      case 7: isCompressed = try reader.bool(kind)
      default: try reader.skip(kind)
      }
    }
  }
}
