/// Truth values, which `PLAIN` packs eight to a byte, the first in the lowest bit.
struct BooleanBuffer: ValueBuffer {
  private var flags: [Bool] = []

  var count: Int { flags.count }

  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8]) {
    guard case .boolean(let column) = values else { return }
    flags.reserve(rows.count)
    levels.reserve(rows.count)
    for value in column[rows] {
      levels.append(value == nil ? 0 : 1)
      if let value { flags.append(value) }
    }
  }

  func bounds(among distinct: [Int]?) -> ValueBounds? {
    guard !flags.isEmpty else { return nil }
    return ValueBounds(least: [flags.contains(false) ? 0 : 1], largest: [flags.contains(true) ? 1 : 0])
  }

  /// Never makes a dictionary: an index cannot be shorter than the one bit of a value.
  func dictionary() -> ValueDictionary? { nil }

  func appendPlain(_ range: Range<Int>, to bytes: inout [UInt8]) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      var byte: UInt8 = 0
      for position in start..<min(start + 8, range.upperBound) where flags[position] { byte |= 1 << (position - start) }
      bytes.append(byte)
    }
  }

  func appendPlain(_ positions: [Int], to bytes: inout [UInt8]) {
    for position in positions { bytes.append(flags[position] ? 1 : 0) }
  }

  mutating func reserve(_ count: Int, size: Int) { flags.reserveCapacity(count) }

  mutating func append(plain bytes: [UInt8], count: Int) {
    for position in 0..<count { flags.append(bytes[position / 8] >> (position % 8) & 1 == 1) }
  }

  func prefix(from start: Int, within size: Int) -> Int { max(1, min(count - start, size * 8)) }

  mutating func removeAll() { flags.removeAll(keepingCapacity: true) }
}
