import CHDF5
import Foundation

/// Moves strings between Swift and the library's memory, for datasets and attributes alike.
struct StringTransfer {
  /// How the strings are stored.
  let format: StringFormat
  /// The attempt that they are part of.
  let attempt: Attempt

  /// Reads `count` strings.
  /// - Parameters:
  ///   - type: the stored type, which serves in memory as well: HDF5 does not convert between character sets.
  ///   - space: the dataspace that the strings fill.
  ///   - transfer: fills the memory it is given.
  func read(
    count: Int, type: hid_t, space: hid_t, _ transfer: (UnsafeMutableRawPointer) -> herr_t
  ) throws(HDF5Error) -> [String] {
    guard count > 0 else { return [] }
    guard let size = format.byteCount else {
      return try readVariable(count: count, type: type, space: space, transfer)
    }
    try attempt.validateAllocation(of: count, byteCountEach: size)
    var bytes = [UInt8](repeating: 0, count: count * size)
    let status = bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map(transfer) ?? 0 }
    try attempt.check(status)
    var strings: [String] = []
    strings.reserveCapacity(count)
    for index in 0..<count {
      strings.append(try decode(trimmed(bytes[index * size..<(index + 1) * size])))
    }
    return strings
  }

  private func readVariable(
    count: Int, type: hid_t, space: hid_t, _ transfer: (UnsafeMutableRawPointer) -> herr_t
  ) throws(HDF5Error) -> [String] {
    try attempt.validateAllocation(of: count, byteCountEach: MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    var pointers = [UnsafeMutablePointer<CChar>?](repeating: nil, count: count)
    let status = pointers.withUnsafeMutableBytes { buffer in buffer.baseAddress.map(transfer) ?? 0 }
    let failure = status < 0 ? attempt.libraryError() : nil
    defer { H5Dvlen_reclaim(type, space, chdf5_default(), &pointers) }
    if let failure { throw failure }
    var strings: [String] = []
    strings.reserveCapacity(count)
    for pointer in pointers {
      let bytes = pointer.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
      strings.append(try decode(bytes.map { ArraySlice($0) } ?? []))
    }
    return strings
  }

  /// The bytes of a fixed string without what fills its room.
  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let filler: UInt8
    switch format.padding {
    case .nullTerminated: return bytes.prefix { $0 != 0 }
    case .nullPadded: filler = 0
    case .spacePadded: filler = UInt8(ascii: " ")
    }
    guard let last = bytes.lastIndex(where: { $0 != filler }) else { return [] }
    return bytes[...last]
  }

  /// UTF-8; where ASCII is declared, also Latin-1, as makers store degree signs and exponents in it.
  private func decode(_ bytes: ArraySlice<UInt8>) throws(HDF5Error) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard format.characterSet == .ascii else {
      throw attempt.error(.wrongType, "a string is not valid UTF-8, though it is declared to be")
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Lays strings out in the stored format and hands the memory to `transfer`.
  func write(_ strings: [String], _ transfer: (UnsafeRawPointer) -> herr_t) throws(HDF5Error) {
    guard !strings.isEmpty else { return }
    try validate(strings)
    guard let size = format.byteCount else { return try writeVariable(strings, transfer) }
    let filler: UInt8 = format.padding == .spacePadded ? UInt8(ascii: " ") : 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(strings.count * size)
    for text in strings {
      bytes += text.utf8
      bytes += repeatElement(filler, count: size - text.utf8.count)
    }
    let status = bytes.withUnsafeBytes { buffer in buffer.baseAddress.map(transfer) ?? 0 }
    try attempt.check(status)
  }

  private func writeVariable(_ strings: [String], _ transfer: (UnsafeRawPointer) -> herr_t) throws(HDF5Error) {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    let status = pointers.withUnsafeBytes { buffer in buffer.baseAddress.map(transfer) ?? 0 }
    try attempt.check(status)
  }

  /// Refuses strings that the format cannot hold.
  func validate(_ strings: [String]) throws(HDF5Error) {
    let room = format.byteCount.map { format.padding == .nullTerminated ? $0 - 1 : $0 }
    for text in strings {
      if text.utf8.contains(0) { throw attempt.error(.invalidArgument, "a string has a NUL character in it") }
      if format.characterSet == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) {
        throw attempt.error(.invalidArgument, "\"\(text)\" is not ASCII")
      }
      if let room, text.utf8.count > room {
        throw attempt.error(.wrongCount, "\"\(text)\" has \(text.utf8.count) bytes, the room is \(room)")
      }
    }
  }
}
