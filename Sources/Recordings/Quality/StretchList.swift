/// Counts stretches of rows that come in ascending order, and keeps the first few.
struct StretchList {
  static let listLimit = 5

  private(set) var rows = 0
  private(set) var count = 0
  /// The longest stretch, the first of equal ones; empty if there is none.
  private(set) var longest = 0..<0
  private(set) var first: [Range<Int>] = []
  private var last: Range<Int>?

  /// Adds a row, extending the last stretch if the row follows it.
  mutating func mark(_ row: Int) {
    guard let open = last, open.upperBound == row else { return append(row..<row + 1) }
    let stretch = open.lowerBound..<row + 1
    last = stretch
    rows += 1
    if stretch.count > longest.count { longest = stretch }
    if count <= Self.listLimit { first[count - 1] = stretch }
  }

  /// Adds a separate stretch.
  mutating func append(_ stretch: Range<Int>) {
    last = stretch
    rows += stretch.count
    count += 1
    if stretch.count > longest.count { longest = stretch }
    if count <= Self.listLimit { first.append(stretch) }
  }

  /// The number of rows in the last stretch.
  var lastCount: Int { last?.count ?? 0 }
}
