/// The footer's entry for a column chunk. Positions are counted from the chunk's first byte.
struct ColumnChunkSummary {
  var valueCount = 0
  var nullCount = 0
  var bounds: ValueBounds?
  /// The position of the first data page; the dictionary page, if any, is at the chunk's beginning.
  var dataOffset = 0
  var hasDictionary = false
  var dictionaryPages = 0
  var plainPages = 0
  /// Whether the footer omits the statistics of the chunk and the counts of its pages.
  var isBrief = false
  /// The sizes with the pages' headers, before and after compression.
  var uncompressedSize = 0
  var compressedSize = 0
}

/// Makes the pages of a column chunk: a dictionary if it makes the chunk smaller, then data pages of version 1, which
/// every reader knows.
struct ColumnChunkEncoder {
  /// The largest number of rows in a page, as in Arrow's writer.
  private static let rowsPerPage = 20_000
  /// The most bytes of plain values in a page, unless a single value takes more.
  private static let pageSize = 1 << 20

  private let compressor: PageCompressor
  private let write: ([UInt8]) throws -> Void
  /// Pages that are not written yet, as long as they are small: most chunks are written at once.
  private var waiting: [UInt8] = []
  private static let mostWaiting = 1 << 16
  private(set) var summary = ColumnChunkSummary()

  /// Encodes the rows of a column, and passes on the bytes of a page at a time.
  /// - Parameters:
  ///   - levels: For each row, 1 if its value is present, else 0.
  ///   - values: The present values.
  ///   - isBrief: Whether the chunk has only values: no dictionary and no statistics.
  ///   - compressor: Compresses each page.
  ///   - write: Takes the bytes of the pages and their headers, in order.
  /// - Throws: `PageCompressor.Failure`, `PageTooLarge` for a text that no page can contain, or the errors of `write`.
  init(
    levels: [UInt8], values: any ChunkValues, isBrief: Bool, compressor: PageCompressor,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.compressor = compressor
    self.write = write
    summary.valueCount = levels.count
    summary.nullCount = levels.count - values.count
    summary.isBrief = isBrief
    let dictionary = isBrief ? nil : values.dictionary()
    let isComplete = dictionary?.indices.count == values.count
    if !isBrief { summary.bounds = values.bounds(among: isComplete ? dictionary?.firsts : nil) }
    if let dictionary { try appendDictionaryPage(dictionary, of: values) }
    summary.dataOffset = summary.compressedSize
    let indexed = dictionary?.indices.count ?? 0
    var row = 0
    var value = 0
    while row < levels.count {
      // Missing values after the last value count as indexed: readers check whether all pages of a chunk are indexed.
      let isIndexed = value < indexed || isComplete
      let most = isIndexed ? indexed - value : values.prefix(from: value, within: Self.pageSize)
      let page = Self.page(levels, from: row, values: most)
      let positions = value..<value + page.values
      var body = Self.encoded(levels[page.rows])
      if isIndexed, let dictionary {
        Self.appendIndices(dictionary, positions, to: &body)
      } else {
        values.appendPlain(positions, to: &body)
      }
      try appendDataPage(body, rows: page.rows.count, isIndexed: isIndexed)
      row = page.rows.upperBound
      value = positions.upperBound
    }
    if !waiting.isEmpty { try write(waiting) }
    waiting = []
  }

  /// The rows of the page that begins at `start` and has at most `most` values, and the number of its values.
  ///
  /// Missing values after the last value that fits belong to the same page, so that they do not begin another.
  private static func page(_ levels: [UInt8], from start: Int, values most: Int) -> (rows: Range<Int>, values: Int) {
    var row = start
    var count = 0
    let end = min(start + rowsPerPage, levels.count)
    while row < end {
      if levels[row] == 1 {
        guard count < most else { break }
        count += 1
      }
      row += 1
    }
    return (start..<row, count)
  }

  /// The beginning of a page of version 1: the size of its definition levels, and the levels.
  private static func encoded(_ levels: ArraySlice<UInt8>) -> [UInt8] {
    var body: [UInt8] = [0, 0, 0, 0]
    levels.withUnsafeBufferPointer { RunLengthEncoder.append($0, bitWidth: 1, to: &body) }
    withUnsafeBytes(of: UInt32(body.count - 4).littleEndian) { body.replaceSubrange(0..<4, with: $0) }
    return body
  }

  private static func appendIndices(_ dictionary: ValueDictionary, _ range: Range<Int>, to body: inout [UInt8]) {
    body.append(UInt8(dictionary.bitWidth))
    dictionary.indices[range].withUnsafeBufferPointer {
      RunLengthEncoder.append($0, bitWidth: dictionary.bitWidth, to: &body)
    }
  }

  private mutating func appendDictionaryPage(_ dictionary: ValueDictionary, of values: any ChunkValues) throws {
    var body: [UInt8] = []
    values.appendPlain(dictionary.firsts, to: &body)
    summary.hasDictionary = true
    try append(body, .dictionary) {
      $0.field(7) {
        $0.field(1, Int32(dictionary.firsts.count))
        $0.field(2, PageEncoding.plain.rawValue)
      }
    }
  }

  private mutating func appendDataPage(_ body: [UInt8], rows: Int, isIndexed: Bool) throws {
    if isIndexed { summary.dictionaryPages += 1 } else { summary.plainPages += 1 }
    try append(body, .data) {
      $0.field(5) {
        $0.field(1, Int32(rows))
        $0.field(2, (isIndexed ? PageEncoding.rleDictionary : .plain).rawValue)
        $0.field(3, PageEncoding.rle.rawValue)
        $0.field(4, PageEncoding.rle.rawValue)
      }
    }
  }

  private mutating func append(_ body: [UInt8], _ type: PageType, header: (inout ThriftWriter) -> Void) throws {
    guard body.count <= PageTooLarge.largest else { throw PageTooLarge(size: body.count) }
    let packed = try compressor.compress(body)
    var thrift = ThriftWriter()
    thrift.structure {
      $0.field(1, type.rawValue)
      $0.field(2, Int32(body.count))
      $0.field(3, Int32(packed.count))
      $0.field(4, Int32(bitPattern: packed.withUnsafeBytes(PageChecksum.of)))
      header(&$0)
    }
    waiting += thrift.bytes
    if waiting.count + packed.count < Self.mostWaiting {
      waiting += packed
    } else {
      try write(waiting)
      try write(packed)
      waiting.removeAll()
    }
    summary.uncompressedSize += thrift.bytes.count + body.count
    summary.compressedSize += thrift.bytes.count + packed.count
  }
}

/// An error for a page that is too large, because of a single long text.
struct PageTooLarge: Error {
  var size: Int
  /// The largest page, in bytes. Sizes have 31 bits; the margin is for pages that compression makes longer.
  static let largest = 1 << 30
}
