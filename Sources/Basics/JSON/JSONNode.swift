/// A JSON value together with its place in the source.
public struct JSONNode: Hashable, Sendable {
  /// What a node holds.
  public indirect enum Value: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number, with its spelling.
    case number(JSONNumber)
    /// A string, with its escapes resolved.
    case string(String)
    /// A list of values.
    case array([JSONNode])
    /// The members of an object in their order; no key is held twice.
    case object([JSONMember])
    /// A value that could not be read; the fault has been reported already.
    case invalid
  }

  /// What the node holds.
  public var value: Value
  /// Where the value begins.
  public var location: SourcePlace

  /// Makes a node.
  public init(_ value: Value, at location: SourcePlace) {
    self.value = value
    self.location = location
  }

  /// The members of an object, or nothing for any other value.
  public var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements of a list, or nothing for any other value.
  public var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The text of a string, or nothing for any other value.
  public var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// Whether the value could not be read and has been reported already.
  public var isInvalid: Bool {
    if case .invalid = value { true } else { false }
  }

  /// Whether the value or any part of it could not be read.
  public var holdsInvalid: Bool {
    switch value {
    case .invalid: true
    case .array(let elements): elements.contains(where: \.holdsInvalid)
    case .object(let members): members.contains { $0.node.holdsInvalid }
    default: false
    }
  }

  /// The member of an object with a key, or nothing.
  package func member(_ key: String) -> JSONMember? {
    members?.first { $0.key == key }
  }

  /// A few words for messages: `"forty"`, `1e999`, `null`, `a list`, `an object`.
  public var summary: String {
    switch value {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text.count > 40 ? "\"\(text.prefix(40))...\"" : "\"\(text)\""
    case .array: "a list"
    case .object: "an object"
    case .invalid: "something unreadable"
    }
  }
}

/// One member of an object: a key, its place, and the value.
public struct JSONMember: Hashable, Sendable {
  /// The key, with its escapes resolved.
  public var key: String
  /// Where the key begins.
  public var keyLocation: SourcePlace
  /// The value.
  public var node: JSONNode

  /// Makes a member.
  public init(_ key: String, at keyLocation: SourcePlace, _ node: JSONNode) {
    self.key = key
    self.keyLocation = keyLocation
    self.node = node
  }
}

extension JSONNode {
  /// The value under a dotted path with list indices, as `streams.gyroscope.columns[1]`, as deep as it exists.
  ///
  /// Returns nil if not even the first part exists.
  package func deepest(_ path: String) -> JSONNode? {
    var node = self
    var found = false
    for part in path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".") {
      if let member = node.member(String(part)) {
        node = member.node
      } else if let elements = node.elements, let index = Int(part), elements.indices.contains(index) {
        node = elements[index]
      } else {
        break
      }
      found = true
    }
    return found ? node : nil
  }
}
