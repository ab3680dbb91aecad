/// Writes a FIT file: messages of the profile, by the names of their fields.
///
/// ```swift
/// var writer = FITWriter()
/// try writer.write("file_id", ["type": "workout", "manufacturer": "development", "time_created": 1_000_000_000])
/// try writer.write("workout_step", ["message_index": 0, "duration_type": "time", "duration_time": 600])
/// let bytes = writer.finish()
/// ```
public struct FITWriter {
  /// The value of a field.
  public enum Value: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
  {
    /// A number in the profile's unit, to which scale and offset are applied.
    case number(Double)
    /// A text, or the name of a code.
    case text(String)

    /// Takes a text or the name of a code.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Takes a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Takes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
  }

  /// A message or field that the profile does not have, or a value that cannot be stored.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message and field, the fault, and the expected value.
    public var description: String
  }

  private var data: [UInt8] = []
  /// The current definition of each local number.
  private var definitions: [[UInt8]] = []
  private var nextLocal = 0

  private static let localCount = 16
  private static let longestText = 254

  /// Makes a writer without messages.
  public init() {}

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - name: The name of its kind, such as `workout_step`.
  ///   - values: The values of its fields, by their names. A field can also be named by one of its forms that depend on
  ///     another field, such as `duration_time` for `duration_value`. Fields that are left out are not stored.
  /// - Throws: `Fault`; the message is then not added.
  public mutating func write(_ name: String, _ values: KeyValuePairs<String, Value>) throws(Fault) {
    try write(name, values.map { (name: $0.key, value: $0.value) })
  }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - name: The name of its kind, such as `workout_step`.
  ///   - values: The values of its fields, as in the first method.
  /// - Throws: `Fault`; the message is then not added.
  public mutating func write(_ name: String, _ values: [(name: String, value: Value)]) throws(Fault) {
    guard let message = FITProfile.standard.message(named: name) else {
      throw Fault(description: "\(name) is not a message of the profile")
    }
    guard values.count <= 255 else {
      throw Fault(description: "\(name) has \(values.count) fields; expected at most 255")
    }
    var definition: [UInt8] = [0, 0] + Self.little(UInt64(message.number), 2) + [UInt8(values.count)]
    var content: [UInt8] = []
    var used: Set<UInt8> = []
    for (field, value) in values {
      guard let kind = Self.kind(field, message) else {
        throw Fault(description: "\(name) has no field \(field) in the profile")
      }
      guard used.insert(kind.number).inserted else {
        throw Fault(description: "\(name).\(field) is field \(kind.number), which is given already")
      }
      let bytes = try Self.bytes(value, kind, "\(name).\(field)")
      definition += [kind.number, UInt8(bytes.count), kind.baseType.code]
      content += bytes
    }
    let local = local(definition)
    data.append(local)
    data += content
  }

  /// The local number of a definition; writes the definition first, if it is not current.
  private mutating func local(_ definition: [UInt8]) -> UInt8 {
    if let local = definitions.firstIndex(of: definition) { return UInt8(local) }
    let local = nextLocal
    nextLocal = (nextLocal + 1) % Self.localCount
    if local < definitions.count { definitions[local] = definition } else { definitions.append(definition) }
    data.append(0x40 | UInt8(local))
    data += definition
    return UInt8(local)
  }

  /// The whole file.
  public consuming func finish() -> [UInt8] {
    // Protocol 2.0, and the version of the profile from which the table was made.
    var file: [UInt8] = [14, 0x20] + Self.little(21171, 2) + Self.little(UInt64(data.count), 4) + ".FIT".utf8
    file += Self.little(UInt64(FITChecksum.of(file)), 2)
    file += data
    return file + Self.little(UInt64(FITChecksum.of(file)), 2)
  }

  private static func kind(_ name: String, _ message: FITProfile.Message) -> FITFieldKind? {
    for kind in message.fields.values {
      if kind.name == name { return kind }
      // A definition contains only the field's number. The value of another field selects the form.
      if let variant = kind.variants.first(where: { $0.kind.name == name })?.kind { return variant }
    }
    return nil
  }

  private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func bytes(_ value: Value, _ kind: FITFieldKind, _ place: String) throws(Fault) -> [UInt8] {
    switch value {
    case .text(let text) where kind.baseType == .string:
      let bytes = Array(text.utf8)
      guard bytes.count <= longestText, !bytes.contains(0) else {
        throw Fault(
          description: "\(place) is a text of \(bytes.count) bytes; expected at most \(longestText), and no zero byte")
      }
      return bytes + [0]
    case .text(let text):
      guard let code = kind.codes?.values[text] else {
        throw Fault(description: "\(place) is \"\(text)\", which is not a \(kind.type) of the profile")
      }
      return little(UInt64(bitPattern: code), kind.baseType.size)
    case .number(let number):
      return try bytes(number, kind, place)
    }
  }

  private static func bytes(_ number: Double, _ kind: FITFieldKind, _ place: String) throws(Fault) -> [UInt8] {
    let type = kind.baseType
    guard number.isFinite else { throw Fault(description: "\(place) is \(number); expected a finite number") }
    switch type {
    case .float32: return little(UInt64(Float(number).bitPattern), 4)
    case .float64: return little(number.bitPattern, 8)
    case .string, .byte: throw Fault(description: "\(place) is \(number); expected a \(type.rawValue)")
    default:
      let stored = ((number + kind.offset) * kind.scale).rounded()
      guard let integer = Int64(exactly: stored), type.integers.contains(integer) else {
        let least = Double(type.integers.lowerBound) / kind.scale - kind.offset
        let most = Double(type.integers.upperBound) / kind.scale - kind.offset
        throw Fault(
          description: "\(place) is \(number); expected \(least) to \(most)\(kind.units.map { " \($0)" } ?? "")")
      }
      return little(UInt64(bitPattern: integer), type.size)
    }
  }
}
