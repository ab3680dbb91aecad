/// Decompresses Snappy's raw format, the default compression of pandas; the writer does not use it.
///
/// It replaces Snappy's own library, which would have to be installed only for tables of other programs. Source: the
/// Snappy project, "Snappy compressed format description".
enum Snappy {
  /// The most bytes from one compressed byte: a copy of 64 takes three.
  static let largestRatio = 22

  /// Decompresses bytes to exactly `size` bytes.
  /// - Throws: `ParquetFault` for bytes that are not Snappy's, or have content of another size.
  static func decompress(_ cursor: ByteCursor, size: Int) throws -> [UInt8] {
    var input = cursor
    guard try input.varint() == UInt64(size) else { throw damaged }
    return try [UInt8](unsafeUninitializedCapacity: size) { output, count in
      while input.count > 0 {
        let tag = Int(try input.byte())
        if tag & 3 == 0 {
          try literal(&input, tag: tag, to: output, &count)
        } else {
          try copy(&input, tag: tag, in: output, &count)
        }
      }
      guard count == size else { throw damaged }
    }
  }

  private static func literal(
    _ input: inout ByteCursor, tag: Int, to output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) throws {
    var length = tag >> 2
    if length >= 60 {
      let bytes = length - 59
      length = 0
      for byte in 0..<bytes { length |= Int(try input.byte()) << (8 * byte) }
    }
    length += 1
    guard length <= output.count - count else { throw damaged }
    let text = try input.take(length)
    text.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[count...]).copyMemory(from: $0)
    }
    count += length
  }

  private static func copy(
    _ input: inout ByteCursor, tag: Int, in output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) throws {
    var length = (tag >> 2) + 1
    let offset: Int
    switch tag & 3 {
    case 1:
      length = ((tag >> 2) & 7) + 4
      offset = (tag >> 5) << 8 | Int(try input.byte())
    case 2: offset = Int(try input.number(UInt16.self))
    default: offset = Int(try input.number(UInt32.self))
    }
    guard offset > 0, offset <= count, length <= output.count - count else { throw damaged }
    // Byte by byte: source and destination may overlap, which repeats the bytes before the destination.
    for _ in 0..<length {
      output.initializeElement(at: count, to: output[count - offset])
      count += 1
    }
  }

  private static var damaged: ParquetFault { .damaged("a page of it cannot be decompressed") }
}
