/// A list that grows without being moved: a growing array of millions temporarily takes up to three times its
/// memory.
struct Chunks<Element: Sendable>: Sendable {
  private static var length: Int { 8192 }

  /// All chunks are full except the last one.
  private var chunks: [[Element]] = []

  /// The number of elements.
  private(set) var count = 0

  /// Makes a list of elements.
  init(_ elements: [Element] = []) { for element in elements { append(element) } }

  var indices: Range<Int> { 0..<count }

  /// An element, without copying: a copy would count references.
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

  /// Sorts the elements; if they are sorted already, as is usual, no element is moved.
  mutating func sort(by number: (Element) -> Int) {
    guard !indices.dropFirst().allSatisfy({ number(self[$0 - 1]) < number(self[$0]) }) else { return }
    self = Chunks(chunks.joined().sorted { number($0) < number($1) })
  }
}
