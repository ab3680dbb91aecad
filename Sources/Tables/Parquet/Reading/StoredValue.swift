/// A type of values that pages store.
protocol StoredValue {
  /// Decodes the present values of a page.
  ///
  /// - Parameters:
  ///   - cursor: the page's bytes after its levels.
  ///   - count: the number of values.
  ///   - encoding: how the values are encoded.
  /// - Returns: nil for an encoding that is not supported for this type.
  /// - Throws: `ParquetFault` if there are fewer values.
  static func decode(_ cursor: inout ByteCursor, count: Int, encoding: PageEncoding) throws -> [Self]?
}

extension StoredValue where Self: ParquetNumber {
  /// Numbers of a fixed width, one after another.
  fileprivate static func plain(_ cursor: inout ByteCursor, count: Int) throws -> [Self] {
    let width = MemoryLayout<Bits>.size
    let (size, overflow) = count.multipliedReportingOverflow(by: width)
    let page = try cursor.take(overflow ? .max : size)
    return page.withUnsafeBytes { bytes in
      [Self](unsafeUninitializedCapacity: count) { numbers, initialized in
        for index in 0..<count {
          let bits = bytes.loadUnaligned(fromByteOffset: index * width, as: Bits.self)
          numbers.initializeElement(at: index, to: Self(bits: Bits(littleEndian: bits)))
        }
        initialized = count
      }
    }
  }

  /// Numbers stored with all first bytes first, then all second bytes, and so on.
  fileprivate static func byteStreamSplit(_ cursor: inout ByteCursor, count: Int) throws -> [Self] {
    let width = MemoryLayout<Bits>.size
    let (size, overflow) = count.multipliedReportingOverflow(by: width)
    let page = try cursor.take(overflow ? .max : size)
    return page.withUnsafeBytes { bytes in
      (0..<count).map { index in
        var bits: Bits = 0
        for byte in 0..<width { bits |= Bits(bytes[byte * count + index]) << Bits(8 * byte) }
        return Self(bits: bits)
      }
    }
  }
}

extension StoredValue where Self: ParquetNumber & BinaryFloatingPoint {
  static func decode(_ cursor: inout ByteCursor, count: Int, encoding: PageEncoding) throws -> [Self]? {
    switch encoding {
    case .plain: try plain(&cursor, count: count)
    case .byteStreamSplit: try byteStreamSplit(&cursor, count: count)
    default: nil
    }
  }
}

extension StoredValue where Self: ParquetNumber & FixedWidthInteger {
  static func decode(_ cursor: inout ByteCursor, count: Int, encoding: PageEncoding) throws -> [Self]? {
    switch encoding {
    case .plain: try plain(&cursor, count: count)
    case .byteStreamSplit: try byteStreamSplit(&cursor, count: count)
    case .deltaBinaryPacked: try DeltaDecoder.decode(&cursor, count: count).map { Self(truncatingIfNeeded: $0) }
    default: nil
    }
  }
}

extension Float: StoredValue {}
extension Double: StoredValue {}
extension Int32: StoredValue {}
extension Int64: StoredValue {}

extension Bool: StoredValue {
  static func decode(_ cursor: inout ByteCursor, count: Int, encoding: PageEncoding) throws -> [Bool]? {
    switch encoding {
    case .plain:
      guard count <= cursor.count * 8 else { throw ParquetFault.damaged("it says that it holds more than it does") }
      let page = try cursor.take((count + 7) / 8)
      return page.withUnsafeBytes { bytes in (0..<count).map { bytes[$0 / 8] & (1 << UInt8($0 % 8)) != 0 } }
    case .rle:
      _ = try cursor.number(UInt32.self)
      return try RunLengthDecoder.decode(&cursor, bitWidth: 1, count: count).map { $0 != 0 }
    default: return nil
    }
  }
}

extension String: StoredValue {
  static func decode(_ cursor: inout ByteCursor, count: Int, encoding: PageEncoding) throws -> [String]? {
    switch encoding {
    case .plain:
      guard count <= cursor.count / 4 else { throw ParquetFault.damaged("it says that it holds more than it does") }
      return try (0..<count).map { _ in
        let length = Int(try cursor.number(UInt32.self))
        return try text(try cursor.take(length))
      }
    case .deltaLengthByteArray:
      return try DeltaDecoder.decode(&cursor, count: count).map { length in
        try text(try cursor.take(Int(clamping: length)))
      }
    default: return nil
    }
  }

  private static func text(_ cursor: ByteCursor) throws -> String {
    let text = cursor.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    guard let text else { throw ParquetFault("has text that is not UTF-8; expected text") }
    return text
  }
}
