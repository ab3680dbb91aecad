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

  subscript(_ place: Int) -> Element { chunks[place / Self.length][place % Self.length] }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count % Self.length == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.length)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// The elements in an order.
  func sorted(by precedes: (Element, Element) -> Bool) -> Chunks { Chunks(chunks.joined().sorted(by: precedes)) }
}
