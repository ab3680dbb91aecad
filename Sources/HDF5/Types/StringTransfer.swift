import CHDF5
import Glibc

/// Moves strings between Swift and the library's memory, for datasets and attributes alike.
struct StringTransfer {
  /// How the strings are stored.
  let format: StringFormat
  /// The attempt that the transfer is part of.
  let attempt: Attempt

  /// Reads `count` strings.
  /// - Parameters:
  ///   - type: The stored type. It is also used in memory: HDF5 does not convert between character sets.
  ///   - space: The dataspace that the strings fill.
  ///   - object: The object that contains the strings. Strings of variable length are checked in its file before they
  ///     are read.
  ///   - transfer: Fills the given memory with elements of the given type in memory.
  func read(
    count: Int, type: hid_t, space: hid_t, of object: OpenObject,
    _ transfer: (_ type: hid_t, UnsafeMutableRawPointer) -> herr_t
  ) throws(HDF5Error) -> [String] {
    guard count > 0 else { return [] }
    guard let size = format.byteCount else {
      try GlobalHeap(of: object, attempt).validate(count: count, transfer)
      return try readVariable(count: count, type: type, space: space) { transfer(type, $0) }
    }
    try attempt.validateAllocation(of: count, byteCountEach: size)
    var bytes = [UInt8](repeating: 0, count: count * size)
    let status = bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { transfer(type, $0) } ?? 0 }
    try attempt.check(status)
    var strings: [String] = []
    strings.reserveCapacity(count)
    for index in 0..<count {
      strings.append(try decode(format.trimmed(bytes[index * size..<(index + 1) * size])))
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

  private func decode(_ bytes: ArraySlice<UInt8>) throws(HDF5Error) -> String {
    guard let text = format.decoded(bytes) else { throw attempt.error(.wrongType, StringFormat.isNotUTF8) }
    return text
  }

  /// Lays strings out in the stored format and hands the memory to `transfer`.
  func write(_ strings: [String], _ transfer: (UnsafeRawPointer) -> herr_t) throws(HDF5Error) {
    guard !strings.isEmpty else { return }
    try validate(strings)
    guard let size = format.byteCount else { return try writeVariable(strings, transfer) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(strings.count * size)
    for text in strings {
      bytes += text.utf8
      bytes += repeatElement(format.filler, count: size - text.utf8.count)
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

  /// Rejects strings that the format cannot hold.
  func validate(_ strings: [String]) throws(HDF5Error) {
    for text in strings {
      if let (kind, reason) = format.refusal(of: text) { throw attempt.error(kind, reason) }
    }
  }
}
