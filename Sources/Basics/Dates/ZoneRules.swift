import FoundationEssentials

/// When the clocks of a time zone change, as a file of the format TZif says (RFC 9636).
struct ZoneRules: Sendable {
  /// Moments at which the offset changes, in s since 1970, ascending.
  private var changes: [Int] = []
  /// The offsets from these moments on: local time minus GMT, in s.
  private var offsets: [Int] = []
  /// The offset before all of them.
  private var first: Int
  /// The rule after the last of these moments, without an end.
  private var last: ZoneRule?

  /// An offset that never changes.
  init(offset: Int) { first = offset }

  /// Reads a file; nil if it is not of the format.
  init?(_ data: Data) {
    var bytes = ZoneBytes(Array(data))
    guard var counts = bytes.header() else { return nil }
    // From version 2 on there is a second part, with times of 64 bits, and a rule behind it.
    if counts.version > 0 {
      bytes.skip(counts.byteCount(timeSize: 4))
      guard let more = bytes.header() else { return nil }
      counts = more
    }
    let size = counts.version > 0 ? 8 : 4
    guard counts.typeCount > 0, bytes.left >= counts.byteCount(timeSize: size) else { return nil }
    changes = (0..<counts.changeCount).map { _ in bytes.integer(size) }
    let types = (0..<counts.changeCount).map { _ in bytes.integer(1) & 0xFF }
    let kinds = (0..<counts.typeCount).map { _ in
      let offset = bytes.integer(4)
      bytes.skip(2)
      return offset
    }
    guard types.allSatisfy(kinds.indices.contains) else { return nil }
    first = kinds[0]
    offsets = types.map { kinds[$0] }
    bytes.skip(counts.byteCountBehindTypes(timeSize: size))
    if counts.version > 0 { last = ZoneRule(bytes.line()) }
  }

  /// The offset at a moment: local time minus GMT, in s.
  func offset(at moment: Int) -> Int {
    if let last, changes.last.map({ moment >= $0 }) ?? true { return last.offset(at: moment) }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }
}

/// The bytes of a file of the format TZif, from front to back.
private struct ZoneBytes {
  private let bytes: [UInt8]
  private var position = 0

  struct Counts {
    /// 0 for the first version.
    var version: Int
    var markCounts: [Int]
    var leapCount: Int
    var changeCount: Int
    var typeCount: Int
    var nameByteCount: Int

    func byteCountBehindTypes(timeSize: Int) -> Int {
      nameByteCount + leapCount * (timeSize + 4) + markCounts.reduce(0, +)
    }

    func byteCount(timeSize: Int) -> Int {
      changeCount * (timeSize + 1) + typeCount * 6 + byteCountBehindTypes(timeSize: timeSize)
    }
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var left: Int { bytes.count - position }

  mutating func skip(_ count: Int) { position = min(bytes.count, position + count) }

  /// The next integer, most significant byte first, with a sign; 0 behind the end.
  mutating func integer(_ size: Int) -> Int {
    defer { skip(size) }
    guard left >= size else { return 0 }
    let value = bytes[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let shift = 64 - 8 * size
    return Int(Int64(bitPattern: value << UInt64(shift)) >> Int64(shift))
  }

  mutating func header() -> Counts? {
    guard left >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else { return nil }
    let version = bytes[position + 4]
    skip(20)
    let numbers = (0..<6).map { _ in integer(4) }
    // More would be more than the file has.
    guard numbers.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
    return Counts(
      version: Int(version), markCounts: [numbers[0], numbers[1]], leapCount: numbers[2], changeCount: numbers[3],
      typeCount: numbers[4], nameByteCount: numbers[5])
  }

  /// The text between the next two line breaks.
  mutating func line() -> String {
    skip(1)
    return String(decoding: bytes[position...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
