/// The present values of a column chunk.
protocol ChunkValues {
  /// Number of present values.
  var count: Int { get }
  /// The least and the largest value for statistics; nil without values, or if a text is too long.
  ///
  /// - Parameter distinct: the positions of all distinct values, if known.
  func bounds(among distinct: [Int]?) -> ValueBounds?
  /// A dictionary that makes the chunk smaller; nil if no dictionary does.
  func dictionary() -> ValueDictionary?
  /// Appends a range of values in the encoding `PLAIN`.
  func appendPlain(_ range: Range<Int>, to bytes: inout [UInt8])
  /// Appends the values at some positions in the encoding `PLAIN`.
  func appendPlain(_ positions: [Int], to bytes: inout [UInt8])
  /// The largest number of values from `start` that take at most `size` bytes in `PLAIN`, at least one.
  func prefix(from start: Int, within size: Int) -> Int
}

/// The present values of a column chunk that is being built.
protocol ValueBuffer: ChunkValues {
  /// Appends rows of a column, and for each row a level: 1 if its value is present, else 0.
  ///
  /// The values must be of the buffer's own type, which the writer checks.
  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8])
  /// Makes room for exactly `count` values, which take `size` bytes in the encoding `PLAIN`.
  mutating func reserve(_ count: Int, size: Int)
  /// Appends values that are in the encoding `PLAIN`.
  mutating func append(plain bytes: [UInt8], count: Int)
  mutating func removeAll()
}

/// The least and the largest value, as bytes in statistics.
struct ValueBounds {
  var least: [UInt8]
  var largest: [UInt8]
}

/// A column chunk that is being built: which rows have a value, and the values.
struct ColumnBuffer {
  let description: ColumnDescription
  /// For each row, 1 if its value is present, else 0: the definition levels.
  private(set) var levels: [UInt8] = []
  private(set) var values: any ValueBuffer

  init(_ description: ColumnDescription) {
    self.description = description
    switch description.type {
    case .boolean: values = BooleanBuffer()
    case .int32: values = Int32Buffer()
    case .int64, .timestamp: values = Int64Buffer()
    case .float32: values = FloatBuffer()
    case .float64: values = DoubleBuffer()
    case .string: values = StringBuffer()
    }
  }

  mutating func append(_ column: ColumnValues, rows: Range<Int>) {
    values.append(column, rows: rows, levels: &levels)
  }

  /// Makes room for rows, and for `count` present values that take `size` bytes in the encoding `PLAIN`.
  mutating func reserve(rows: Int, values count: Int, size: Int) {
    levels.reserveCapacity(rows)
    values.reserve(count, size: size)
  }

  /// Appends rows by their levels, and their present values in the encoding `PLAIN`.
  mutating func append(levels more: [UInt8], plain bytes: [UInt8], count: Int) {
    levels += more
    values.append(plain: bytes, count: count)
  }

  mutating func removeAll() {
    levels.removeAll(keepingCapacity: true)
    values.removeAll()
  }
}

/// Truth values, which `PLAIN` packs eight to a byte, the first in the lowest bit.
struct BooleanBuffer: ValueBuffer {
  private var flags: [Bool] = []

  var count: Int { flags.count }

  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8]) {
    guard case .boolean(let column) = values else { return }
    flags.reserve(rows.count)
    levels.reserve(rows.count)
    for value in column[rows] {
      levels.append(value == nil ? 0 : 1)
      if let value { flags.append(value) }
    }
  }

  func bounds(among distinct: [Int]?) -> ValueBounds? {
    guard !flags.isEmpty else { return nil }
    return ValueBounds(least: [flags.contains(false) ? 0 : 1], largest: [flags.contains(true) ? 1 : 0])
  }

  /// Never makes a dictionary: an index cannot be shorter than the one bit of a value.
  func dictionary() -> ValueDictionary? { nil }

  func appendPlain(_ range: Range<Int>, to bytes: inout [UInt8]) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      var byte: UInt8 = 0
      for position in start..<min(start + 8, range.upperBound) where flags[position] { byte |= 1 << (position - start) }
      bytes.append(byte)
    }
  }

  func appendPlain(_ positions: [Int], to bytes: inout [UInt8]) {
    for position in positions { bytes.append(flags[position] ? 1 : 0) }
  }

  mutating func reserve(_ count: Int, size: Int) { flags.reserveCapacity(count) }

  mutating func append(plain bytes: [UInt8], count: Int) {
    for position in 0..<count { flags.append(bytes[position / 8] >> (position % 8) & 1 == 1) }
  }

  func prefix(from start: Int, within size: Int) -> Int { max(1, min(count - start, size * 8)) }

  mutating func removeAll() { flags.removeAll(keepingCapacity: true) }
}
