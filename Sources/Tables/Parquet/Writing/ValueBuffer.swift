/// The present values of a column chunk in the making.
protocol ValueBuffer {
  /// Number of present values.
  var count: Int { get }
  /// Takes rows of a column, and notes for each whether its value is present: 1, else 0.
  ///
  /// The values are of the buffer's own type: the writer has checked it.
  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8])
  /// Least and largest value as statistics hold them; nil where there are none.
  ///
  /// - Parameter distinct: positions among which all distinct values are, if they are known.
  func bounds(among distinct: [Int]?) -> ValueBounds?
  /// A dictionary that makes the chunk smaller; nil if none does.
  func dictionary() -> ValueDictionary?
  /// Appends values as the encoding `PLAIN` has them.
  func appendPlain(_ range: Range<Int>, to bytes: inout [UInt8])
  /// Appends single values as the encoding `PLAIN` has them.
  func appendPlain(_ positions: [Int], to bytes: inout [UInt8])
  /// The most values from `start` that `PLAIN` holds in `size` bytes, at least one.
  func prefix(from start: Int, within size: Int) -> Int
  mutating func removeAll()
}

/// The least and the largest value, as statistics hold them.
struct ValueBounds {
  var least: [UInt8]
  var largest: [UInt8]
}

/// A column chunk in the making: which rows have a value, and the values.
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

  mutating func removeAll() {
    levels.removeAll(keepingCapacity: true)
    values.removeAll()
  }
}
