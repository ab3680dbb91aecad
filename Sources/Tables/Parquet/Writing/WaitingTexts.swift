import SPBasics

/// Texts in a file, in the encoding `PLAIN`; only a part of them is in memory at a time.
///
/// The texts of a row group may take 64 MB.
final class WaitingTexts: ChunkValues {
  /// Fewer bytes are better read into memory at once.
  static let leastSize = 1 << 20
  /// How much is read at a time.
  private static let windowSize = 1 << 18

  private let file: UnnamedFile
  /// The blocks of texts in the file: the position of the first text of each, and the offset at which it begins.
  private var blocks: [(first: Int, start: Int)] = []
  /// Where each text ends in its block.
  private var ends: [UInt32] = []
  /// The block of the text that was asked for last.
  private var block = 0
  /// The part of the file that was read last, and the offset at which it begins.
  private var window: (start: Int, bytes: [UInt8]) = (0, [])
  /// The bytes of distinct texts while a dictionary is made, and the offset of each text in them, by its position.
  private var distinct: (bytes: [UInt8], starts: [UInt32: UInt32]) = ([], [:])
  /// The first error of reading texts; nil without an error. After an error, all results from the texts are worthless.
  private(set) var failure: (any Error)?

  /// - Parameter count: the number of texts that will be added.
  init(in file: UnnamedFile, count: Int) {
    self.file = file
    ends.reserveCapacity(count)
  }

  /// Adds a block of texts.
  /// - Parameters:
  ///   - page: The texts in the encoding `PLAIN`.
  ///   - start: The offset of the texts in the file.
  ///   - count: The number of texts.
  func add(_ page: [UInt8], at start: Int, count: Int) {
    guard count > 0 else { return }
    blocks.append((ends.count, start))
    var place = 0
    for _ in 0..<count {
      let size = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
      place += 4 + Int(UInt32(littleEndian: size))
      ends.append(UInt32(place))
    }
  }

  var count: Int { ends.count }

  /// Where a text is in the file.
  private func range(_ position: Int) -> Range<Int> {
    if position < blocks[block].first { block = 0 }
    while block + 1 < blocks.count, position >= blocks[block + 1].first { block += 1 }
    let (first, start) = blocks[block]
    return start + (position == first ? 0 : Int(ends[position - 1])) + 4..<start + Int(ends[position])
  }

  func size(_ position: Int) -> Int { range(position).count }

  /// A text. Texts are read fastest if the positions mostly grow.
  func text(_ position: Int) -> ArraySlice<UInt8> {
    let range = range(position)
    if range.lowerBound < window.start || range.upperBound > window.start + window.bytes.count {
      window.bytes = []
      let end = max(range.upperBound, min(range.lowerBound + Self.windowSize, file.byteCount))
      window = (range.lowerBound, read(range.lowerBound..<end))
    }
    return window.bytes[range.lowerBound - window.start..<range.upperBound - window.start]
  }

  /// A text that is kept in memory, because many others are compared with it.
  fileprivate func kept(_ position: Int) -> ArraySlice<UInt8> {
    let range = range(position)
    let key = UInt32(position)
    let start = distinct.starts[key].map(Int.init) ?? distinct.bytes.count
    if start == distinct.bytes.count, !range.isEmpty {
      distinct.starts[key] = UInt32(start)
      distinct.bytes += read(range)
    }
    return distinct.bytes[start..<start + range.count]
  }

  private func read(_ range: Range<Int>) -> [UInt8] {
    do {
      return try file.read(range)
    } catch {
      failure = failure ?? error
      return Array(repeating: 0, count: range.count)
    }
  }

  func bounds(among distinct: [Int]?) -> ValueBounds? {
    guard count > 0 else { return nil }
    var least = Array(text(0))
    var largest = least
    for position in distinct ?? Array(0..<count) {
      let text = text(position)
      // By unsigned bytes, which for UTF-8 is the order of the code points.
      if text.lexicographicallyPrecedes(least) { least = Array(text) }
      if largest.lexicographicallyPrecedes(text) { largest = Array(text) }
    }
    return max(least.count, largest.count) > StringBuffer.longestBound
      ? nil : ValueBounds(least: least, largest: largest)
  }

  func dictionary() -> ValueDictionary? {
    defer { distinct = ([], [:]) }
    return ValueDictionary(WaitingKeys(texts: self))
  }

  func appendPlain(_ range: Range<Int>, to page: inout [UInt8]) {
    for position in range { append(position, to: &page) }
  }

  func appendPlain(_ positions: [Int], to page: inout [UInt8]) {
    for position in positions { append(position, to: &page) }
  }

  private func append(_ position: Int, to page: inout [UInt8]) {
    let text = text(position)
    page.appendLittleEndian(UInt32(text.count))
    page += text
  }

  func prefix(from start: Int, within size: Int) -> Int {
    var end = start
    var sum = 0
    while end < count {
      sum += 4 + self.size(end)
      guard sum <= size else { break }
      end += 1
    }
    return max(1, end - start)
  }
}

private struct WaitingKeys: DictionaryKeys {
  let texts: WaitingTexts

  var count: Int { texts.count }

  func size(_ position: Int) -> Int { 4 + texts.size(position) }
  func hash(_ position: Int) -> UInt64 { texts.text(position).withUnsafeBytes(\.textHash) }

  /// - Parameter position: the position of a distinct text.
  func isSame(_ position: Int, _ other: Int) -> Bool {
    texts.size(position) == texts.size(other) && texts.kept(position) == texts.text(other)
  }
}
