/// A column of a file: its name, and how its values are read.
struct StoredColumn {
  /// The conversion from stored values to values of a table.
  enum Conversion {
    case boolean
    case int32
    case int64
    /// Unsigned numbers of 32 bits, which need 64 bits with a sign.
    case uint32
    case uint64
    case float32
    case float64
    case string
    case milliseconds
    case microseconds
    case nanoseconds
    /// Days since 1970-01-01, which become texts.
    case date
  }

  var name: String
  /// The index of the column among the chunks of a row group.
  var leaf: Int
  var type: PhysicalType?
  var isOptional: Bool
  /// The conversion of the values; nil for an unsupported type.
  var conversion: Conversion?
  /// The name of the type, for errors.
  var typeName: String

  /// The type of the table's column.
  var columnType: ColumnType? {
    switch conversion {
    case nil: nil
    case .boolean: .boolean
    case .int32: .int32
    case .int64, .uint32, .uint64: .int64
    case .float32: .float32
    case .float64: .float64
    case .string, .date: .string
    case .milliseconds, .microseconds, .nanoseconds: .timestamp
    }
  }

  /// The columns of a schema.
  /// - Throws: `ParquetFault` for a tree that does not add up, or a name that two columns have.
  static func columns(_ schema: [SchemaElement]) throws -> [StoredColumn] {
    guard let root = schema.first else { throw ParquetFault.damaged("it has no schema") }
    var columns: [StoredColumn] = []
    var position = 1
    var leaf = 0
    var seen: Set<String> = []
    for _ in 0..<min(root.childCount, schema.count) {
      guard position < schema.count else { break }
      let element = schema[position]
      if !seen.insert(element.name).inserted {
        throw ParquetFault("appears twice; expected names that differ", column: element.name)
      }
      columns.append(StoredColumn(element, leaf: leaf))
      // The element and all of its descendants.
      var pending = 1
      while pending > 0 {
        guard position < schema.count else { throw ParquetFault.damaged("its schema ends too early") }
        let node = schema[position]
        guard node.childCount <= schema.count else { throw ParquetFault.damaged("its schema ends too early") }
        if node.childCount == 0 { leaf += 1 }
        pending += node.childCount - 1
        position += 1
      }
    }
    guard columns.count == root.childCount, position == schema.count else {
      throw ParquetFault.damaged("its schema does not add up")
    }
    return columns
  }

  private init(_ element: SchemaElement, leaf: Int) {
    name = element.name
    self.leaf = leaf
    type = element.childCount == 0 ? element.type : nil
    isOptional = element.repetition == ParquetFormat.optional
    conversion = nil
    typeName = ""
    if element.childCount > 0 {
      typeName = "nested values"
    } else if element.repetition == ParquetFormat.repeated {
      typeName = "lists"
    } else {
      (conversion, typeName) = Self.conversion(element)
    }
  }

  /// The conversion of an element's values; nil with the name of the type if it is not supported.
  private static func conversion(_ element: SchemaElement) -> (Conversion?, String) {
    switch element.type {
    case .boolean: (.boolean, "")
    case .int32: int32(element)
    case .int64: int64(element)
    case .float: (.float32, "")
    case .double: (.float64, "")
    case .byteArray: text(element)
    case .int96: (nil, "INT96 instants, an old form of them")
    case .fixedLengthByteArray: (nil, isDecimal(element) ? "decimals" : "bytes of a fixed number")
    case nil: (nil, "values of a type that is not known")
    }
  }

  private static func int32(_ element: SchemaElement) -> (Conversion?, String) {
    if isDecimal(element) { return (nil, "decimals") }
    if element.logical == 7 || element.converted == .timeMilliseconds { return (nil, "times of day") }
    if element.logical == 6 || element.converted == .date { return (.date, "") }
    let isWideUnsigned =
      element.logical == 10 ? element.bitWidth == 32 && !element.isSigned : element.converted == .uint32
    return (isWideUnsigned ? .uint32 : .int32, "")
  }

  private static func int64(_ element: SchemaElement) -> (Conversion?, String) {
    if isDecimal(element) { return (nil, "decimals") }
    if element.logical == 7 || element.converted == .timeMicroseconds { return (nil, "times of day") }
    if element.logical == 8 {
      let units: [Int16: Conversion] = [1: .milliseconds, 2: .microseconds, 3: .nanoseconds]
      return (units[element.timeUnit], "instants in a unit that is not known")
    }
    if element.converted == .timestampMilliseconds { return (.milliseconds, "") }
    if element.converted == .timestampMicroseconds { return (.microseconds, "") }
    let isUnsigned = element.logical == 10 ? !element.isSigned : element.converted == .uint64
    return (isUnsigned ? .uint64 : .int64, "")
  }

  /// Texts, and bytes without a stated meaning, which some programs write for texts.
  private static func text(_ element: SchemaElement) -> (Conversion?, String) {
    if isDecimal(element) { return (nil, "decimals") }
    let texts: Set<Int16> = [1, 4, 12]
    if let logical = element.logical { return (texts.contains(logical) ? .string : nil, "bytes") }
    return (.string, "")
  }

  private static func isDecimal(_ element: SchemaElement) -> Bool {
    element.logical == 5 || element.converted == .decimal
  }
}
