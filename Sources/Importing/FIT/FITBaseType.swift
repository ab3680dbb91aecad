/// How a number or text is stored in a FIT file.
///
/// Source: FIT protocol, table "FIT base types and invalid values".
public enum FITBaseType: String, Hashable, Sendable, CaseIterable {
  /// A code of one byte.
  case `enum`
  /// Signed integers; the largest value means "no value".
  case sint8, sint16, sint32, sint64
  /// Unsigned integers; the largest value means "no value".
  case uint8, uint16, uint32, uint64
  /// Unsigned integers; 0 means "no value".
  case uint8z, uint16z, uint32z, uint64z
  /// Floating-point numbers; NaN means "no value".
  case float32, float64
  /// UTF-8 that ends at the first 0.
  case string
  /// Bytes without a defined meaning. If all bytes are 0xFF, they mean "no value".
  case byte

  /// The number of the type in definition messages.
  public var code: UInt8 {
    switch self {
    case .enum: 0x00
    case .sint8: 0x01
    case .uint8: 0x02
    case .sint16: 0x83
    case .uint16: 0x84
    case .sint32: 0x85
    case .uint32: 0x86
    case .string: 0x07
    case .float32: 0x88
    case .float64: 0x89
    case .uint8z: 0x0A
    case .uint16z: 0x8B
    case .uint32z: 0x8C
    case .byte: 0x0D
    case .sint64: 0x8E
    case .uint64: 0x8F
    case .uint64z: 0x90
    }
  }

  private static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.code, $0) })

  /// The type of a number in a definition message; nil for an unknown number.
  public init?(code: UInt8) {
    guard let type = Self.byCode[code] else { return nil }
    self = type
  }

  /// Bytes of one value.
  public var size: Int {
    switch self {
    case .enum, .sint8, .uint8, .uint8z, .string, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .sint64, .uint64, .uint64z, .float64: 8
    }
  }

  /// Whether values are signed integers.
  var isSigned: Bool { [.sint8, .sint16, .sint32, .sint64].contains(self) }

  /// The bits that mean "no value", for integers.
  var invalidBits: UInt64 {
    switch self {
    case .uint8z, .uint16z, .uint32z, .uint64z: 0
    case .sint8, .sint16, .sint32, .sint64: UInt64.max >> UInt64(65 - 8 * size)
    default: UInt64.max >> UInt64(64 - 8 * size)
    }
  }

  /// The integers that can be stored, without the integer that means "no value", and limited to the range of `Int64`.
  var integers: ClosedRange<Int64> {
    switch self {
    case .uint8z, .uint16z, .uint32z: 1...(Int64(1) << Int64(8 * size) - 1)
    case .uint64z: 1...Int64.max
    case .uint64: 0...Int64.max
    case .sint8, .sint16, .sint32, .sint64:
      (Int64.min >> Int64(64 - 8 * size))...(Int64.max >> Int64(64 - 8 * size) - 1)
    default: 0...(Int64(1) << Int64(8 * size) - 2)
    }
  }
}
