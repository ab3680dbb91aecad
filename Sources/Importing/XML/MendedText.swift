/// Bytes of XML in which damaged characters and tags are replaced by spaces.
struct MendedText {
  var bytes: [UInt8]
  let isUTF8: Bool
  private(set) var replacedCount = 0
  /// The place of the first replaced character.
  private(set) var firstReplaced: Int?
  /// The places and names of elements whose attributes were removed.
  private(set) var emptied: [(place: Int, name: String)] = []
  private var names: [Range<Int>] = []

  init(bytes: [UInt8], isUTF8: Bool) {
    self.bytes = bytes
    self.isUTF8 = isUTF8
  }

  private static let space = UInt8(ascii: " ")

  /// The kind of each byte: 1 for control characters that are not allowed, 2 for `&`, 4 for bytes above ASCII, and 0
  /// for bytes that are always allowed.
  private static let kinds: [UInt8] = (0..<256).map { byte in
    switch UInt8(byte) {
    case 9, 10, 13: 0
    case 0..<32: 1
    case UInt8(ascii: "&"): 2
    case 128...: 4
    default: 0
    }
  }

  /// Mends all tags and texts that are complete, and returns where the first incomplete part begins.
  mutating func mend() -> Int {
    var place = 0
    while place < bytes.count {
      let open = index(of: UInt8(ascii: "<"), from: place) ?? bytes.count
      // A text that is not complete is mended later, as a whole.
      guard open < bytes.count else { return place }
      mendCharacters(place..<open)
      guard let end = mendMarkup(at: open) else { return open }
      place = end
    }
    return place
  }

  /// Mends the characters of the last part, which is not complete.
  mutating func mendRest(from start: Int) { mendCharacters(start..<bytes.count) }

  private func index(of byte: UInt8, from place: Int) -> Int? { bytes[place...].firstIndex(of: byte) }

  /// Markup other than tags, by its beginning and its end.
  private static let others = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
    .map { (opening: Array($0.0.utf8), closing: Array($0.1.utf8)) }

  /// Mends markup that begins with `<`, and returns where it ends; nil if it is not complete.
  private mutating func mendMarkup(at start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    guard bytes[start + 1] == UInt8(ascii: "!") || bytes[start + 1] == UInt8(ascii: "?") else {
      return mendTag(at: start)
    }
    for (opening, closing) in Self.others {
      let isKnown = start + opening.count <= bytes.count
      let last = min(start + opening.count, bytes.count)
      guard bytes[start..<last].elementsEqual(opening.prefix(last - start)) else { continue }
      guard isKnown, let end = end(of: closing, from: start + opening.count) else { return nil }
      mendCharacters(start..<end, withReferences: false)
      return end
    }
    return nil
  }

  private func end(of closing: [UInt8], from start: Int) -> Int? {
    var place = start
    while let found = index(of: closing[0], from: place) {
      guard found + closing.count <= bytes.count else { return nil }
      if bytes[found..<found + closing.count].elementsEqual(closing) { return found + closing.count }
      place = found + 1
    }
    return nil
  }
}

extension MendedText {
  /// A tag as far as it was read.
  private struct Tag {
    var nameEnd: Int
    /// The end of the tag: after its `>`, or before the `<` that comes first.
    var end: Int
    var isClosed: Bool
    var isWellFormed: Bool
  }

  /// Mends a start or end tag, and returns where it ends; nil if it is not complete.
  private mutating func mendTag(at start: Int) -> Int? {
    guard let tag = tag(at: start) else { return nil }
    mendCharacters(start..<tag.end)
    // Control characters between attributes have become spaces.
    if tag.isWellFormed || self.tag(at: start)?.isWellFormed == true { return tag.end }
    empty(tag, from: start)
    return tag.end
  }

  /// Removes the attributes of a tag. A tag without a name, or without room for its ending, is removed as a whole.
  private mutating func empty(_ tag: Tag, from start: Int) {
    let isEmptyElement = bytes[tag.end - 1] == UInt8(ascii: ">") && bytes[tag.end - 2] == UInt8(ascii: "/")
    let isStart = bytes[start + 1] != UInt8(ascii: "/")
    let ending: [UInt8] =
      isStart && (isEmptyElement || !tag.isClosed) ? Array("/>".utf8) : Array(">".utf8)
    let nameStart = start + (isStart ? 1 : 2)
    let name = String(decoding: bytes[nameStart..<max(nameStart, tag.nameEnd)], as: UTF8.self)
    // Line breaks keep their places.
    let room = stride(from: tag.end - ending.count, through: tag.nameEnd, by: -1).first { place in
      !bytes[place..<place + ending.count].contains(UInt8(ascii: "\n"))
    }
    let place = name.isEmpty ? nil : room
    emptied.append((start, place == nil ? "unnamed" : name))
    for blank in (place == nil ? start : tag.nameEnd)..<tag.end where bytes[blank] != UInt8(ascii: "\n") {
      bytes[blank] = Self.space
    }
    if let place { bytes.replaceSubrange(place..<place + ending.count, with: ending) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte >= 128 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 32
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Reads a tag; nil if it is not complete.
  private mutating func tag(at start: Int) -> Tag? {
    let count = bytes.count
    var place = start + 1
    guard place < count else { return nil }
    let isEnd = bytes[place] == UInt8(ascii: "/")
    if isEnd { place += 1 }
    guard place < count else { return nil }
    var tag = Tag(nameEnd: place, end: place, isClosed: true, isWellFormed: Self.beginsName(bytes[place]))
    if tag.isWellFormed { place = nameEnd(from: place) }
    tag.nameEnd = place
    names.removeAll(keepingCapacity: true)
    while true {
      let before = place
      while place < count, Self.isSpace(bytes[place]) { place += 1 }
      guard place < count else { return nil }
      switch bytes[place] {
      case UInt8(ascii: ">"):
        tag.end = place + 1
        return tag
      case UInt8(ascii: "<"):
        (tag.end, tag.isClosed, tag.isWellFormed) = (place, false, false)
        return tag
      case UInt8(ascii: "/") where !isEnd:
        guard place + 1 < count else { return nil }
        if bytes[place + 1] != UInt8(ascii: ">") { tag.isWellFormed = false }
        place += 1
      default:
        if isEnd || place == before { tag.isWellFormed = false }
        switch attribute(at: place) {
        case .damaged(let end): (place, tag.isWellFormed) = (end, false)
        case .whole(let end): place = end
        case .incomplete: return nil
        }
      }
    }
  }

  private func nameEnd(from start: Int) -> Int {
    var place = start
    while place < bytes.count, Self.continuesName(bytes[place]) { place += 1 }
    return place
  }

  private enum Attribute {
    case whole(end: Int)
    /// Reading continues after the attribute.
    case damaged(end: Int)
    case incomplete
  }

  private mutating func attribute(at start: Int) -> Attribute {
    let count = bytes.count
    guard Self.beginsName(bytes[start]) else { return .damaged(end: start + 1) }
    var place = nameEnd(from: start)
    let name = start..<place
    while place < count, Self.isSpace(bytes[place]) { place += 1 }
    guard place < count else { return .incomplete }
    guard bytes[place] == UInt8(ascii: "=") else { return .damaged(end: place) }
    place += 1
    while place < count, Self.isSpace(bytes[place]) { place += 1 }
    guard place < count else { return .incomplete }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .damaged(end: place) }
    place += 1
    while place < count, bytes[place] != quote {
      if bytes[place] == UInt8(ascii: "<") { return .damaged(end: place) }
      place += 1
    }
    guard place < count else { return .incomplete }
    let isRepeated = names.contains { $0.count == name.count && bytes[$0].elementsEqual(bytes[name]) }
    names.append(name)
    return isRepeated ? .damaged(end: place + 1) : .whole(end: place + 1)
  }
}

extension MendedText {
  /// Replaces the characters that XML does not allow in a part of the bytes.
  private mutating func mendCharacters(_ range: Range<Int>, withReferences: Bool = true) {
    var place = range.lowerBound
    while place < range.upperBound {
      let kind = Self.kinds[Int(bytes[place])]
      guard kind != 0 else {
        place += 1
        continue
      }
      var length = 1
      var isAllowed = false
      if kind == 2 {
        isAllowed = !withReferences
        if withReferences { (length, isAllowed) = reference(place..<range.upperBound) }
      } else if kind == 4 {
        isAllowed = !isUTF8
        if isUTF8 { (length, isAllowed) = character(place..<range.upperBound) }
      }
      if !isAllowed {
        for replaced in place..<place + length { bytes[replaced] = Self.space }
        replacedCount += 1
        firstReplaced = firstReplaced ?? place
      }
      place += length
    }
  }

  /// The length of the reference at the start of a part, and whether XML allows the reference. If a `&` begins no known
  /// reference, only the `&` is replaced.
  private func reference(_ part: Range<Int>) -> (length: Int, isAllowed: Bool) {
    let longest = 12
    let text = bytes[part.lowerBound..<min(part.upperBound, part.lowerBound + longest)]
    guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return (1, false) }
    let length = end + 1 - part.lowerBound
    let name = String(decoding: text[(part.lowerBound + 1)..<end], as: UTF8.self)
    guard name.hasPrefix("#") else {
      return ["amp", "lt", "gt", "quot", "apos"].contains(name) ? (length, true) : (1, false)
    }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return (length, number.map(Self.isAllowed) ?? false)
  }

  /// The length of the character at the start of a part, and whether it is valid UTF-8 that XML allows.
  private func character(_ part: Range<Int>) -> (length: Int, isAllowed: Bool) {
    var iterator = bytes[part.lowerBound..<min(part.upperBound, part.lowerBound + 4)].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (1, false) }
    return (UTF8.width(scalar), Self.isAllowed(scalar.value))
  }

  /// Source: XML 1.0, production 2 (`Char`).
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
