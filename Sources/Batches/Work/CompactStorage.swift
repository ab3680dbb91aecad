import Synchronization

/// An optional value stored out of line, so that `none` takes a single word. Use it for values that few of many items
/// have.
enum Rare<Value: Hashable & Sendable>: Hashable, Sendable {
  case none
  indirect case some(Value)

  /// Keeps a value, unless it is the usual one.
  init(_ value: Value, unless usual: Value) { self = value == usual ? .none : .some(value) }

  /// The value as an optional.
  var value: Value? { if case .some(let value) = self { value } else { nil } }

  /// The value, or the usual one, which is not kept.
  subscript(or usual: Value) -> Value {
    get { value ?? usual }
    set { self = Rare(newValue, unless: usual) }
  }
}

/// Names that many items share, such as sports: each item keeps a number of one byte.
enum SharedName {
  private static let names = Mutex<[String]>([])

  /// The number of a name, from 1; 0 for nil, and for a name after 255 others.
  static func number(of name: String?) -> UInt8 {
    guard let name else { return 0 }
    return names.withLock { names in
      if let known = names.firstIndex(of: name) { return UInt8(known + 1) }
      guard names.count < Int(UInt8.max) else { return 0 }
      names.append(name)
      return UInt8(names.count)
    }
  }

  /// The name of a number; nil for 0.
  static func text(_ number: UInt8) -> String? {
    number == 0 ? nil : names.withLock { $0[Int(number) - 1] }
  }
}

/// Short texts in little memory: one after another in one array.
struct PackedTexts: Hashable, Sendable {
  private var bytes: [UInt8] = []
  /// Comes after each text; no byte of UTF-8 has this value.
  fileprivate static let end: UInt8 = 0xFF

  /// No texts.
  init() {}

  /// Takes no more memory than these texts need.
  init(_ texts: [String]) {
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count + 1 })
    for text in texts { add(text) }
  }

  /// Adds a text at the end.
  mutating func add(_ text: String) {
    bytes += text.utf8
    bytes.append(Self.end)
  }

  /// Whether there are none.
  var isEmpty: Bool { bytes.isEmpty }

  /// The texts in groups of `count`, in order.
  func groups(of count: Int) -> Groups { Groups(bytes: bytes, size: count) }

  /// Texts in groups of equal size, at the positions of their first bytes.
  struct Groups: Collection {
    fileprivate let bytes: [UInt8]
    fileprivate let size: Int

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }

    func index(after position: Int) -> Int { (0..<size).reduce(position) { start, _ in end(of: start) + 1 } }

    subscript(position: Int) -> [String] {
      var start = position
      return (0..<size).map { _ in
        let end = end(of: start)
        defer { start = end + 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
    }

    private func end(of start: Int) -> Int { bytes[start...].firstIndex(of: PackedTexts.end) ?? bytes.endIndex }
  }
}
