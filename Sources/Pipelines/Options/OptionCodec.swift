import SPBasics

/// Reads values of one type from JSON, writes them, and describes them.
///
/// Codecs are composed: `.list(of: .integer(in: 0...99), count: 1...3)`, `.optional(.number(in: .above(0)))`.
public struct OptionCodec<Value: Sendable>: Sendable {
  /// The shape of the values. Nested options take their defaults from the given value, if there is one.
  let shape: @Sendable (Value?) -> OptionShape
  /// Reads a value. Omitted nested options come from the base value. On a fault it returns nil and records an issue.
  let read: @Sendable (JSONNode, _ base: Value?, inout OptionReading) -> Value?
  /// Writes a value.
  let write: @Sendable (Value) -> JSONValue

  /// Makes a codec for values read from a single JSON value.
  init(
    _ shape: OptionShape, write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONNode) -> Value?
  ) {
    self.shape = { _ in shape }
    self.write = write
    self.read = { node, _, reading in
      if let value = read(node) { return value }
      reading.expected(shape, at: node)
      return nil
    }
  }

  /// Makes a codec for composed values.
  init(
    shape: @escaping @Sendable (Value?) -> OptionShape, write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONNode, Value?, inout OptionReading) -> Value?
  ) {
    self.shape = shape
    self.write = write
    self.read = read
  }
}

extension OptionCodec where Value == Double {
  /// Finite numbers of a range; an integer literal is a number too.
  public static func number(in range: some NumberBounds = NumberRange.unlimited) -> Self {
    let range = range.numberRange
    return OptionCodec(.number(range), write: { .number($0) }) { node in
      guard case .number(let number) = node.value, range.contains(number.double) else { return nil }
      return number.double
    }
  }
}

extension OptionCodec where Value == Int {
  /// Whole numbers of a range.
  public static func integer(in range: some NumberBounds = NumberRange.unlimited) -> Self {
    let range = range.numberRange
    return OptionCodec(.integer(range), write: { .integer($0) }) { node in
      guard case .number(let number) = node.value, let integer = number.integer else { return nil }
      return range.contains(Double(integer)) ? integer : nil
    }
  }
}

extension OptionCodec where Value == Bool {
  /// `true` or `false`.
  package static var boolean: Self {
    OptionCodec(.boolean, write: { .boolean($0) }) { node in
      if case .boolean(let flag) = node.value { flag } else { nil }
    }
  }
}

extension OptionCodec where Value == String {
  /// Strings.
  public static func string(isEmptyAllowed: Bool = true) -> Self {
    OptionCodec(.string(isEmptyAllowed: isEmptyAllowed), write: { .string($0) }) { node in
      guard let text = node.text, isEmptyAllowed || !text.isEmpty else { return nil }
      return text
    }
  }

  /// Paths of files. A relative path is resolved against the folder of the file that contains it, or against the
  /// working folder on the command line. The value is absolute.
  /// - Parameter content: the content of such a file, for messages: `a workout plan`.
  public static func file(of content: String) -> Self {
    OptionCodec(.file(of: content), write: { .string($0) }) { node in
      guard let text = node.text, !text.isEmpty else { return nil }
      return node.location.resolve(path: text)
    }
  }
}

extension OptionCodec where Value: RawRepresentable<String> & CaseIterable {
  /// One of the cases of an enumeration, by its raw value.
  package static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    let shape = OptionShape.choice(names)
    return OptionCodec(shape: { _ in shape }, write: { .string($0.rawValue) }) { node, _, reading in
      if let value = node.string.flatMap(Value.init(rawValue:)) { return value }
      reading.expected(shape, at: node, suggestion: node.string.flatMap { NearestName.find($0, in: names) })
      return nil
    }
  }
}

// MARK: Composed values

extension OptionCodec {
  /// Values of another codec, or `null`.
  package static func optional<Wrapped: Sendable>(_ codec: OptionCodec<Wrapped>) -> Self where Value == Wrapped? {
    OptionCodec(
      shape: { .nullable(codec.shape($0 ?? nil)) },
      write: { $0.map(codec.write) ?? .null },
      read: { node, base, reading in
        if case .null = node.value { return .some(nil) }
        return codec.read(node, base ?? nil, &reading).map { .some($0) }
      })
  }

  /// Lists whose elements are values of another codec.
  package static func list<Element: Sendable>(of codec: OptionCodec<Element>, count: ClosedRange<Int>) -> Self
  where Value == [Element] {
    OptionCodec(
      shape: { _ in .list(codec.shape(nil), count: count) },
      write: { .array($0.map(codec.write)) },
      read: { node, _, reading in
        let shape = OptionShape.list(codec.shape(nil), count: count)
        guard let nodes = node.elements else {
          reading.expected(shape, at: node)
          return nil
        }
        guard count.contains(nodes.count) else {
          let found = counted(nodes.count, "element")
          reading.expected(shape.expectation(unit: reading.unit), at: node, found: found)
          return nil
        }
        let elements = nodes.enumerated().map { index, element in
          reading.descend(to: "[\(index)]") { codec.read(element, nil, &$0) }
        }
        let sound = elements.compactMap { $0 }
        return sound.count == nodes.count ? sound : nil
      })
  }

  /// Objects whose keys are data, each with a value of another codec. If `keys` is given, no other keys are allowed.
  ///
  /// A given object replaces the default object; their entries are not merged.
  package static func dictionary<Element: Sendable>(of codec: OptionCodec<Element>, keys: [String]? = nil) -> Self
  where Value == [String: Element] {
    OptionCodec(
      shape: { _ in .dictionary(codec.shape(nil), keys: keys) },
      write: { entries in
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return .object(sorted.map { .init(key: $0.key, value: codec.write($0.value)) })
      },
      read: { node, _, reading in
        guard let members = node.members else {
          reading.expected(.dictionary(codec.shape(nil), keys: keys), at: node)
          return nil
        }
        let before = reading.issues.count
        var entries: [String: Element] = [:]
        for member in members {
          if let keys, !keys.contains(member.key) {
            reading.unknown("key", member, expected: keys)
            continue
          }
          entries[member.key] = reading.descend(to: member.key) { codec.read(member.node, nil, &$0) }
        }
        return reading.issues.count == before ? entries : nil
      })
  }
}

extension OptionCodec where Value: StageOptions {
  /// Nested options with their own table.
  package static var object: Self {
    OptionCodec(
      shape: { .object(Value.descriptions(defaults: $0 ?? Value())) },
      write: { $0.encoded() },
      read: { node, base, reading in
        let before = reading.issues.count
        let value = Value.read(from: node, base: base ?? Value(), ignoring: [], &reading)
        return reading.issues.count == before ? value : nil
      })
  }
}

extension JSONNode {
  /// The text of a string, or of a number on a command line. Texts have no quotes there: `--set in.sensor=3142`.
  fileprivate var text: String? {
    if case .number(let number) = value, case .override = location { return number.text }
    return string
  }
}
