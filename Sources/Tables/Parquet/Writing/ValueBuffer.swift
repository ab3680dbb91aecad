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
