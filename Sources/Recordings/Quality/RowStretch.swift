import SPSignals

/// Consecutive rows of a stream, and their times.
package struct RowStretch: Hashable, Sendable, Encodable {
  /// The timestamp of the first row, in s.
  package var startS: Double
  /// The first row.
  package var row: Int
  /// The number of rows.
  package var rows: Int
  /// From the first timestamp to the last, in s; 0 for a single row.
  package var lengthS: Double

  /// Makes a stretch with its timestamps.
  init(_ range: Range<Int>, _ timeBase: TimeBase) throws {
    row = range.lowerBound
    rows = range.count
    startS = try timeBase.time(at: range.lowerBound)
    lengthS = try timeBase.time(at: max(range.lowerBound, range.upperBound - 1)) - startS
  }

  private enum CodingKeys: String, CodingKey {
    case startS = "start_s"
    case row, rows
    case lengthS = "length_s"
  }
}

/// Stretches of rows of one kind: their number, and the first few.
package struct RowStretches: Hashable, Sendable, Encodable {
  /// The largest number of listed stretches.
  package static let listLimit = StretchList.listLimit
  /// The number of rows in all stretches.
  package var rows: Int
  /// The number of stretches.
  package var count: Int
  /// The longest stretch, the first of equal ones.
  package var longest: RowStretch
  /// The first stretches, in order, `listLimit` at most.
  package var first: [RowStretch]

  /// The stretches of several lists together; nil if all lists are empty.
  /// - Throws: the errors of reading timestamps.
  init?(_ lists: StretchList..., in timeBase: TimeBase) throws { try self.init(lists, in: timeBase) }

  /// The stretches of several lists together; nil if all lists are empty.
  /// - Throws: the errors of reading timestamps.
  init?(_ lists: [StretchList], in timeBase: TimeBase) throws {
    guard let longest = lists.map(\.longest).max(by: { $0.count < $1.count }), !longest.isEmpty else { return nil }
    rows = lists.reduce(0) { $0 + $1.rows }
    count = lists.reduce(0) { $0 + $1.count }
    self.longest = try RowStretch(longest, timeBase)
    let ranges = lists.flatMap(\.first).sorted { $0.lowerBound < $1.lowerBound }
    first = try ranges.prefix(Self.listLimit).map { try RowStretch($0, timeBase) }
  }
}

/// A value of a channel and its place.
package struct ValuePlace: Hashable, Sendable, Encodable {
  /// The value, in the dataset's unit.
  package var value: Float
  /// The timestamp of the value, in s.
  package var timeS: Double
  /// The row of the value.
  package var row: Int

  init(_ value: Float, row: Int, _ timeBase: TimeBase) throws {
    self.value = value
    self.row = row
    timeS = try timeBase.time(at: row)
  }

  private enum CodingKeys: String, CodingKey {
    case value
    case timeS = "time_s"
    case row
  }
}

/// Counts stretches of rows that come in ascending order, and keeps the first few.
struct StretchList {
  static let listLimit = 5

  private(set) var rows = 0
  private(set) var count = 0
  /// The longest stretch, the first of equal ones; empty without stretches.
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
