import Glibc

/// Texts, as their UTF-8 bytes one after another.
struct StringBuffer: ValueBuffer {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []

  /// The longest text in statistics, in bytes; every reader of the table loads the statistics.
  static let longestBound = 64

  var count: Int { ends.count }

  mutating func append(_ values: ColumnValues, rows: Range<Int>, levels: inout [UInt8]) {
    guard case .string(let column) = values else { return }
    ends.reserve(rows.count)
    levels.reserve(rows.count)
    // Growing step by step would take up to three times as much memory.
    bytes.reserve(rows.reduce(0) { $0 + (column[$1]?.utf8.count ?? 0) })
    for value in column[rows] {
      guard let value else {
        levels.append(0)
        continue
      }
      levels.append(1)
      bytes.append(contentsOf: value.utf8)
      ends.append(bytes.count)
    }
  }

  func bounds(among distinct: [Int]?) -> ValueBounds? {
    guard count > 0 else { return nil }
    var least = 0
    var largest = 0
    withKeys { keys in
      for position in distinct ?? Array(0..<count) {
        if keys.isLess(position, least) { least = position }
        if keys.isLess(largest, position) { largest = position }
      }
    }
    let bounds = ValueBounds(least: Array(bytes[range(least)]), largest: Array(bytes[range(largest)]))
    return max(bounds.least.count, bounds.largest.count) > Self.longestBound ? nil : bounds
  }

  func dictionary() -> ValueDictionary? { withKeys { ValueDictionary($0) } }

  func appendPlain(_ range: Range<Int>, to page: inout [UInt8]) {
    for position in range { append(position, to: &page) }
  }

  func appendPlain(_ positions: [Int], to page: inout [UInt8]) {
    for position in positions { append(position, to: &page) }
  }

  private func append(_ position: Int, to page: inout [UInt8]) {
    let text = range(position)
    page.appendLittleEndian(UInt32(text.count))
    bytes.withUnsafeBufferPointer { page.append(contentsOf: $0[text]) }
  }

  mutating func reserve(_ count: Int, size: Int) {
    ends.reserveCapacity(count)
    bytes.reserveCapacity(size - 4 * count)
  }

  mutating func append(plain page: [UInt8], count: Int) {
    var place = 0
    for _ in 0..<count {
      let size = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
      bytes += page[place + 4..<place + 4 + Int(UInt32(littleEndian: size))]
      place += 4 + Int(UInt32(littleEndian: size))
      ends.append(bytes.count)
    }
  }

  func prefix(from start: Int, within size: Int) -> Int {
    let offset = start == 0 ? 0 : ends[start - 1]
    var low = 1
    var high = max(1, count - start)
    // Searches for the largest number of texts whose bytes and lengths fit.
    while low < high {
      let middle = (low + high + 1) / 2
      if ends[start + middle - 1] - offset + 4 * middle <= size { low = middle } else { high = middle - 1 }
    }
    return low
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  private func range(_ position: Int) -> Range<Int> { (position == 0 ? 0 : ends[position - 1])..<ends[position] }

  private func withKeys<Result>(_ work: (Keys) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in ends.withUnsafeBufferPointer { work(Keys(bytes: bytes, ends: $0)) } }
  }

  /// Texts as keys, compared by their bytes: Strings that differ only in normalisation are equal, but different values.
  private struct Keys: DictionaryKeys {
    let bytes: UnsafeRawBufferPointer
    let ends: UnsafeBufferPointer<Int>

    var count: Int { ends.count }

    func size(_ position: Int) -> Int { 4 + text(position).count }

    func hash(_ position: Int) -> UInt64 { text(position).textHash }

    func isSame(_ position: Int, _ other: Int) -> Bool {
      let (one, two) = (text(position), text(other))
      return one.count == two.count && compare(one, two) == 0
    }

    /// By unsigned bytes, which for UTF-8 is the order of the code points.
    func isLess(_ position: Int, _ other: Int) -> Bool {
      let (one, two) = (text(position), text(other))
      let order = compare(one, two)
      return order < 0 || (order == 0 && one.count < two.count)
    }

    /// The order of the bytes up to the length of the shorter text.
    private func compare(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer) -> Int32 {
      guard let first = one.baseAddress, let second = two.baseAddress else { return 0 }
      return memcmp(first, second, min(one.count, two.count))
    }

    private func text(_ position: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]])
    }
  }
}

extension UnsafeRawBufferPointer {
  /// A hash of a text, for dictionaries.
  var textHash: UInt64 {
    func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
      let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      return product.high ^ product.low
    }
    var hash = UInt64(count)
    var offset = 0
    while offset + 8 <= count {
      hash = mixed(hash, loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in self[offset...] { rest = rest << 8 | UInt64(byte) }
    return mixed(hash, rest)
  }
}
