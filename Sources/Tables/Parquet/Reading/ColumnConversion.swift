extension StoredColumn {
  /// Decodes the values of a column chunk in the types of tables.
  /// - Throws: `ParquetFault`, with the row of a single wrong value.
  func values(_ chunk: [UInt8], codec: Int32, rowCount: Int) throws -> ColumnValues {
    func decode<Value: StoredValue>(_: Value.Type) throws -> [Value?] {
      try ColumnChunkDecoder<Value>(chunk, codec: codec, isOptional: isOptional, rowCount: rowCount).values
    }
    switch conversion {
    case .boolean: return .boolean(try decode(Bool.self))
    case .int32: return .int32(try decode(Int32.self))
    case .int64: return .int64(try decode(Int64.self))
    case .uint32: return .int64(try decode(Int32.self).map { $0.map { Int64(UInt32(bitPattern: $0)) } })
    case .uint64: return .int64(try Self.unsigned(decode(Int64.self)))
    case .float32: return .float32(try Self.finite(decode(Float.self)))
    case .float64: return .float64(try Self.finite(decode(Double.self)))
    case .string: return .string(try decode(String.self))
    case .date: return .string(try Self.dates(decode(Int32.self)))
    case .milliseconds: return .timestamp(try Self.instants(decode(Int64.self), perMicrosecond: 0))
    case .microseconds: return .timestamp(try decode(Int64.self).map { $0.map(Timestamp.init(microseconds:)) })
    case .nanoseconds: return .timestamp(try Self.instants(decode(Int64.self), perMicrosecond: 1000))
    case nil: throw unreadable
    }
  }

  /// The message for a column of an unsupported type.
  var unreadable: ParquetFault {
    ParquetFault(
      "holds \(typeName); expected truth values, numbers, texts or instants: leave it out, or write it as one of these",
      column: name)
  }

  private static func unsigned(_ values: [Int64?]) throws -> [Int64?] {
    if let row = values.firstIndex(where: { $0.map { $0 < 0 } ?? false }) {
      throw ParquetFault(
        "holds a number above \(Int64.max); expected one that fits into a signed 64-bit integer", row: row)
    }
    return values
  }

  /// Turns NaN, which some programs write for a missing value, into a missing value; rejects infinity.
  private static func finite<Number: BinaryFloatingPoint>(_ values: [Number?]) throws -> [Number?] {
    guard values.contains(where: { $0.map { !$0.isFinite } ?? false }) else { return values }
    if let row = values.firstIndex(where: { $0.map(\.isInfinite) ?? false }) {
      throw ParquetFault("holds an infinite number; expected finite ones, or nothing for a missing one", row: row)
    }
    return values.map { $0.flatMap { $0.isNaN ? nil : $0 } }
  }

  /// Instants from milliseconds, or from units smaller than microseconds, which are rounded down.
  /// - Parameter perMicrosecond: the number of units in a microsecond; 0 for milliseconds.
  private static func instants(_ values: [Int64?], perMicrosecond: Int64) throws -> [Timestamp?] {
    try values.enumerated().map { row, value in
      guard let value else { return nil }
      if perMicrosecond > 0 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: perMicrosecond)
        return Timestamp(microseconds: remainder < 0 ? quotient - 1 : quotient)
      }
      let (microseconds, overflow) = value.multipliedReportingOverflow(by: 1000)
      guard !overflow else { throw outOfRange(row) }
      return Timestamp(microseconds: microseconds)
    }
  }

  /// Days as texts such as `2026-11-21`.
  private static func dates(_ values: [Int32?]) throws -> [String?] {
    try values.enumerated().map { row, value in
      guard let value else { return nil }
      let (microseconds, overflow) = Int64(value).multipliedReportingOverflow(by: 86_400_000_000)
      guard !overflow else { throw outOfRange(row) }
      return String(Timestamp(microseconds: microseconds).description.prefix { $0 != "T" })
    }
  }

  private static func outOfRange(_ row: Int) -> ParquetFault {
    ParquetFault("holds an instant outside of what 64 bits of microseconds hold; expected one within", row: row)
  }
}
