import Files

/// Texts that are in a file in the encoding `PLAIN`, of which only a part is in memory at a time.
///
/// The texts of a row group may take 64 MB.
final class WaitingTexts: ChunkValues {
  /// Fewer bytes are better read into memory at once.
  static let leastSize = 1 << 20
  /// How much is read at a time.
  private static let windowSize = 1 << 18

  private let file: UnnamedFile
  /// Where each text is in the file, and its size.
  private var places: [(start: Int, size: UInt32)] = []
  /// The part that was read last, and where it begins.
  private var window: (start: Int, bytes: [UInt8]) = (0, [])
  /// Distinct texts while a dictionary is made, by their positions.
  private var distinct: [Int: [UInt8]] = [:]
  /// Why texts could not be read, if so: what was made of them is worthless then.
  private(set) var failure: (any Error)?

  /// - Parameter count: the number of texts that will be added.
  init(in file: UnnamedFile, count: Int) {
    self.file = file
    places.reserveCapacity(count)
  }

  /// Adds texts.
  /// - Parameters:
  ///   - page: the texts in the encoding `PLAIN`.
  ///   - start: where they are in the file.
  ///   - count: the number of them.
  func add(_ page: [UInt8], at start: Int, count: Int) {
    var place = 0
    for _ in 0..<count {
      let size = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
      places.append((start + place + 4, UInt32(littleEndian: size)))
      place += 4 + Int(UInt32(littleEndian: size))
    }
  }

  var count: Int { places.count }

  func size(_ position: Int) -> Int { Int(places[position].size) }

  /// A text; positions that mostly grow are read fastest.
  func text(_ position: Int) -> ArraySlice<UInt8> {
    let start = places[position].start
    let end = start + size(position)
    if start < window.start || end > window.start + window.bytes.count {
      window.bytes = []
      window = (start, read(start..<max(end, min(start + Self.windowSize, file.byteCount))))
    }
    return window.bytes[start - window.start..<end - window.start]
  }

  /// A text that many others are compared with.
  fileprivate func kept(_ position: Int) -> [UInt8] {
    if let text = distinct[position] { return text }
    let start = places[position].start
    let text = read(start..<start + size(position))
    distinct[position] = text
    return text
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
    defer { distinct = [:] }
    return ValueDictionary(WaitingKeys(texts: self))
  }

  func appendPlain(_ range: Range<Int>, to page: inout [UInt8]) {
    for position in range { append(position, to: &page) }
  }

  func appendPlain(_ positions: [Int], to page: inout [UInt8]) {
    for position in positions { append(position, to: &page) }
  }

  private func append(_ position: Int, to page: inout [UInt8]) {
    page.appendLittleEndian(places[position].size)
    page += text(position)
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

  /// - Parameter position: of a text that is distinct.
  func isSame(_ position: Int, _ other: Int) -> Bool {
    texts.size(position) == texts.size(other) && texts.kept(position)[...] == texts.text(other)
  }
}
