import CHDF5

/// How much data a file may claim to contain, compared with its stored bytes.
package enum StorageLimits {
  /// The largest number of bytes that one stored byte can expand to.
  ///
  /// Gzip reaches 1,032 at best. Source: zlib, "Technical Details", Maximum Expansion Factor.
  package static let expansion = 1032
  /// The number of bytes that every dataset may claim, even if the file stores few bytes for it.
  ///
  /// Values that were never written take no space.
  package static let unstoredByteCount = 256 << 20
  /// The number of bytes that every chunk may claim, even in a small file.
  ///
  /// To read a chunk, HDF5 needs memory for the whole chunk and its stored bytes.
  package static let chunkByteCount = 256 << 20
  /// The largest number of bytes that a larger chunk may claim for each byte of the file.
  ///
  /// Sensor samples compress to a quarter or more. Data that compresses much further was made to exhaust memory.
  package static let largeChunkExpansion = 32

  /// The largest number of bytes that a dataset may claim, given the number of its stored bytes.
  static func most(storedByteCount: Int) -> Int {
    max(unstoredByteCount, Hyperslab.product([storedByteCount, expansion]))
  }
}

/// Checks the claimed size of a dataset before memory is allocated or a loop begins.
struct StorageClaim {
  private let object: OpenObject
  private var dataset: hid_t { object.handle.id }
  private let shape: [Int]
  private let chunkShape: [Int]?
  private let elementByteCount: Int
  /// Whether a filter can make chunks shorter than their values.
  private let isCompressed: Bool

  /// Reads the shape and type of a dataset. Must be called inside the lock.
  init(of object: OpenObject, chunkShape: [Int]?, _ filters: [Filter], _ attempt: Attempt) throws(HDF5Error) {
    self.object = object
    self.chunkShape = chunkShape
    isCompressed = filters.contains { !["shuffle", "fletcher32"].contains($0.name) }
    let type = try attempt.own(H5Dget_type(object.handle.id))
    elementByteCount = H5Tget_size(type.id)
    shape = try Extent(adopting: attempt.own(H5Dget_space(object.handle.id)), attempt).shape
  }

  /// The bytes that the dataset claims, at most `Int.max`.
  private var byteCount: Int { Hyperslab.product(shape + [elementByteCount]) }

  /// Chunks of at most this size are not compared with the stored bytes: a dataset that has just begun to grow may have
  /// only one chunk.
  private static let smallChunkByteCount = 16 << 20

  /// Rejects a dataset that claims more than the file can contain.
  func validate(_ attempt: Attempt) throws(HDF5Error) {
    guard let chunkShape else { return try validateOnePiece(attempt) }
    let chunkByteCount = Hyperslab.product(chunkShape + [elementByteCount])
    let most = max(
      StorageLimits.chunkByteCount,
      Hyperslab.product([try object.fileByteCount(attempt), isCompressed ? StorageLimits.largeChunkExpansion : 1]))
    guard chunkByteCount <= most else {
      throw attempt.error(
        .damaged,
        "it claims chunks of \(Self.words(chunkShape, elementByteCount)); expected at most \(most) bytes per chunk in a "
          + "file of this size")
    }
    // To count the stored bytes, HDF5 visits all chunks.
    guard byteCount > StorageLimits.unstoredByteCount || chunkByteCount > Self.smallChunkByteCount else { return }
    if object.file.isWritable { H5Fflush(dataset, H5F_SCOPE_LOCAL) }
    let stored = Int(clamping: H5Dget_storage_size(dataset))
    try require(byteCount, Self.words(shape, elementByteCount), stored: stored, attempt)
    if stored > 0, chunkByteCount > Self.smallChunkByteCount, chunkByteCount / StorageLimits.expansion > stored {
      throw attempt.error(
        .damaged,
        "it claims chunks of \(Self.words(chunkShape, elementByteCount)), but the \(stored) bytes stored for it "
          + "can hold at most \(Hyperslab.product([stored, StorageLimits.expansion]))")
    }
  }

  /// Checks a contiguous dataset: the file stores its values uncompressed in one block. Values that were never written
  /// have no address.
  private func validateOnePiece(_ attempt: Attempt) throws(HDF5Error) {
    let address = H5Dget_offset(dataset)
    guard address != chdf5_undefined_address() else {
      return try require(byteCount, Self.words(shape, elementByteCount), stored: 0, attempt)
    }
    let room = max(0, try object.fileByteCount(attempt) - Int(clamping: address))
    guard byteCount > room else { return }
    throw attempt.error(
      .damaged,
      "it claims \(Self.words(shape, elementByteCount)), but the file has only \(room) bytes from where they begin")
  }

  private func require(_ byteCount: Int, _ words: String, stored: Int, _ attempt: Attempt) throws(HDF5Error) {
    let most = StorageLimits.most(storedByteCount: stored)
    guard byteCount > most else { return }
    throw attempt.error(
      .damaged, "it claims \(words), but the \(stored) bytes stored for it can hold at most \(most)")
  }

  /// "[10, 3] elements of 8 bytes, 240 bytes in all".
  static func words(_ shape: [Int], _ elementByteCount: Int) -> String {
    let total = Hyperslab.product(shape + [elementByteCount])
    let all = total == .max ? "more bytes than can be counted" : "\(total) bytes in all"
    return "\(shape) elements of \(elementByteCount) bytes, \(all)"
  }
}

extension OpenObject {
  /// The size of the file that contains the object, in memory or on the disk. After a followed link, this is a
  /// different file from the opened file.
  func fileByteCount(_ attempt: Attempt) throws(HDF5Error) -> Int {
    let own = try attempt.own(H5Iget_file_id(handle.id))
    var size: hsize_t = 0
    try attempt.check(H5Fget_filesize(own.id, &size))
    return Int(clamping: size)
  }
}
