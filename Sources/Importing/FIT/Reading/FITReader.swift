/// Reads the data messages of FIT files, one after another. Several files may follow each other in the same bytes.
///
/// The reader checks sizes against the remaining bytes, and the checksum of a complete file before it returns the first
/// message.
public struct FITReader {
  /// How the reader handles faults.
  public enum Faults: Hashable, Sendable {
    /// Faults are thrown. No message is read from a file whose checksum is wrong.
    case areThrown
    /// The first fault is kept, and all messages before it are read. A wrong checksum does not end reading.
    case endReading
  }

  private let bytes: [UInt8]
  private let faults: Faults
  private var offset = 0
  /// Whether a file is being read. Otherwise the next file is expected.
  private var isInFile = false
  /// Where the messages of the current file end.
  private var dataEnd = 0
  private var decoder = FITMessageDecoder()
  private var hasEnded = false

  /// The index of the file being read, from 0; -1 before the first.
  public private(set) var fileIndex = -1
  /// The first fault: a place where reading ended, or a wrong checksum; nil without a fault.
  public private(set) var fault: FITError?

  /// The fewest bytes that a header has.
  private static let leastHeader = 12

  /// Makes a reader of bytes.
  public init(_ bytes: [UInt8], faults: Faults = .areThrown) {
    self.bytes = bytes
    self.faults = faults
  }

  /// Whether bytes begin like a FIT file.
  package static func isFIT(_ head: some Collection<UInt8>) -> Bool {
    head.count >= leastHeader && Int(head.first ?? 0) >= leastHeader
      && head.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
  }

  /// The next data message; nil after the last message.
  /// - Throws: ``FITError`` with the place, unless the reader was made with `Faults.endReading`.
  public mutating func next() throws(FITError) -> FITMessage? {
    while !hasEnded {
      do throws(FITError) {
        if !isInFile {
          guard offset < bytes.count || fileIndex < 0 else {
            hasEnded = true
            return nil
          }
          try begin()
        }
        if let message = try nextOfFile() { return message }
        endFile()
      } catch {
        if fault == nil { fault = error }
        hasEnded = true
        if faults == .areThrown { throw error }
      }
    }
    return nil
  }

  private func number(at offset: Int, size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// Reads a header, and checks it against the file.
  private mutating func begin() throws(FITError) {
    let left = bytes.count - offset
    guard left > 0 else { throw FITError(offset: offset, "is empty; expected a FIT file") }
    guard left >= Self.leastHeader, Self.isFIT(bytes[offset...]) else {
      throw FITError(
        offset: offset, "is not a FIT file; expected a header of 12 or 14 bytes with \".FIT\" from its ninth byte on")
    }
    let size = Int(bytes[offset])
    guard size <= left else {
      throw FITError(offset: offset, "has a header of \(size) bytes, but the file ends after \(left) of them")
    }
    let dataByteCount = number(at: offset + 4, size: 4)
    if size >= 14 { try checkHeader(at: offset) }
    let needed = size + dataByteCount + 2
    // Devices write the size into the header only when a file is complete.
    let isUnfinished = dataByteCount == 0 && left > needed && !Self.isFIT(bytes[(offset + needed)...])
    if isUnfinished {
      try meet(
        FITError(
          offset: offset + 4,
          "the header states 0 bytes of messages, and \(left - size) bytes follow it: the file was not finished"))
    } else if needed > left {
      try meet(
        FITError(
          offset: bytes.count,
          "ends here, after \(left) bytes; expected \(needed) by its header at byte \(offset): it is cut off"))
    } else {
      try checkFile(at: offset, dataEnd: offset + size + dataByteCount)
    }
    dataEnd = isUnfinished ? bytes.count : min(offset + size + dataByteCount, bytes.count)
    decoder = FITMessageDecoder()
    fileIndex += 1
    isInFile = true
    offset += size
  }

  /// Throws a fault, or keeps it if faults are not thrown.
  private mutating func meet(_ error: FITError) throws(FITError) {
    guard faults == .endReading else { throw error }
    if fault == nil { fault = error }
  }

  private mutating func checkHeader(at offset: Int) throws(FITError) {
    let stated = number(at: offset + 12, size: 2)
    let found = FITChecksum.of(bytes[offset..<offset + 12])
    // 0 means that no checksum was stored.
    guard stated != 0, stated != found else { return }
    try meet(
      FITError(offset: offset + 12, "the header's checksum is \(stated); expected \(found): the header is damaged"))
  }

  private mutating func checkFile(at offset: Int, dataEnd end: Int) throws(FITError) {
    let found = FITChecksum.of(bytes[offset..<end])
    let stated = number(at: end, size: 2)
    guard stated != found else { return }
    try meet(
      FITError(
        offset: end,
        "the checksum of the file that begins at byte \(offset) is \(stated); expected \(found): it is damaged"))
  }

  /// Moves past the messages and the checksum of the current file.
  private mutating func endFile() {
    isInFile = false
    offset = min(dataEnd + 2, bytes.count)
  }

  private mutating func nextOfFile() throws(FITError) -> FITMessage? {
    while offset < dataEnd {
      let start = offset
      let first = bytes[offset]
      offset += 1
      if first & 0x80 == 0, first & 0x40 != 0 {
        try define(Int(first & 15), hasDeveloperFields: first & 0x20 != 0, start)
        continue
      }
      let isCompressed = first & 0x80 != 0
      let local = isCompressed ? Int(first >> 5 & 3) : Int(first & 15)
      guard let definition = decoder.definitions[local] else {
        throw FITError(
          offset: start, "a data message of local type \(local), which no earlier definition message defines")
      }
      guard definition.byteCount <= dataEnd - offset else {
        throw FITError(
          offset: start,
          "a message \(definition.name) of \(definition.byteCount) bytes, but the data end after "
            + "\(dataEnd - offset) of them")
      }
      defer { offset += definition.byteCount }
      return bytes.withUnsafeBufferPointer {
        decoder.message(
          FITBytes(bytes: $0, isBigEndian: definition.isBigEndian), definition, at: offset, start: start,
          timeOffset: isCompressed ? Int64(first & 31) : nil)
      }
    }
    return nil
  }

  /// Moves past bytes of a definition, and returns where they begin.
  private mutating func take(_ count: Int, _ start: Int) throws(FITError) -> Int {
    guard count <= dataEnd - offset else {
      throw FITError(
        offset: start,
        "a definition of at least \(offset + count - start) bytes, but the data end after \(dataEnd - start)")
    }
    offset += count
    return offset - count
  }

  private mutating func define(_ local: Int, hasDeveloperFields: Bool, _ start: Int) throws(FITError) {
    let place = try take(5, start)
    guard bytes[place + 1] <= 1 else {
      throw FITError(
        offset: place + 1, "a definition with the byte order \(bytes[place + 1]); expected 0 (little) or 1 (big)")
    }
    let isBigEndian = bytes[place + 1] == 1
    let (low, high) = (UInt16(bytes[place + 2]), UInt16(bytes[place + 3]))
    let number = isBigEndian ? low << 8 | high : high << 8 | low
    let message = FITProfile.standard.messages[number]
    var fields: [FITDefinition.Field] = []
    for _ in 0..<bytes[place + 4] {
      let place = try take(3, start)
      let (field, size) = (bytes[place], Int(bytes[place + 1]))
      let baseType = FITBaseType(code: bytes[place + 2]) ?? .byte
      fields.append(
        .init(
          kind: message?.fields[field] ?? decoder.unknownField(field, baseType),
          baseType: size % baseType.size == 0 ? baseType : .byte, size: size))
    }
    if hasDeveloperFields {
      let count = bytes[try take(1, start)]
      for _ in 0..<count {
        let place = try take(3, start)
        let (field, size, developer) = (bytes[place], Int(bytes[place + 1]), bytes[place + 2])
        let kind = decoder.developerField(field, of: developer)
        let baseType = size % kind.baseType.size == 0 ? kind.baseType : .byte
        fields.append(.init(kind: kind, baseType: baseType, size: size, developerIndex: developer))
      }
    }
    decoder.definitions[local] = FITDefinition(
      number: number, message: message, isBigEndian: isBigEndian, fields: fields)
  }
}

/// Why bytes are not a FIT file, or not a complete one.
public struct FITError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the fault, in bytes from the beginning.
  public var offset: Int
  /// The fault and the expected input.
  public var message: String

  /// Makes an error.
  public init(offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }

  /// One line: the place, then the message.
  public var description: String { "byte \(offset): \(message)" }
}
