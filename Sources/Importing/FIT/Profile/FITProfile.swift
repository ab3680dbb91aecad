/// The names of messages and fields, and the meanings of their numbers.
///
/// The facts are in the table `profile.txt`, which describes its own layout.
package final class FITProfile: Sendable {
  /// The profile of the FIT SDK, limited to the content of the table.
  package static let standard = FITProfile(table: PackageResources.profile_txt)

  /// A kind of message.
  package final class Message: Sendable {
    /// Its number.
    package let number: UInt16
    /// Its name, such as `record`.
    package let name: String
    /// Its fields by their numbers.
    package let fields: [UInt8: FITFieldKind]
    /// The components that are counters, by the number of the field that a component sets.
    let counters: [UInt8: FITFieldKind.Component]

    init(number: UInt16, name: String, fields: [UInt8: FITFieldKind]) {
      self.number = number
      self.name = name
      self.fields = fields
      let parts = fields.values.flatMap(\.components).filter(\.isAccumulated)
      counters = Dictionary(parts.map { ($0.target, $0) }) { first, _ in first }
    }
  }

  /// Kinds of messages by their numbers.
  package let messages: [UInt16: Message]
  private let numbers: [String: UInt16]

  /// The kind of message with a name.
  package func message(named name: String) -> Message? { numbers[name].flatMap { messages[$0] } }

  /// Reads a table. Its lines are not checked, because the table is a part of the program.
  init(table: [UInt8]) {
    var reading = ProfileReading()
    for line in table.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") { reading.take(line) }
    reading.endMessage()
    messages = reading.messages
    numbers = Dictionary(uniqueKeysWithValues: messages.map { ($1.name, $0) })
  }
}

/// Reads the profile's table line by line.
private struct ProfileReading {
  private(set) var messages: [UInt16: FITProfile.Message] = [:]
  private var types: [String: FITCodes] = [:]
  private var type: (name: String, baseType: FITBaseType, names: [Int64: String])?
  private var message: (number: UInt16, name: String, fields: [UInt8: FITFieldKind])?
  /// The field whose variants may follow.
  private var field: (cells: [String], variants: [FITFieldKind.Variant])?

  mutating func take(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ").map(String.init)
    if text.hasPrefix("type ") {
      endType()
      type = (words[1], FITBaseType(rawValue: words[2]) ?? .byte, [:])
    } else if text.hasPrefix("message ") {
      endType()
      endMessage()
      message = (UInt16(words[1]) ?? 0, words[2], [:])
    } else if text.hasPrefix(">"), let first = field?.cells.first, let number = UInt8(first) {
      let cells = Self.cells(line)
      let conditions = cells[0].dropFirst().split(separator: ",").compactMap { condition in
        let sides = condition.split(separator: "=")
        return UInt8(sides[0]).flatMap { field in Int64(sides[1]).map { (field: field, value: $0) } }
      }
      let kind = kind(cells, number, [])
      field?.variants.append(.init(conditions: conditions, kind: kind))
    } else if message != nil {
      endField()
      field = (Self.cells(line), [])
    } else {
      let cells = Self.cells(line)
      type?.names[Int64(cells[0]) ?? 0] = cells[1]
    }
  }

  private static func cells(_ line: ArraySlice<UInt8>) -> [String] {
    let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return cells + Array(repeating: "", count: max(0, 7 - cells.count))
  }

  private func kind(_ cells: [String], _ number: UInt8, _ variants: [FITFieldKind.Variant]) -> FITFieldKind {
    let codes = types[cells[2]]
    return FITFieldKind(
      number: number, name: cells[1], baseType: codes?.baseType ?? FITBaseType(rawValue: cells[2]) ?? .byte,
      type: cells[2], scale: Double(cells[3]) ?? 1, offset: Double(cells[4]) ?? 0,
      units: cells[5].isEmpty ? nil : cells[5], codes: codes?.names.isEmpty == true ? nil : codes,
      components: cells[6].split(separator: ",").map(Self.component), variants: variants)
  }

  private static func component(_ text: Substring) -> FITFieldKind.Component {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func number(_ index: Int) -> Double? { parts.indices.contains(index) ? Double(parts[index]) : nil }
    return FITFieldKind.Component(
      target: UInt8(number(0) ?? 0), bitCount: Int(number(1) ?? 0), firstBit: Int(number(2) ?? 0),
      scale: number(3) ?? 1, offset: number(4) ?? 0, isAccumulated: parts.last == "+")
  }

  private mutating func endType() {
    if let type { types[type.name] = FITCodes(name: type.name, baseType: type.baseType, names: type.names) }
    type = nil
  }

  private mutating func endField() {
    if let field, let number = UInt8(field.cells[0]) {
      let kind = kind(field.cells, number, field.variants)
      message?.fields[number] = kind
    }
    field = nil
  }

  mutating func endMessage() {
    endField()
    if let message {
      messages[message.number] = .init(number: message.number, name: message.name, fields: message.fields)
    }
    message = nil
  }
}
