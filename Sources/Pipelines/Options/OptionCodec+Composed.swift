import SPBasics

extension OptionCodec {
  /// Values of another codec, or `null`.
  public static func optional<Wrapped: Sendable>(_ codec: OptionCodec<Wrapped>) -> Self where Value == Wrapped? {
    OptionCodec(
      shape: { .nullable(codec.shape($0 ?? nil)) },
      write: { $0.map(codec.write) ?? .null },
      read: { node, base, reading in
        if case .null = node.value { return .some(nil) }
        return codec.read(node, base ?? nil, &reading).map { .some($0) }
      })
  }

  /// Lists whose elements are values of another codec.
  public static func list<Element: Sendable>(of codec: OptionCodec<Element>, count: ClosedRange<Int>) -> Self
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

  /// Objects whose keys are data, each with a value of another codec; with `keys`, only those are allowed.
  ///
  /// A given object replaces the default one; their entries are not merged.
  public static func dictionary<Element: Sendable>(of codec: OptionCodec<Element>, keys: [String]? = nil) -> Self
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
  public static var object: Self {
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
