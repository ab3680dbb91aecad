/// Values from which a dictionary is made, by their position.
protocol DictionaryKeys {
  var count: Int { get }
  /// The bytes of a value in a `PLAIN` page.
  func size(_ position: Int) -> Int
  func hash(_ position: Int) -> UInt64
  func isSame(_ position: Int, _ other: Int) -> Bool
}

/// The distinct values of a column chunk, in the order in which they appear, and the index of each value among them.
struct ValueDictionary {
  /// The first position of each distinct value.
  var firsts: [Int] = []
  /// For each of the first values, its index among the distinct values. Later values are not in the dictionary.
  var indices: [UInt32] = []

  /// The largest dictionary, in bytes of its page, as in Arrow's writer.
  static let largestSize = 1 << 20
  /// After `trial` values, no dictionary is made if more than `uselessFraction` of the values are distinct. Values then
  /// repeat too seldom to make up for their indices.
  private static let trial = 20_000
  private static let uselessFraction = 0.9

  /// The approximate bytes of a page header; a dictionary takes one more page.
  private static let pageHeaderSize = 24

  /// The number of bits of an index.
  var bitWidth: Int { RunLengthEncoder.bitWidth(firsts.count - 1) }

  /// Makes the dictionary of `keys`, as far as it fits; nil if it does not make the values smaller.
  init?(_ keys: some DictionaryKeys) {
    guard keys.count > 0 else { return nil }
    var size = 0
    var plainSize = 0
    // Open addressing: a slot holds an index in `firsts` plus one, at the value's hash or the next free slot.
    var slots = [UInt32](repeating: 0, count: 1024)
    indices.reserveCapacity(keys.count)
    for position in 0..<keys.count {
      let bytes = keys.size(position)
      var slot = Self.slot(keys.hash(position), of: slots.count)
      while slots[slot] != 0, !keys.isSame(firsts[Int(slots[slot]) - 1], position) {
        slot = (slot + 1) & (slots.count - 1)
      }
      if slots[slot] == 0 {
        guard size + bytes <= Self.largestSize else { break }
        size += bytes
        firsts.append(position)
        slots[slot] = UInt32(firsts.count)
        indices.append(UInt32(firsts.count - 1))
        if firsts.count * 2 > slots.count { slots = grown(slots, keys) }
      } else {
        indices.append(slots[slot] - 1)
      }
      plainSize += bytes
      if position == Self.trial, Double(firsts.count) > Self.uselessFraction * Double(Self.trial) { return nil }
    }
    guard Self.pageHeaderSize + size + indices.count * bitWidth / 8 < plainSize else { return nil }
  }

  private func grown(_ slots: [UInt32], _ keys: some DictionaryKeys) -> [UInt32] {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for (place, first) in firsts.enumerated() {
      var slot = Self.slot(keys.hash(first), of: larger.count)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = UInt32(place + 1)
    }
    return larger
  }

  /// The slot of a hash: the upper bits of its product with 2^64 divided by the golden ratio, which spreads hashes that
  /// differ in any bits.
  private static func slot(_ hash: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - count.trailingZeroBitCount))
  }
}
