/// Decodes the messages of a file, with the definitions and fields of earlier messages that later messages refer to.
struct FITMessageDecoder {
  /// Definitions by their local numbers.
  var definitions = [FITDefinition?](repeating: nil, count: 16)
  /// The timestamp of the last message that has one.
  private var lastTimestamp: Int64?
  /// The present values of counters whose parts start again at 0, by message and field.
  private var counters: [UInt32: Int64] = [:]
  /// Fields that developers have described, by developer and number.
  private var developerFields: [UInt16: FITFieldKind] = [:]
  private var unknownFields: [UInt16: FITFieldKind] = [:]

  private enum Number {
    static let fieldDescription: UInt16 = 206
  }

  mutating func unknownField(_ number: UInt8, _ baseType: FITBaseType) -> FITFieldKind {
    let key = UInt16(number) << 8 | UInt16(baseType.code)
    if let kind = unknownFields[key] { return kind }
    let kind = FITFieldKind(number: number, name: "unknown_\(number)", baseType: baseType)
    unknownFields[key] = kind
    return kind
  }

  /// The description of a developer's field; plain bytes if no message has described it.
  func developerField(_ number: UInt8, of developer: UInt8) -> FITFieldKind {
    developerFields[UInt16(developer) << 8 | UInt16(number)]
      ?? FITFieldKind(number: number, name: "developer_\(developer)_\(number)", baseType: .byte)
  }

  /// Reads the data message whose bytes begin at a place.
  mutating func message(
    _ bytes: FITBytes, _ definition: FITDefinition, at place: Int, start: Int, timeOffset: Int64?
  ) -> FITMessage {
    var message = FITMessage(number: definition.number, name: definition.name, offset: start, fields: [])
    message.fields.reserveCapacity(definition.fields.count + (timeOffset == nil ? 0 : 1))
    var place = place
    for field in definition.fields {
      message.fields.append(
        FITField(kind: field.kind, raw: bytes.value(at: place, field), developerIndex: field.developerIndex))
      place += field.size
    }
    if !definition.isPlain { expand(&message, definition) }
    keepTime(of: &message, timeOffset)
    if message.number == Number.fieldDescription { describe(message) }
    return message
  }

  /// Keeps the timestamp of a message, or restores it from its low 5 bits and the last timestamp.
  private mutating func keepTime(of message: inout FITMessage, _ timeOffset: Int64?) {
    if let time = message.timestamp { lastTimestamp = time }
    guard let timeOffset, let last = lastTimestamp else { return }
    let time = Self.continued(last, bitCount: 5, timeOffset)
    lastTimestamp = time
    message.fields.append(FITField(kind: Self.timestamp, raw: .integer(time)))
  }

  private static let timestamp = FITFieldKind(
    number: FITMessage.timestampField, name: "timestamp", baseType: .uint32, type: "date_time", units: "s")

  /// The smallest number that has the given low bits and is not below `last`.
  private static func continued(_ last: Int64, bitCount: Int, _ bits: Int64) -> Int64 {
    let mask = Int64(1) << Int64(bitCount) - 1
    let next = (last & ~mask) &+ bits
    return bits < last & mask ? next &+ mask &+ 1 : next
  }

  /// Chooses the forms of fields by the values of other fields, and adds the components of fields as separate fields.
  private mutating func expand(_ message: inout FITMessage, _ definition: FITDefinition) {
    let stored = message.fields
    var fields: [FITField] = []
    for var field in stored {
      if field.developerIndex == nil {
        field.kind = Self.resolved(field.kind, stored)
        // If a message contains the whole counter, counting continues from its value, in the scale of the component.
        if let part = definition.message?.counters[field.kind.number], let value = field.value {
          counters[Self.key(message, field.kind.number)] = Int64(
            exactly: ((value + part.offset) * part.scale).rounded())
        }
      }
      fields.append(field)
      for component in field.kind.components {
        guard let target = definition.message?.fields[component.target] else { continue }
        let kind = Self.resolved(target, stored).asPart(component)
        let raw = part(component, of: field.raw, Self.key(message, component.target))
        fields.append(FITField(kind: kind, raw: raw.map { .integer($0) }, isPart: true))
      }
    }
    message.fields = fields
  }

  private static func key(_ message: FITMessage, _ field: UInt8) -> UInt32 {
    UInt32(message.number) << 8 | UInt32(field)
  }

  private static func resolved(_ kind: FITFieldKind, _ fields: [FITField]) -> FITFieldKind {
    for variant in kind.variants {
      for (number, value) in variant.conditions
      where fields.contains(where: {
        $0.kind.number == number && $0.developerIndex == nil && $0.raw == .integer(value)
      }) {
        return variant.kind
      }
    }
    return kind
  }

  /// The value of a component: some bits of an integer, or of bytes, lowest byte first; nil for other values.
  private mutating func part(_ component: FITFieldKind.Component, of raw: FITValue?, _ key: UInt32) -> Int64? {
    var bits: Int64
    switch raw {
    case .integer(let value): bits = value >> Int64(component.firstBit)
    case .bytes(let bytes):
      guard component.firstBit < 8 * bytes.count else { return nil }
      bits = (0..<component.bitCount).reduce(0) { sum, index in
        let bit = component.firstBit + index
        return bit < 8 * bytes.count && bytes[bit / 8] >> (bit % 8) & 1 == 1 ? sum | 1 << Int64(index) : sum
      }
    default: return nil
    }
    if component.bitCount < 63 { bits &= Int64(1) << Int64(component.bitCount) - 1 }
    guard component.isAccumulated else { return bits }
    bits = Self.continued(counters[key] ?? 0, bitCount: component.bitCount, bits)
    counters[key] = bits
    return bits
  }

  /// Stores a message's description of a developer's field.
  private mutating func describe(_ message: FITMessage) {
    guard let developer = message["developer_data_index"]?.raw?.integer,
      let number = message["field_definition_number"]?.raw?.integer, let place = UInt8(exactly: number),
      let index = UInt8(exactly: developer)
    else { return }
    let code = message["fit_base_type_id"]?.raw?.integer.flatMap { UInt8(exactly: $0) }
    developerFields[UInt16(index) << 8 | UInt16(place)] = FITFieldKind(
      number: place, name: message["field_name"]?.text ?? "developer_\(index)_\(place)",
      baseType: code.flatMap { FITBaseType(code: $0) } ?? .byte,
      scale: message["scale"]?.value.flatMap { $0 == 0 ? nil : $0 } ?? 1, offset: message["offset"]?.value ?? 0,
      units: message["units"]?.text,
      nativeNumber: message["native_field_num"]?.raw?.integer.flatMap { UInt8(exactly: $0) })
  }
}
