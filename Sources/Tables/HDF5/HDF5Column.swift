import SPHDF5

/// A column of an HDF5 table, and how its values are stored.
struct HDF5Column: Sendable {
  /// The description of the column.
  let description: ColumnDescription
  /// The value that is stored for a missing value.
  let missing: HDF5MissingValue
  /// The member of the records, with its type in memory.
  let member: CompoundMember

  /// Makes a column of a table to write.
  init(_ description: ColumnDescription, missing: HDF5MissingValue, roomByteCount: Int) {
    self.description = description
    self.missing = missing
    let type: ElementType =
      switch description.type {
      case .boolean: .int8
      case .int32: .int32
      case .int64, .timestamp: .int64
      case .float32: .float32
      case .float64: .float64
      case .string: .string(.fixed(byteCount: roomByteCount))
      }
    member = CompoundMember(name: description.name, type: type)
  }

  /// Makes a column of a table that swingpipe wrote, from its attributes; nil if the attributes do not fit the stored
  /// data.
  init?(_ entry: HDF5ColumnEntry, storedAs stored: CompoundMember) {
    var room = 0
    if case .string(let format) = stored.type { room = format.byteCount ?? 0 }
    guard let missing = HDF5MissingValue(label: entry.missingValue, of: entry.description.type) else { return nil }
    self.init(entry.description, missing: missing, roomByteCount: room)
    guard member == stored, member.byteCount != 0 else { return nil }
  }

  /// Makes a column of a table that another program wrote.
  init(_ stored: CompoundMember) {
    let (type, memory): (ColumnType, ElementType) =
      switch stored.type {
      case .int8, .int16, .int32, .uint8, .uint16: (.int32, .int32)
      case .int64, .uint32: (.int64, .int64)
      // Read as unsigned: HDF5 would turn all values above the largest signed integer into it, without an error.
      case .uint64: (.int64, .uint64)
      case .otherNumber, .float64: (.float64, .float64)
      case .float32: (.float32, .float32)
      case .string, .compound, .other: (.string, stored.type)
      }
    description = ColumnDescription(name: stored.name, type: type, unit: nil, description: "")
    missing = .none
    member = CompoundMember(name: stored.name, type: memory)
  }

  /// Puts values into records.
  /// - Parameters:
  ///   - values: The values, of the column's type.
  ///   - rows: The rows of the values to store, as many as there are records.
  ///   - records: The records.
  ///   - index: The index of the member.
  /// - Throws: `RecordError` for a text that does not fit its room.
  func store(_ values: ColumnValues, _ rows: Range<Int>, in records: inout Records, at index: Int) throws(RecordError) {
    switch values {
    case .boolean(let flags): records.set(index, to: flags[rows].map { flag -> Int8 in flag.map { $0 ? 1 : 0 } ?? -1 })
    case .int32(let numbers): records.set(index, to: numbers[rows].map { $0 ?? missing.number(as: Int32.self) })
    case .int64(let numbers): records.set(index, to: numbers[rows].map { $0 ?? missing.number(as: Int64.self) })
    // In tables of all formats, values that are not finite are missing.
    case .float32(let numbers): records.set(index, to: numbers[rows].map { $0.flatMap(Self.finite) ?? .nan })
    case .float64(let numbers): records.set(index, to: numbers[rows].map { $0.flatMap(Self.finite) ?? .nan })
    case .string(let texts): try records.set(index, to: texts[rows].map { $0 ?? missing.label })
    case .timestamp(let instants):
      records.set(index, to: instants[rows].map { $0?.microseconds ?? missing.number(as: Int64.self) })
    }
  }

  private static func finite<Number: BinaryFloatingPoint>(_ number: Number) -> Number? {
    number.isFinite ? number : nil
  }
}

extension HDF5Column {
  /// The values of the column in some records.
  /// - Parameters:
  ///   - records: the records.
  ///   - index: the index of the member.
  /// - Throws: `HDF5ValueError` for the first invalid value.
  func values(in records: Records, at index: Int) throws(HDF5ValueError) -> ColumnValues {
    switch description.type {
    case .boolean: return .boolean(try flags(records.numbers(index, as: Int8.self)))
    case .int32: return .int32(present(records.numbers(index, as: Int32.self)))
    case .int64:
      if member.type == .uint64 { return .int64(try signed(records.numbers(index, as: UInt64.self))) }
      return .int64(present(records.numbers(index, as: Int64.self)))
    case .timestamp:
      let numbers = present(records.numbers(index, as: Int64.self))
      return .timestamp(numbers.map { $0.map { Timestamp(microseconds: $0) } })
    case .float32: return .float32(try finite(records.numbers(index, as: Float.self)))
    case .float64: return .float64(try finite(records.numbers(index, as: Double.self)))
    case .string:
      do throws(RecordError) {
        let texts = try records.strings(index)
        guard case .text(let missing) = missing else { return .string(texts) }
        return .string(texts.map { $0 == missing ? nil : $0 })
      } catch {
        throw HDF5ValueError(row: error.row, message: "has text that is not UTF-8")
      }
    }
  }

  private func flags(_ numbers: [Int8]) throws(HDF5ValueError) -> [Bool?] {
    let missing = missing.number(as: Int8.self)
    var flags: [Bool?] = []
    flags.reserveCapacity(numbers.count)
    for (row, number) in numbers.enumerated() {
      guard number == 0 || number == 1 || number == missing else {
        throw HDF5ValueError(row: row, message: "found \(number); expected 0, 1 or \(missing) for a missing value")
      }
      flags.append(number == missing ? nil : number == 1)
    }
    return flags
  }

  private func present<Integer: FixedWidthInteger>(_ numbers: [Integer]) -> [Integer?] {
    guard case .integer = missing else { return numbers }
    let missing = missing.number(as: Integer.self)
    return numbers.map { $0 == missing ? nil : $0 }
  }

  private func signed(_ numbers: [UInt64]) throws(HDF5ValueError) -> [Int64?] {
    if let row = numbers.firstIndex(where: { $0 > Int64.max }) {
      throw HDF5ValueError(
        row: row,
        message: "holds a number above \(Int64.max); expected one that fits into a signed 64-bit integer")
    }
    return numbers.map { Int64($0) }
  }

  /// NaN means a missing value, whatever program wrote it: all programs that read such tables treat NaN so.
  private func finite<Number: BinaryFloatingPoint>(_ numbers: [Number]) throws(HDF5ValueError) -> [Number?] {
    if let row = numbers.firstIndex(where: \.isInfinite) {
      throw HDF5ValueError(
        row: row, message: "found \(numbers[row]); expected a finite number, or NaN for a missing one")
    }
    return numbers.map { $0.isNaN ? nil : $0 }
  }
}

/// An error for an invalid value in an HDF5 table.
struct HDF5ValueError: Error {
  /// The row of the value, counted from 0 in the rows that were read.
  let row: Int
  /// The fault and the expected value.
  let message: String
}
