/// Numbers of a fixed width, as Parquet stores them: little-endian, floating point by IEEE 754.
protocol ParquetNumber: Comparable, BitwiseCopyable {
  associatedtype Bits: FixedWidthInteger & UnsignedInteger
  var bits: Bits { get }
  init(bits: Bits)
  /// Whether the value is present in tables: NaN and infinity are missing values.
  var isStorable: Bool { get }
  /// Rows of a column of this type; nil for a column of another type.
  static func rows(_ rows: Range<Int>, of column: ColumnValues) -> ArraySlice<Self?>?
}

extension ParquetNumber where Self: FixedWidthInteger {
  var isStorable: Bool { true }
}

extension Int32: ParquetNumber {
  var bits: UInt32 { UInt32(bitPattern: self) }
  init(bits: UInt32) { self.init(bitPattern: bits) }
  static func rows(_ rows: Range<Int>, of column: ColumnValues) -> ArraySlice<Self?>? {
    if case .int32(let numbers) = column { numbers[rows] } else { nil }
  }
}

extension Int64: ParquetNumber {
  var bits: UInt64 { UInt64(bitPattern: self) }
  init(bits: UInt64) { self.init(bitPattern: bits) }
  static func rows(_ rows: Range<Int>, of column: ColumnValues) -> ArraySlice<Self?>? {
    switch column {
    case .int64(let numbers): numbers[rows]
    case .timestamp(let instants): instants[rows].map { $0?.microseconds }[...]
    default: nil
    }
  }
}

extension Float: ParquetNumber {
  var bits: UInt32 { bitPattern }
  init(bits: UInt32) { self.init(bitPattern: bits) }
  var isStorable: Bool { isFinite }
  static func rows(_ rows: Range<Int>, of column: ColumnValues) -> ArraySlice<Self?>? {
    if case .float32(let numbers) = column { numbers[rows] } else { nil }
  }
}

extension Double: ParquetNumber {
  var bits: UInt64 { bitPattern }
  init(bits: UInt64) { self.init(bitPattern: bits) }
  var isStorable: Bool { isFinite }
  static func rows(_ rows: Range<Int>, of column: ColumnValues) -> ArraySlice<Self?>? {
    if case .float64(let numbers) = column { numbers[rows] } else { nil }
  }
}

/// Numbers of one type.
///
/// Each kind of number has a concrete type that conforms to this protocol, so the compiler specialises the code. For
/// one generic type behind `any ValueBuffer` it does not. Specialised code is ten times as fast.
protocol NumberBuffer: ValueBuffer {
  associatedtype Number: ParquetNumber
  var numbers: [Number] { get set }
}

struct Int32Buffer: NumberBuffer {
  var numbers: [Int32] = []
}

struct Int64Buffer: NumberBuffer {
  var numbers: [Int64] = []
}

struct FloatBuffer: NumberBuffer {
  var numbers: [Float] = []
}

struct DoubleBuffer: NumberBuffer {
  var numbers: [Double] = []
}

extension NumberBuffer {
  var count: Int { numbers.count }

  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8]) {
    guard let column = Number.rows(rows, of: values) else { return }
    numbers.reserve(rows.count)
    levels.reserve(rows.count)
    // Written to uninitialised memory, since appending to an Array checks its capacity for each value.
    var isPresent: [UInt8] = []
    numbers += [Number](unsafeUninitializedCapacity: rows.count) { present, count in
      isPresent = [UInt8](unsafeUninitializedCapacity: rows.count) { levels, levelCount in
        for value in column {
          if let value, value.isStorable {
            present.initializeElement(at: count, to: value)
            count += 1
            levels.initializeElement(at: levelCount, to: 1)
          } else {
            levels.initializeElement(at: levelCount, to: 0)
          }
          levelCount += 1
        }
      }
    }
    levels += isPresent
  }

  func bounds(among distinct: [Int]?) -> ValueBounds? {
    guard var least = numbers.first else { return nil }
    var largest = least
    for number in numbers {
      if number < least { least = number }
      if number > largest { largest = number }
    }
    return ValueBounds(least: bytes(of: least, zero: Self.negativeZero), largest: bytes(of: largest, zero: 0))
  }

  /// The bits of -0.0, or of 0 in integers.
  private static var negativeZero: Number.Bits {
    Number.self is any FloatingPoint.Type ? 1 << Number.Bits(Number.Bits.bitWidth - 1) : 0
  }

  /// The bytes of a bound. Zeros of both signs compare as equal, so a bound of zero is written as `zero`, which
  /// includes both.
  private func bytes(of number: Number, zero: Number.Bits) -> [UInt8] {
    var bytes: [UInt8] = []
    let isZero = number.bits << 1 == 0 && (number.bits == 0 || Number.self is any FloatingPoint.Type)
    bytes.appendLittleEndian(isZero ? zero : number.bits)
    return bytes
  }

  func dictionary() -> ValueDictionary? {
    numbers.withUnsafeBufferPointer { ValueDictionary(NumberKeys(numbers: $0)) }
  }

  func appendPlain(_ range: Range<Int>, to bytes: inout [UInt8]) {
    #if _endian(little)
      numbers[range].withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for number in numbers[range] { bytes.appendLittleEndian(number.bits) }
    #endif
  }

  func appendPlain(_ positions: [Int], to bytes: inout [UInt8]) {
    for position in positions { bytes.appendLittleEndian(numbers[position].bits) }
  }

  mutating func reserve(_ count: Int, size: Int) { numbers.reserveCapacity(count) }

  mutating func append(plain bytes: [UInt8], count: Int) {
    bytes.withUnsafeBytes { bytes in
      for index in 0..<count {
        let bits = bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Number>.size, as: Number.Bits.self)
        numbers.append(Number(bits: Number.Bits(littleEndian: bits)))
      }
    }
  }

  func prefix(from start: Int, within size: Int) -> Int {
    max(1, min(count - start, size / MemoryLayout<Number>.size))
  }

  mutating func removeAll() { numbers.removeAll(keepingCapacity: true) }
}

/// Numbers as keys, compared by their bits, since -0.0 and 0.0 are equal but different values.
private struct NumberKeys<Number: ParquetNumber>: DictionaryKeys {
  let numbers: UnsafeBufferPointer<Number>

  var count: Int { numbers.count }

  func size(_ position: Int) -> Int { MemoryLayout<Number>.size }
  func hash(_ position: Int) -> UInt64 { UInt64(truncatingIfNeeded: numbers[position].bits) }
  func isSame(_ position: Int, _ other: Int) -> Bool { numbers[position].bits == numbers[other].bits }
}

extension Array {
  /// Reserves capacity for `more` further elements, at least doubling it, so that many small additions stay cheap.
  mutating func reserve(_ more: Int) {
    guard capacity < count + more else { return }
    reserveCapacity(Swift.max(count + more, capacity * 2))
  }
}
