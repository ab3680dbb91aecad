/// What an `Encodable` value writes, before it becomes text.
///
/// Keys are sorted once an object is complete, so objects and lists are kept until then.
final class JSONTree {
  /// A part of an object or list.
  enum Node {
    /// Text that is written to JSON unchanged: a number, `true`, `false` or `null`.
    case literal(String)
    /// A string that is not quoted yet.
    case string(String)
    /// An object or list.
    case tree(JSONTree)
    /// The output of a separate encoder, which may write it later.
    case slot(Slot)
  }

  /// What an encoder writes; an empty object until it does.
  final class Slot {
    var node = Node.tree(JSONTree(isObject: true))

    /// The object or list to write to. A value may ask for it more than once.
    func tree(isObject: Bool) -> JSONTree {
      if case .tree(let tree) = node, tree.isObject == isObject { return tree }
      let tree = JSONTree(isObject: isObject)
      node = .tree(tree)
      return tree
    }
  }

  /// How numbers are spelt that JSON has no spelling for.
  enum NonFinite {
    /// As the strings `Infinity`, `-Infinity` and `NaN`.
    case strings
    /// Not at all: encoding throws.
    case refused
  }

  /// Whether this is an object; a list has no keys.
  let isObject: Bool
  private(set) var keys: [String] = []
  private(set) var nodes: [Node] = []

  init(isObject: Bool) { self.isObject = isObject }

  /// Adds to a list.
  func append(_ node: Node) { nodes.append(node) }

  /// Sets a member of an object.
  func set(_ node: Node, forKey key: String) {
    keys.append(key)
    nodes.append(node)
  }

  /// The places of an object's members in the order of the UTF-8 bytes of their keys. Of a key that was set more than
  /// once, the last value counts.
  var order: [Int] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      return Array(keys.indices)
    }
    let order = keys.indices.sorted { first, second in
      let (key, other) = (keys[first].utf8, keys[second].utf8)
      return key.lexicographicallyPrecedes(other) || first < second && key.elementsEqual(other)
    }
    let isLast = order.indices.map { $0 + 1 == order.count || !isSame(order[$0], order[$0 + 1]) }
    return isLast.contains(false) ? zip(order, isLast).filter(\.1).map(\.0) : order
  }

  private func isSame(_ first: Int, _ second: Int) -> Bool {
    keys[first].utf8.elementsEqual(keys[second].utf8)
  }
}

/// Writes a tree as text, as Foundation's `JSONEncoder` does with sorted keys.
///
/// Keys are sorted by their UTF-8 bytes. Indented text has two spaces a level and ` : ` after a key.
struct JSONTreeWriter {
  private(set) var bytes: [UInt8]
  private let isIndented: Bool

  /// - Parameter bytes: The text before it.
  init(isIndented: Bool, after bytes: [UInt8] = []) { (self.isIndented, self.bytes) = (isIndented, bytes) }

  /// Appends a node at a level of nesting.
  mutating func append(_ node: JSONTree.Node, level: Int = 0) {
    switch node {
    case .literal(let text): bytes += text.utf8
    case .string(let text): JSONEscapes.appendQuoted(text, to: &bytes)
    case .slot(let slot): append(slot.node, level: level)
    case .tree(let tree): tree.isObject ? appendObject(tree, level + 1) : appendList(tree, level + 1)
    }
  }

  private mutating func appendList(_ tree: JSONTree, _ level: Int) {
    begin("[")
    for (index, node) in tree.nodes.enumerated() {
      separate(index, level)
      append(node, level: level)
    }
    end("]", level)
  }

  private mutating func appendObject(_ tree: JSONTree, _ level: Int) {
    begin("{")
    for (position, index) in tree.order.enumerated() {
      separate(position, level)
      JSONEscapes.appendQuoted(tree.keys[index], to: &bytes)
      bytes += isIndented ? " : ".utf8 : ":".utf8
      append(tree.nodes[index], level: level)
    }
    end("}", level)
  }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    if isIndented { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func separate(_ position: Int, _ level: Int) {
    if position > 0 {
      bytes.append(UInt8(ascii: ","))
      if isIndented { bytes.append(UInt8(ascii: "\n")) }
    }
    if isIndented { appendMargin(level) }
  }

  private mutating func end(_ bracket: Unicode.Scalar, _ level: Int) {
    if isIndented {
      bytes.append(UInt8(ascii: "\n"))
      appendMargin(level - 1)
    }
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func appendMargin(_ level: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}
