/// Reads the pages of a column chunk.
struct ColumnChunkDecoder<Value: StoredValue> {
  /// The values; nil for each missing value.
  private(set) var values: [Value?] = []

  private let isOptional: Bool
  private let codec: Int32
  private let rowCount: Int
  private var dictionary: [Value]?

  /// Reads all values of a chunk.
  ///
  /// - Parameters:
  ///   - chunk: the chunk's bytes.
  ///   - codec: how its pages are compressed.
  ///   - isOptional: whether values can be missing.
  ///   - rowCount: the number of rows.
  /// - Throws: `ParquetFault`.
  init(_ chunk: [UInt8], codec: Int32, isOptional: Bool, rowCount: Int) throws {
    self.isOptional = isOptional
    self.codec = codec
    self.rowCount = rowCount
    // The capacity is reserved at once, after a check that it fits: growing would take up to three times as much
    // memory.
    values.reserveCapacity(rowCount)
    var cursor = ByteCursor(chunk)
    while values.count < rowCount {
      guard cursor.count > 0 else { throw ParquetFault.damaged("it has fewer values than rows") }
      var reader = ThriftReader(cursor)
      let header = try PageHeader(&reader)
      cursor = reader.cursor
      let page = try cursor.take(header.compressedSize)
      if let checksum = header.checksum, page.withUnsafeBytes(PageChecksum.of) != checksum {
        throw ParquetFault.damaged("the checksum of a page does not match")
      }
      switch PageType(rawValue: header.type) {
      case .dictionary: try readDictionary(header, page)
      case .data: try readVersion1(header, page)
      case .dataVersion2: try readVersion2(header, page)
      default: break
      }
    }
  }

  private mutating func readDictionary(_ header: PageHeader, _ page: ByteCursor) throws {
    guard dictionary == nil else { throw ParquetFault.damaged("a column has two dictionaries") }
    var content = ByteCursor(
      try PageDecompressor.decompress(page, codec: codec, size: header.uncompressedSize))
    dictionary = try Value.decode(&content, count: header.valueCount, encoding: .plain)
  }

  private mutating func readVersion1(_ header: PageHeader, _ page: ByteCursor) throws {
    try checkCount(header)
    var content = ByteCursor(
      try PageDecompressor.decompress(page, codec: codec, size: header.uncompressedSize))
    var levels: [UInt32]?
    if isOptional {
      guard header.levelEncoding == PageEncoding.rle.rawValue else {
        throw ParquetFault("has levels in an encoding of before 2014; expected RLE, so write it with a newer program")
      }
      var part = try content.take(Int(try content.number(UInt32.self)))
      levels = try RunLengthDecoder.decode(&part, bitWidth: 1, count: header.valueCount)
    }
    try append(header, levels: levels, &content)
  }

  private mutating func readVersion2(_ header: PageHeader, _ page: ByteCursor) throws {
    try checkCount(header)
    var page = page
    _ = try page.take(header.repetitionSize)
    var part = try page.take(header.definitionSize)
    let levels = isOptional ? try RunLengthDecoder.decode(&part, bitWidth: 1, count: header.valueCount) : nil
    let size = header.uncompressedSize - header.repetitionSize - header.definitionSize
    guard size >= 0 else { throw ParquetFault.damaged("a page's levels are larger than the page") }
    // A page without values has nothing to decompress, and some writers put nothing there.
    var content =
      header.isCompressed && page.count > 0
      ? ByteCursor(try PageDecompressor.decompress(page, codec: codec, size: size)) : page
    try append(header, levels: levels, &content)
  }

  private func checkCount(_ header: PageHeader) throws {
    guard header.valueCount <= rowCount - values.count else {
      throw ParquetFault.damaged("it has more values than rows")
    }
  }

  private mutating func append(_ header: PageHeader, levels: [UInt32]?, _ content: inout ByteCursor) throws {
    let count = levels.map { $0.count { $0 == 1 } } ?? header.valueCount
    let present = try present(header, count: count, &content)
    guard present.count == count else { throw ParquetFault.damaged("it has fewer values than rows") }
    guard let levels, count < levels.count else {
      values.append(contentsOf: present.lazy.map(Optional.some))
      return
    }
    var next = 0
    for level in levels {
      values.append(level == 1 ? present[next] : nil)
      if level == 1 { next += 1 }
    }
  }

  private func present(_ header: PageHeader, count: Int, _ content: inout ByteCursor) throws -> [Value] {
    guard count > 0 else { return [] }
    let encoding = PageEncoding(rawValue: header.encoding)
    if encoding == .rleDictionary || encoding == .plainDictionary {
      guard let dictionary else { throw ParquetFault.damaged("a column has indices and no dictionary") }
      let bitWidth = Int(try content.byte())
      let indices = try RunLengthDecoder.decode(&content, bitWidth: bitWidth, count: count)
      return try indices.map { index in
        guard index < dictionary.count else { throw ParquetFault.damaged("an index points past its dictionary") }
        return dictionary[Int(index)]
      }
    }
    if let encoding, let values = try Value.decode(&content, count: count, encoding: encoding) { return values }
    let name = encoding.map { "\($0)" } ?? "number \(header.encoding)"
    throw ParquetFault(
      "is encoded as \(name); expected plain values, a dictionary, differences, or values split by bytes")
  }
}
