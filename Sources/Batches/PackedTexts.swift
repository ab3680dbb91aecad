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
