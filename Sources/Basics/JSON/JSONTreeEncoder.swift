/// Turns an `Encodable` value into a `JSONTree`.
///
/// Foundation's encoder took a tenth of a short recording's run. It keeps the path to each value and looks for dates,
/// data and URLs, which are not written here. This encoder uses the same protocols, and its text is the same.
struct JSONTreeEncoder: Encoder {
  let slot = JSONTree.Slot()
  let nonFinite: JSONTree.NonFinite

  // Nothing that is written asks where it stands.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The output of a value; an empty object for a value that writes nothing.
  static func node(of value: some Encodable, _ nonFinite: JSONTree.NonFinite) throws -> JSONTree.Node {
    if let node = JSONTree.Node(plain: value) { return node }
    let encoder = Self(nonFinite: nonFinite)
    try value.encode(to: encoder)
    return encoder.slot.node
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(TreeMembers(tree: slot.tree(isObject: true), nonFinite: nonFinite))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeElements(tree: slot.tree(isObject: false), nonFinite: nonFinite)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { SlotValue(slot: slot, nonFinite: nonFinite) }
}

extension JSONTree.Node {
  /// The node of a value of the most frequent types, without the calls of `Encodable`; nil for another value.
  fileprivate init?<Value>(plain value: Value) {
    if Value.self == String.self, let text = value as? String {
      self = .string(text)
    } else if Value.self == Int.self, let number = value as? Int {
      self = .literal(String(number))
    } else if Value.self == Bool.self, let flag = value as? Bool {
      self.init(flag)
    } else {
      return nil
    }
  }

  fileprivate init(_ flag: Bool) { self = .literal(flag ? "true" : "false") }

  /// The shortest digits that read back as the same number, without `.0` at their end.
  /// - Throws: `EncodingError` that names the key, for a number without a spelling that is refused.
  fileprivate init(
    _ number: some BinaryFloatingPoint & LosslessStringConvertible, _ nonFinite: JSONTree.NonFinite,
    of key: (any CodingKey)? = nil
  ) throws {
    guard number.isFinite else {
      guard nonFinite == .strings else {
        throw EncodingError.invalidValue(
          number,
          EncodingError.Context(
            codingPath: key.map { [$0] } ?? [], debugDescription: "JSON has no spelling for \(number)"))
      }
      self = .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
      return
    }
    let digits = String(number)
    self = .literal(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }
}

/// The members of an object.
private struct TreeMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: JSONTree
  let nonFinite: JSONTree.NonFinite

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { set(.literal("null"), key) }
  func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
  func encode(_ value: Bool, forKey key: Key) { set(JSONTree.Node(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { set(try JSONTree.Node(value, nonFinite, of: key), key) }
  func encode(_ value: Float, forKey key: Key) throws { set(try JSONTree.Node(value, nonFinite, of: key), key) }
  func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) { set(.literal(String(value)), key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    set(try JSONTreeEncoder.node(of: value, nonFinite), key)
  }

  func nestedContainer<Other>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
    nested(key.stringValue).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key.stringValue).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { nested("super") }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

  private func set(_ node: JSONTree.Node, _ key: Key) { tree.set(node, forKey: key.stringValue) }

  private func nested(_ key: String) -> JSONTreeEncoder {
    let encoder = JSONTreeEncoder(nonFinite: nonFinite)
    tree.set(.slot(encoder.slot), forKey: key)
    return encoder
  }
}

/// The elements of a list.
private struct TreeElements: UnkeyedEncodingContainer {
  let tree: JSONTree
  let nonFinite: JSONTree.NonFinite

  var codingPath: [any CodingKey] { [] }
  var count: Int { tree.nodes.count }

  func encodeNil() { tree.append(.literal("null")) }
  func encode(_ value: String) { tree.append(.string(value)) }
  func encode(_ value: Bool) { tree.append(JSONTree.Node(value)) }
  func encode(_ value: Double) throws { tree.append(try JSONTree.Node(value, nonFinite)) }
  func encode(_ value: Float) throws { tree.append(try JSONTree.Node(value, nonFinite)) }
  func encode(_ value: some FixedWidthInteger & Encodable) { tree.append(.literal(String(value))) }
  func encode(_ value: some Encodable) throws { tree.append(try JSONTreeEncoder.node(of: value, nonFinite)) }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { nested().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> JSONTreeEncoder {
    let encoder = JSONTreeEncoder(nonFinite: nonFinite)
    tree.append(.slot(encoder.slot))
    return encoder
  }
}

/// A single value, not an object or a list.
private struct SlotValue: SingleValueEncodingContainer {
  let slot: JSONTree.Slot
  let nonFinite: JSONTree.NonFinite

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { slot.node = .literal("null") }
  func encode(_ value: String) { slot.node = .string(value) }
  func encode(_ value: Bool) { slot.node = JSONTree.Node(value) }
  func encode(_ value: Double) throws { slot.node = try JSONTree.Node(value, nonFinite) }
  func encode(_ value: Float) throws { slot.node = try JSONTree.Node(value, nonFinite) }
  func encode(_ value: some FixedWidthInteger & Encodable) { slot.node = .literal(String(value)) }
  func encode(_ value: some Encodable) throws { slot.node = try JSONTreeEncoder.node(of: value, nonFinite) }
}
