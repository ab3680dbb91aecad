/// Mends damaged XML block by block, in bounded memory, so that one damaged element does not end the reading.
///
/// It replaces everything that XML does not allow: control characters, bytes that are not UTF-8, references to such
/// characters, and a lone `&`. From a start tag with damaged attributes it removes all attributes, so that the elements
/// stay nested. All replacements are spaces: lines and columns keep their numbers.
package struct XMLRepair {
  /// The number of replaced characters.
  package private(set) var replacedCount = 0
  /// The line of the first replaced character, from 1; nil without such a character.
  package private(set) var firstReplacedLine: Int?
  /// The number of elements whose attributes were removed, by their names.
  package private(set) var emptied: [String: Int] = [:]
  /// The line of the first element whose attributes were removed, from 1; nil without such an element.
  package private(set) var firstEmptiedLine: Int?

  /// Bytes since the beginning of the last tag or text that is not complete.
  private var pending: [UInt8] = []
  /// The number of lines before `pending`.
  private var lineCount = 0
  private var encoding: Encoding?

  /// How bytes are checked.
  private enum Encoding { case utf8, otherBytes, words }

  /// The longest tag or text that is checked as a whole, in bytes.
  private static let longestPart = 1 << 20
  /// The most names of elements that are counted separately.
  private static let mostNames = 1000

  /// Makes a repair of a text that is expected to be UTF-8 unless it declares another encoding.
  package init() {}

  /// Takes a block of bytes, and returns the mended bytes of all tags and texts that are complete.
  package mutating func take(_ block: [UInt8]) -> [UInt8] { mend(pending + block, isLast: false) }

  /// Returns the mended remaining bytes.
  package mutating func finish() -> [UInt8] { mend(pending, isLast: true) }

  private mutating func mend(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    let encoding = encoding ?? Self.encoding(of: bytes)
    self.encoding = encoding
    guard encoding != .words else {
      pending = []
      return bytes
    }
    var text = MendedText(bytes: bytes, isUTF8: encoding == .utf8)
    var done = text.mend()
    // A part that is too long is passed on: the reader rejects it.
    if isLast || bytes.count - done > Self.longestPart {
      text.mendRest(from: done)
      done = bytes.count
    }
    if let place = text.firstReplaced { firstReplacedLine = firstReplacedLine ?? line(of: place, in: bytes) }
    if let place = text.emptied.first?.place { firstEmptiedLine = firstEmptiedLine ?? line(of: place, in: bytes) }
    replacedCount += text.replacedCount
    for (_, name) in text.emptied {
      let key = emptied[name] != nil || emptied.count < Self.mostNames ? name : "others"
      emptied[key, default: 0] += 1
    }
    lineCount += Self.lines(in: bytes[..<done])
    pending = Array(text.bytes[done...])
    text.bytes.removeSubrange(done...)
    return text.bytes
  }

  private func line(of place: Int, in bytes: [UInt8]) -> Int { 1 + lineCount + Self.lines(in: bytes[..<place]) }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }
  }

  /// The encoding by the byte order mark or the declaration.
  private static func encoding(of head: [UInt8]) -> Encoding {
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) || head.prefix(4).contains(0) {
      return .words
    }
    let declaration = String(decoding: head.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    guard let name = declaration.firstMatch(of: /encoding\s*=\s*["']([a-z0-9_.-]+)["']/)?.1 else { return .utf8 }
    return name == "utf-8" || name == "us-ascii" ? .utf8 : name.hasPrefix("utf-16") ? .words : .otherBytes
  }
}
