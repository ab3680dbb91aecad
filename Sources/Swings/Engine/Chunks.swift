/// A list that grows without being moved: an array of millions takes up to three times its room on the way.
struct Chunks<Element: Sendable>: Sendable {
  private static var length: Int { 8192 }

  /// All full but the last one.
  private var chunks: [[Element]] = []

  /// The number of elements.
  private(set) var count = 0

  /// A list of elements.
  init(_ elements: [Element] = []) { for element in elements { append(element) } }

  var indices: Range<Int> { 0..<count }

  /// An element, not copied: a copy would have its references counted.
  subscript(_ place: Int) -> Element {
    _read { yield chunks[place / Self.length][place % Self.length] }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count % Self.length == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.length)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// Puts the elements in order; where they are already, as mostly, none is moved.
  mutating func sort(by number: (Element) -> Int) {
    guard !indices.dropFirst().allSatisfy({ number(self[$0 - 1]) < number(self[$0]) }) else { return }
    self = Chunks(chunks.joined().sorted { number($0) < number($1) })
  }
}
