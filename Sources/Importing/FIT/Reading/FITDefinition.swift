/// A definition message: the layout of the data messages that follow with its local number.
final class FITDefinition {
  let number: UInt16
  let name: String
  let message: FITProfile.Message?
  let isBigEndian: Bool
  let fields: [Field]
  /// Bytes of a data message, without its header byte.
  let byteCount: Int
  /// Whether no field has components or variants, and no field is a counter that components of other fields continue.
  let isPlain: Bool

  struct Field {
    var kind: FITFieldKind
    var baseType: FITBaseType
    var size: Int
    var developerIndex: UInt8?
  }

  init(number: UInt16, message: FITProfile.Message?, isBigEndian: Bool, fields: [Field]) {
    self.number = number
    self.message = message
    name = message?.name ?? "unknown_\(number)"
    self.isBigEndian = isBigEndian
    // Fields of 0 bytes contain nothing and would only cost time in every message.
    self.fields = fields.filter { $0.size > 0 }
    byteCount = fields.reduce(0) { $0 + $1.size }
    isPlain = fields.allSatisfy {
      $0.kind.components.isEmpty && $0.kind.variants.isEmpty && message?.counters[$0.kind.number] == nil
    }
  }
}

/// Reads values from bytes. The caller has checked that there are enough bytes.
struct FITBytes {
  let bytes: UnsafeBufferPointer<UInt8>
  let isBigEndian: Bool

  func unsigned(at offset: Int, size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<size { value = value << 8 | UInt64(bytes[offset + (isBigEndian ? index : size - 1 - index)]) }
    return value
  }

  /// The value of a field; nil if the bytes mean "no value".
  func value(at offset: Int, _ field: FITDefinition.Field) -> FITValue? {
    let type = field.baseType
    switch type {
    case .string:
      let text = bytes[offset..<offset + field.size].prefix { $0 != 0 }
      return text.isEmpty ? nil : .text(String(decoding: text, as: UTF8.self))
    case .byte:
      let part = bytes[offset..<offset + field.size]
      return part.allSatisfy { $0 == 0xFF } ? nil : .bytes(Array(part))
    default:
      guard field.size > type.size else { return scalar(at: offset, type) }
      return .array(
        stride(from: offset, to: offset + field.size, by: type.size).map { scalar(at: $0, type) })
    }
  }

  private func scalar(at offset: Int, _ type: FITBaseType) -> FITValue? {
    let bits = unsigned(at: offset, size: type.size)
    if type == .float32 || type == .float64 {
      let number = type == .float32 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
      return number.isNaN ? nil : .number(number)
    }
    guard bits != type.invalidBits else { return nil }
    guard type.isSigned else { return Int64(exactly: bits).map { .integer($0) } ?? .large(bits) }
    let unused = 64 - 8 * type.size
    return .integer(Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused))
  }
}

/// The checksum of FIT files: a CRC of 16 bits with the polynomial 0xA001, lowest bit first, which starts at 0.
///
/// Source: FIT protocol, section "CRC". The source's table processes half bytes and gives the same checksums.
package enum FITChecksum {
  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
  }

  /// The checksum of bytes.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      bytes.reduce(UInt16(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }
}
