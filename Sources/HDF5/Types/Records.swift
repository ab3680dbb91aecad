/// Elements of a dataset of compounds in memory: rows of a table, whose columns are set and read as a whole.
package struct Records: Sendable, Hashable {
  /// The members of each record.
  package let type: CompoundType
  /// The records, one after another, numbers in the machine's byte order.
  package private(set) var bytes: [UInt8]

  /// Makes records whose numbers are 0 and whose strings are empty.
  package init(_ type: CompoundType, count: Int) {
    self.type = type
    bytes = [UInt8](repeating: 0, count: count * type.byteCount)
  }

  /// Takes over the bytes of whole records.
  init(_ type: CompoundType, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// The number of records.
  package var count: Int { type.byteCount == 0 ? 0 : bytes.count / type.byteCount }

  /// Adds records of the same type at the end.
  package mutating func append(_ other: Records) {
    precondition(other.type == type, "records of another type")
    bytes += other.bytes
  }

  /// Sets a member of all records to numbers of the member's own type.
  /// - Parameters:
  ///   - member: the index of the member.
  ///   - numbers: one per record.
  package mutating func set<Element: HDF5Element>(_ member: Int, to numbers: [Element]) {
    requireNumber(Element.self, member)
    precondition(numbers.count == count, "\(numbers.count) values for \(count) records")
    let (first, stride) = (type.offsets[member], type.byteCount)
    bytes.withUnsafeMutableBytes { buffer in
      for row in numbers.indices {
        buffer.storeBytes(of: numbers[row], toByteOffset: first + row * stride, as: Element.self)
      }
    }
  }

  /// A member of all records, as numbers of the member's own type.
  /// - Parameters:
  ///   - member: the index of the member.
  ///   - element: its type.
  package func numbers<Element: HDF5Element>(_ member: Int, as element: Element.Type) -> [Element] {
    requireNumber(element, member)
    let (first, stride) = (type.offsets[member], type.byteCount)
    return bytes.withUnsafeBytes { buffer in
      (0..<count).map { buffer.loadUnaligned(fromByteOffset: first + $0 * stride, as: element) }
    }
  }

  /// Sets a member of all records to strings.
  /// - Parameters:
  ///   - member: the index of the member, whose strings have a fixed length.
  ///   - strings: one per record.
  /// - Throws: `RecordError` for the first string that is too long, holds a NUL, or is not ASCII in an ASCII format.
  package mutating func set(_ member: Int, to strings: [String]) throws(RecordError) {
    let format = requireString(member)
    precondition(strings.count == count, "\(strings.count) values for \(count) records")
    for (row, text) in strings.enumerated() {
      if let reason = format.refusal(of: text)?.reason { throw RecordError(row: row, member: member, reason: reason) }
      var position = type.offsets[member] + row * type.byteCount
      let end = position + (format.byteCount ?? 0)
      for byte in text.utf8 {
        bytes[position] = byte
        position += 1
      }
      while position < end {
        bytes[position] = format.filler
        position += 1
      }
    }
  }

  /// A member of all records, as strings without their padding.
  /// - Parameter member: the index of the member.
  /// - Throws: `RecordError` for the first whose bytes are not valid.
  package func strings(_ member: Int) throws(RecordError) -> [String] {
    let format = requireString(member)
    let (first, room) = (type.offsets[member], format.byteCount ?? 0)
    var strings: [String] = []
    strings.reserveCapacity(count)
    for row in 0..<count {
      let start = first + row * type.byteCount
      guard let text = format.text(of: bytes[start..<start + room]) else {
        throw RecordError(row: row, member: member, reason: StringFormat.isNotUTF8)
      }
      strings.append(text)
    }
    return strings
  }

  private func requireNumber<Element: HDF5Element>(_ element: Element.Type, _ member: Int) {
    let found = type.members[member].type
    precondition(found == Element.elementType, "the member is a \(found), not a \(Element.self)")
  }

  private func requireString(_ member: Int) -> StringFormat {
    guard case .string(let format) = type.members[member].type else {
      preconditionFailure("the member is a \(type.members[member].type), not a string")
    }
    return format
  }
}

/// A string of a record that cannot be stored or read.
package struct RecordError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The index of the record.
  package let row: Int
  /// The index of the member.
  package let member: Int
  /// Why, in plain words.
  package let reason: String

  /// Where and why.
  package var description: String { "record \(row), member \(member): \(reason)" }
}
