/// Writes Apache Thrift's compact protocol, in which Parquet stores its metadata.
///
/// The fields of a structure must be written in ascending order of their ids. Source: the Thrift project, "Thrift
/// Compact protocol".
struct ThriftWriter {
  /// Types of fields and of elements of lists.
  enum Kind: UInt8 {
    case stop = 0
    case booleanTrue = 1
    case booleanFalse = 2
    case int8 = 3
    case int16 = 4
    case int32 = 5
    case int64 = 6
    case double = 7
    case binary = 8
    case list = 9
    case set = 10
    case map = 11
    case structure = 12
  }

  /// The bytes written.
  private(set) var bytes: [UInt8] = []
  private var lastID: Int16 = 0

  mutating func field(_ id: Int16, _ value: Bool) { header(id, value ? .booleanTrue : .booleanFalse) }

  mutating func field(_ id: Int16, _ value: Int32) {
    header(id, .int32)
    zigzag(Int64(value))
  }

  mutating func field(_ id: Int16, _ value: Int64) {
    header(id, .int64)
    zigzag(value)
  }

  mutating func field(_ id: Int16, _ value: [UInt8]) {
    header(id, .binary)
    binary(value)
  }

  mutating func field(_ id: Int16, _ value: String) { field(id, Array(value.utf8)) }

  mutating func field(_ id: Int16, _ values: [Int32]) {
    list(id, of: .int32, count: values.count)
    for value in values { zigzag(Int64(value)) }
  }

  mutating func field(_ id: Int16, _ values: [String]) {
    list(id, of: .binary, count: values.count)
    for value in values { binary(Array(value.utf8)) }
  }

  /// Writes a structure, whose fields `body` writes.
  mutating func field(_ id: Int16, _ body: (inout ThriftWriter) -> Void) {
    header(id, .structure)
    structure(body)
  }

  /// Writes a list of structures, whose fields `body` writes.
  mutating func field<Element>(
    _ id: Int16, _ elements: [Element], _ body: (inout ThriftWriter, Element) -> Void
  ) {
    list(id, of: .structure, count: elements.count)
    for element in elements { structure { body(&$0, element) } }
  }

  /// Writes the fields of a structure with `body`, and the mark of their end.
  mutating func structure(_ body: (inout ThriftWriter) -> Void) {
    let outer = lastID
    lastID = 0
    body(&self)
    bytes.append(Kind.stop.rawValue)
    lastID = outer
  }

  private mutating func header(_ id: Int16, _ kind: Kind) {
    let step = id - lastID
    lastID = id
    if (1...15).contains(step) {
      bytes.append(UInt8(step) << 4 | kind.rawValue)
    } else {
      bytes.append(kind.rawValue)
      zigzag(Int64(id))
    }
  }

  private mutating func list(_ id: Int16, of kind: Kind, count: Int) {
    header(id, .list)
    if count < 15 {
      bytes.append(UInt8(count) << 4 | kind.rawValue)
    } else {
      bytes.append(0xF0 | kind.rawValue)
      bytes.appendVarint(UInt64(count))
    }
  }

  private mutating func binary(_ value: [UInt8]) {
    bytes.appendVarint(UInt64(value.count))
    bytes += value
  }

  private mutating func zigzag(_ value: Int64) { bytes.appendVarint(UInt64(bitPattern: value << 1 ^ value >> 63)) }
}

extension [UInt8] {
  /// Appends a number in groups of seven bits, the least significant first (ULEB128).
  mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number's bytes, the least significant first.
  mutating func appendLittleEndian<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
