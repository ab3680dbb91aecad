import SPImporting

/// Makes FIT files byte by byte, without the library's writer.
enum FITBuilder {
  /// A field of a definition: number, bytes, base type; for a developer's field the developer instead of the type.
  typealias Field = (number: UInt8, size: UInt8, type: UInt8)

  /// A definition message.
  static func definition(
    _ local: UInt8, _ global: UInt16, _ fields: [Field], developer: [Field]? = nil, isBigEndian: Bool = false
  ) -> [UInt8] {
    let (low, high) = (UInt8(global & 0xFF), UInt8(global >> 8))
    var bytes: [UInt8] = [
      0x40 | local | (developer == nil ? 0 : 0x20), 0, isBigEndian ? 1 : 0, isBigEndian ? high : low,
      isBigEndian ? low : high, UInt8(fields.count),
    ]
    for field in fields { bytes += [field.number, field.size, field.type] }
    guard let developer else { return bytes }
    bytes.append(UInt8(developer.count))
    for field in developer { bytes += [field.number, field.size, field.type] }
    return bytes
  }

  /// Parts one after another: sums of many literals take the compiler long.
  static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  /// A file of records, with right checksums.
  static func file(_ records: [UInt8], headerSize: UInt8 = 14) -> [UInt8] {
    var header: [UInt8] = [headerSize, 0x20, 0, 0] + little(records.count, 4) + ".FIT".utf8
    if headerSize > 12 { header += little(Int(FITChecksum.of(header)), 2) }
    let all = header + records
    return all + little(Int(FITChecksum.of(all)), 2)
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension FITReader {
  /// All messages that are left.
  mutating func all() throws -> [FITMessage] {
    var messages: [FITMessage] = []
    while let message = try next() { messages.append(message) }
    return messages
  }
}
