/// Reads Apache Thrift's compact protocol, in which Parquet stores its metadata, safely from any bytes.
///
/// Source: the Thrift project, "Thrift Compact protocol".
struct ThriftReader {
  typealias Kind = ThriftWriter.Kind

  /// The deepest nesting of unknown fields, so that no file exhausts the stack.
  private static let deepest = 32

  private(set) var cursor: ByteCursor

  init(_ cursor: ByteCursor) { self.cursor = cursor }

  /// Reads a structure: `field` is called with each field's id and kind, and reads or skips its value.
  mutating func structure(_ field: (inout ThriftReader, Int16, Kind) throws -> Void) throws {
    var id: Int16 = 0
    while true {
      let header = try cursor.byte()
      let kind = try Self.kind(header & 0x0F)
      if kind == .stop { return }
      let step = Int16(header >> 4)
      if step == 0 {
        guard let long = Int16(exactly: try cursor.zigzag()) else { throw Self.unexpected }
        id = long
      } else {
        let (next, overflow) = id.addingReportingOverflow(step)
        guard !overflow else { throw Self.unexpected }
        id = next
      }
      try field(&self, id, kind)
    }
  }

  /// Reads a structure that is the value of a field or an element of a list.
  mutating func structure(
    _ kind: Kind, _ field: (inout ThriftReader, Int16, Kind) throws -> Void
  ) throws {
    guard kind == .structure else { throw Self.unexpected }
    try structure(field)
  }

  func bool(_ kind: Kind) throws -> Bool {
    guard kind == .booleanTrue || kind == .booleanFalse else { throw Self.unexpected }
    return kind == .booleanTrue
  }

  mutating func int64(_ kind: Kind) throws -> Int64 {
    switch kind {
    case .int8: Int64(Int8(bitPattern: try cursor.byte()))
    case .int16, .int32, .int64: try cursor.zigzag()
    default: throw Self.unexpected
    }
  }

  mutating func int32(_ kind: Kind) throws -> Int32 {
    guard let value = Int32(exactly: try int64(kind)) else { throw Self.unexpected }
    return value
  }

  /// Reads a number of bytes, values or rows, or a position; a negative number is an error.
  mutating func count(_ kind: Kind) throws -> Int {
    let value = try int64(kind)
    guard value >= 0 else { throw ParquetFault.damaged("a size or a position in it is negative") }
    return Int(value)
  }

  mutating func text(_ kind: Kind) throws -> String {
    guard kind == .binary else { throw Self.unexpected }
    return try binaryRange().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a list, whose elements `element` reads.
  mutating func list<Element>(
    _ kind: Kind, _ element: (inout ThriftReader, Kind) throws -> Element
  ) throws -> [Element] {
    guard kind == .list else { throw Self.unexpected }
    let (count, kind) = try listHeader()
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&self, kind)) }
    return elements
  }

  /// Skips a value.
  mutating func skip(_ kind: Kind) throws { try skip(kind, isElement: false, depth: 0) }

  private mutating func skip(_ kind: Kind, isElement: Bool, depth: Int) throws {
    guard depth < Self.deepest else { throw Self.unexpected }
    switch kind {
    case .stop: throw Self.unexpected
    // In a field the kind is the value; in a list the value takes a byte.
    case .booleanTrue, .booleanFalse: if isElement { _ = try cursor.byte() }
    case .int8: _ = try cursor.byte()
    case .int16, .int32, .int64: _ = try cursor.varint()
    case .double: _ = try cursor.take(8)
    case .binary: _ = try binaryRange()
    case .list, .set:
      let (count, kind) = try listHeader()
      for _ in 0..<count { try skip(kind, isElement: true, depth: depth + 1) }
    case .map: try skipMap(depth: depth)
    case .structure: try structure { try $0.skip($2, isElement: false, depth: depth + 1) }
    }
  }

  private mutating func skipMap(depth: Int) throws {
    let count = try cursor.varint()
    guard count > 0 else { return }
    guard count <= UInt64(cursor.count) else { throw Self.unexpected }
    let kinds = try cursor.byte()
    for _ in 0..<count {
      try skip(try Self.kind(kinds >> 4), isElement: true, depth: depth + 1)
      try skip(try Self.kind(kinds & 0x0F), isElement: true, depth: depth + 1)
    }
  }

  /// The number of elements, each of which takes at least a byte, and their kind.
  private mutating func listHeader() throws -> (count: Int, kind: Kind) {
    let header = try cursor.byte()
    let count = header >> 4 == 15 ? try cursor.varint() : UInt64(header >> 4)
    guard count <= UInt64(cursor.count) else { throw Self.unexpected }
    return (Int(count), try Self.kind(header & 0x0F))
  }

  private mutating func binaryRange() throws -> ByteCursor {
    guard let count = Int(exactly: try cursor.varint()) else { throw Self.unexpected }
    return try cursor.take(count)
  }

  private static func kind(_ number: UInt8) throws -> Kind {
    guard let kind = Kind(rawValue: number) else { throw unexpected }
    return kind
  }

  private static var unexpected: ParquetFault { .damaged("its metadata does not make sense") }
}
