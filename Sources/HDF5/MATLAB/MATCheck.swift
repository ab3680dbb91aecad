/// Checks that the parts of a variable of version 5 fit into each other, and that it has all of their bytes.
///
/// libmatio allocates memory for as many cells and fields as a variable claims, and reads missing values as zeros.
///
/// Source: "MAT-File Format", The MathWorks, chapter 1.
struct MATCheck {
  private let bytes: MATBytes
  private let isBigEndian: Bool

  /// The deepest cell or structure.
  private static let mostDepth = 32
  private static let (int32, uint32, matrix) = (5, 6, 14)
  /// Bytes of a number, by the number of its type.
  private static let elementByteCounts = [1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8, 12: 8, 13: 8]

  init(_ bytes: MATBytes, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// Whether the variable is sound; reads all of its bytes.
  func isSound() throws -> Bool {
    guard try isMatrix(before: .max, depth: 0), try bytes.hasEnded() else { return false }
    return !bytes.isDamaged
  }

  /// The beginning of an element: its type, its size in bytes, and zeros behind it. Sizes up to 4 may share their word
  /// with the type.
  private struct Tag {
    var type: Int
    var byteCount: Int
    var padding: Int
  }

  private func tag(before end: Int) throws -> Tag? {
    guard end - bytes.position >= 8, let first = try bytes.take(4).map(word) else { return nil }
    guard first >> 16 == 0 else {
      let byteCount = first >> 16
      return byteCount <= 4 ? Tag(type: first & 0xFFFF, byteCount: byteCount, padding: 4 - byteCount) : nil
    }
    guard let byteCount = try bytes.take(4).map(word), byteCount <= end - bytes.position else { return nil }
    let padding = first == Self.matrix ? 0 : min((8 - byteCount % 8) % 8, end - bytes.position - byteCount)
    return Tag(type: first, byteCount: byteCount, padding: padding)
  }

  private func word(_ bytes: some Collection<UInt8>) -> Int {
    (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The words of a short element of a type; nil for any other.
  private func words(of type: Int, atMost most: Int, before end: Int) throws -> [Int]? {
    guard let tag = try tag(before: end), tag.type == type, tag.byteCount <= 4 * most,
      let content = try bytes.take(tag.byteCount), try bytes.skip(tag.padding)
    else { return nil }
    return stride(from: 0, to: content.count - 3, by: 4).map { word(content[$0..<$0 + 4]) }
  }

  /// The size of an element that is passed over.
  private func skipElement(before end: Int) throws -> Tag? {
    guard let tag = try tag(before: end), try bytes.skip(tag.byteCount + tag.padding) else { return nil }
    return tag
  }

  private func isMatrix(before end: Int, depth: Int) throws -> Bool {
    guard depth <= Self.mostDepth, let tag = try tag(before: end), tag.type == Self.matrix else { return false }
    // An empty cell has no content.
    guard tag.byteCount > 0 else { return true }
    let end = bytes.position + tag.byteCount
    guard let flags = try words(of: Self.uint32, atMost: 2, before: end), flags.count == 2,
      try hasContent(flags[0], before: end, depth: depth)
    else { return false }
    return try end - bytes.position < 8 && bytes.skip(end - bytes.position)
  }

  /// Whether the rest of a matrix is sound.
  private func hasContent(_ flags: Int, before end: Int, depth: Int) throws -> Bool {
    let (object, opaque) = (3, 17)
    let kind = flags & 0xFF
    // Their content is never read.
    if kind == object || kind == opaque { return try bytes.skip(end - bytes.position) }
    guard let shape = try words(of: Self.int32, atMost: 32, before: end), !shape.isEmpty,
      shape.allSatisfy({ $0 <= Int32.max }), try skipElement(before: end) != nil
    else { return false }
    let count = Hyperslab.product(shape)
    switch kind {
    case 1: return try hasMatrices(count, before: end, depth: depth)
    case 2:
      guard let length = try words(of: Self.int32, atMost: 1, before: end)?.first, length > 0,
        let names = try skipElement(before: end)
      else { return false }
      return try hasMatrices(Hyperslab.product([count, names.byteCount / length]), before: end, depth: depth)
    case 4, 5: return try bytes.skip(end - bytes.position)
    case 6...15:
      let parts = flags & 0x800 == 0 ? 1 : 2
      return try (0..<parts).allSatisfy { _ in
        guard let values = try skipElement(before: end), let size = Self.elementByteCounts[values.type] else {
          return false
        }
        return values.byteCount == Hyperslab.product([count, size])
      }
    // A function.
    case 16: return try count == 1 && hasMatrices(1, before: end, depth: depth)
    default: return false
    }
  }

  /// Whether cells or fields follow, each of which has a tag at least.
  private func hasMatrices(_ count: Int, before end: Int, depth: Int) throws -> Bool {
    guard count <= (end - bytes.position) / 8 else { return false }
    return try (0..<count).allSatisfy { _ in try isMatrix(before: end, depth: depth + 1) }
  }
}
