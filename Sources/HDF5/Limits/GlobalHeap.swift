import CHDF5

/// Checks the heap in which a file stores strings of variable length, before HDF5 reads the strings.
///
/// A damaged heap makes HDF5 1.10 loop endlessly. Source: HDF5 file format specification, version 3, section III.E
/// ("Disk Format: Level 1E - Global Heap").
struct GlobalHeap {
  /// The place of a string, stored in the file instead of the string.
  struct Reference {
    let length: Int
    /// The address of the collection, counted from the file's base address; 0 or undefined for an empty string.
    let address: UInt64
    /// The index of the object in the collection.
    let index: Int
  }

  private static let signature: [UInt8] = Array("GCOL".utf8)
  private let attempt: Attempt
  private let source: RawFile
  private let addressByteCount: Int
  private let lengthByteCount: Int

  init(of object: OpenObject, _ attempt: Attempt) throws(HDF5Error) {
    let file = try attempt.own(H5Iget_file_id(object.handle.id))
    if object.file.isWritable { try attempt.check(H5Fflush(file.id, H5F_SCOPE_LOCAL)) }
    let properties = try attempt.own(H5Fget_create_plist(file.id))
    var (addressByteCount, lengthByteCount) = (0, 0)
    try attempt.check(H5Pget_sizes(properties.id, &addressByteCount, &lengthByteCount))
    self.addressByteCount = addressByteCount
    self.lengthByteCount = lengthByteCount
    self.attempt = attempt
    source = try RawFile(
      file.id, byteCount: object.fileByteCount(attempt), userBlockOf: properties.id, attempt)
  }

  /// Bytes of a reference in the file.
  private var referenceByteCount: Int { 8 + addressByteCount }

  /// Rejects strings outside of a valid collection, and strings that claim more bytes in total than they may.
  /// - Parameters:
  ///   - count: The number of strings.
  ///   - read: Reads the elements into memory as the given type, which leaves the references unconverted.
  func validate(count: Int, _ read: (_ type: hid_t, UnsafeMutableRawPointer) -> herr_t) throws(HDF5Error) {
    try attempt.validateAllocation(of: count, byteCountEach: referenceByteCount)
    var bytes = [UInt8](repeating: 0, count: count * referenceByteCount)
    try UnconvertedStrings.register(attempt)
    let type = try attempt.own(H5Tcreate(H5T_OPAQUE, referenceByteCount))
    try attempt.check(bytes.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { read(type.id, $0) } ?? 0 })
    var objects: [UInt64: [Int: Int]] = [:]
    var (total, collected) = (0, 0)
    for start in stride(from: 0, to: bytes.count, by: referenceByteCount) {
      let reference = reference(bytes[start..<start + referenceByteCount])
      guard reference.length > 0, reference.address != 0, reference.address != undefinedAddress else { continue }
      if objects[reference.address] == nil {
        let (rooms, byteCount) = try collection(at: reference.address)
        collected += byteCount
        // Valid collections do not overlap: together they are no longer than the file.
        guard collected <= source.byteCount else { throw fault("it overlaps other heaps", reference.address) }
        objects[reference.address] = rooms
      }
      guard let room = objects[reference.address]?[reference.index], reference.length <= room else {
        throw fault("a string is in object \(reference.index), which does not exist or is shorter", reference.address)
      }
      total += reference.length
    }
    let most = max(StorageLimits.unstoredByteCount, source.byteCount)
    guard total <= most else {
      throw attempt.error(
        .damaged, "its \(count) strings claim \(total) bytes; expected at most \(most): many point to the same text")
    }
  }

  private var undefinedAddress: UInt64 { addressByteCount >= 8 ? .max : (1 << (8 * addressByteCount)) - 1 }

  private func reference(_ bytes: ArraySlice<UInt8>) -> Reference {
    let start = bytes.startIndex
    return Reference(
      length: Int(clamping: Self.number(bytes[start..<start + 4])),
      address: Self.number(bytes[start + 4..<start + 4 + addressByteCount]),
      index: Int(clamping: Self.number(bytes[(start + 4 + addressByteCount)...])))
  }

  /// The sizes of the objects in a collection by their numbers, and the length of the collection, all in bytes.
  private func collection(at address: UInt64) throws(HDF5Error) -> (rooms: [Int: Int], byteCount: Int) {
    let headByteCount = 8 + lengthByteCount
    guard let head = source.bytes(at: address, count: headByteCount), head.starts(with: Self.signature), head[4] == 1
    else { throw fault("it does not begin like one", address) }
    let size = Int(clamping: Self.number(head[8...]))
    guard size >= headByteCount, size <= source.byteCount, let bytes = source.bytes(at: address, count: size) else {
      throw fault("it claims \(size) bytes, the file has \(source.byteCount)", address)
    }
    var rooms: [Int: Int] = [:]
    var position = headByteCount
    // A remainder too short for another object is free.
    while position + headByteCount <= size {
      let index = Int(Self.number(bytes[position..<position + 2]))
      let room = Int(clamping: Self.number(bytes[(position + 8)..<(position + headByteCount)]))
      // The size of free space counts its own head; objects are padded to multiples of 8 bytes.
      let taken = index == 0 ? room : headByteCount + (min(room, size) + 7) / 8 * 8
      guard taken >= headByteCount, room <= size, taken <= size - position else {
        throw fault("object \(index) claims \(room) bytes, \(size - position - headByteCount) are left", address)
      }
      if index > 0 { rooms[index] = room }
      position += taken
    }
    return (rooms, size)
  }

  private func fault(_ what: String, _ address: UInt64) -> HDF5Error {
    attempt.error(.damaged, "the heap of strings at \(address) is damaged: \(what)")
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A conversion of strings of variable length to opaque bytes, which leaves the file's references to them unchanged.
///
/// The library has no such conversion; once registered, it stays for as long as the program runs.
private enum UnconvertedStrings {
  /// Only read and written inside the lock.
  nonisolated(unsafe) private static var isRegistered = false

  static func register(_ attempt: Attempt) throws(HDF5Error) {
    guard !isRegistered else { return }
    let strings = try StringFormat.variable.makeType(attempt)
    let opaque = try attempt.own(H5Tcreate(H5T_OPAQUE, 1))
    try attempt.check(
      H5Tregister(H5T_PERS_SOFT, "strings as they are", strings.id, opaque.id) { source, _, data, _, _, _, _, _, _ in
        guard let data, data.pointee.command == H5T_CONV_INIT else { return 0 }
        data.pointee.need_bkg = H5T_BKG_NO
        return H5Tis_variable_str(source) > 0 ? 0 : -1
      })
    isRegistered = true
  }
}
