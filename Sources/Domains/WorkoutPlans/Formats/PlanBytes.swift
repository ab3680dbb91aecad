import CZlib

/// The constants of the binary form of plans; the article "Binary plans" describes it byte by byte.
enum PlanBytes {
  /// The first bytes of every file: `SWPL`.
  static let signature = Array("SWPL".utf8)
  static let version: UInt8 = 1
  /// The number of bytes of the checksum at the end.
  static let checksumSize = 4
  /// The largest file, in bytes; far more than any plan needs.
  static let largestFile = 1 << 20

  /// The parts of a file. A reader must understand even tags, and can skip odd tags.
  enum Tag {
    static let name = 1
    static let notes = 3
    static let singleGoal = 2
    static let pacer = 4
    static let swimBikeRun = 6
    static let custom = 8
  }

  /// CRC-32 as in gzip and PNG (ISO 3309, reflected polynomial EDB88320).
  static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    Array(bytes).withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

/// Writes the elements of the binary form.
struct PlanByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ byte: Int) { bytes.append(UInt8(truncatingIfNeeded: byte)) }

  /// Writes an unsigned number: seven bits per byte, the lowest first, with the highest bit set on all bytes but the
  /// last.
  mutating func varint(_ number: Int) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func raw(_ content: some Sequence<UInt8>) { bytes += content }

  mutating func text(_ text: String) {
    varint(text.utf8.count)
    raw(text.utf8)
  }

  /// Writes a number in its shortest exact form: with up to two decimals as a whole number, else as a double.
  mutating func number(_ value: Double) {
    for (form, power) in [1.0, 10, 100].enumerated() {
      let scaled = (value * power).rounded()
      // Doubles hold all whole numbers up to 2^53.
      if scaled >= 0, scaled < 0x1p53, scaled / power == value, !(value == 0 && value.sign == .minus) {
        return varint(Int(scaled) << 2 | form)
      }
    }
    varint(3)
    raw((0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) })
  }

  mutating func part(_ tag: Int, _ write: (inout PlanByteWriter) -> Void) {
    var content = PlanByteWriter()
    write(&content)
    varint(tag)
    varint(content.bytes.count)
    raw(content.bytes)
  }
}

/// Reads the elements of the binary form; every fault names the byte, from 0.
struct PlanByteReader {
  let bytes: [UInt8]
  let file: String
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], file: String, _ range: Range<Int>) {
    self.bytes = bytes
    self.file = file
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position == end }
  var remaining: Int { end - position }

  func fault(_ message: String, at place: Int? = nil) -> PlanError {
    PlanError(file, "byte \(place ?? position): \(message)")
  }

  mutating func byte(_ what: String) throws(PlanError) -> Int {
    guard position < end else { throw fault("expected \(what), found the end of its part") }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func varint(_ what: String) throws(PlanError) -> Int {
    let start = position
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      let next = try byte(what)
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next < 0x80 { return Int(value) }
    }
    throw fault("expected \(what), found a number of more than 8 bytes", at: start)
  }

  /// Reads a number of elements; each takes at least some of the remaining bytes.
  mutating func count(_ what: String, eachAtLeast size: Int) throws(PlanError) -> Int {
    let start = position
    let count = try varint("the number of \(what)")
    guard count <= remaining / size else {
      throw fault("expected at most \(remaining / size) \(what) in what is left, found \(count)", at: start)
    }
    return count
  }

  mutating func raw(_ size: Int, _ what: String) throws(PlanError) -> ArraySlice<UInt8> {
    guard size <= remaining else {
      throw fault("expected \(size) bytes of \(what), found \(remaining)")
    }
    defer { position += size }
    return bytes[position..<position + size]
  }

  mutating func text(_ what: String) throws(PlanError) -> String {
    let size = try varint("the length of \(what)")
    return try text(of: size, what)
  }

  mutating func text(of size: Int, _ what: String) throws(PlanError) -> String {
    let start = position
    let content = try raw(size, what)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw fault("expected UTF-8 in \(what)", at: start)
    }
    return text
  }

  mutating func number(_ what: String) throws(PlanError) -> Double {
    let start = position
    let code = try varint(what)
    guard code & 3 == 3 else { return Double(code >> 2) / [1, 10, 100][code & 3] }
    guard code == 3 else { throw fault("expected \(what), found an unknown form of number", at: start) }
    let raw = try raw(8, what)
    return Double(bitPattern: raw.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Reads a value by its position in a list.
  mutating func choice<Value>(_ what: String, _ values: [Value]) throws(PlanError) -> Value {
    let start = position
    let index = try byte(what)
    return try choice(index, what, values, at: start)
  }

  func choice<Value>(_ index: Int, _ what: String, _ values: [Value], at start: Int) throws(PlanError) -> Value {
    guard values.indices.contains(index) else {
      throw fault("expected \(what), 0 to \(values.count - 1), found \(index)", at: start)
    }
    return values[index]
  }
}
