import CHDF5
import Glibc

/// Consecutive chunks in their stored form, one after another in reused memory.
///
/// Many small chunks are read at a time, so that they share the cost of taking the lock and entering the library.
final class StoredChunks {
  /// One chunk.
  struct Chunk {
    /// Where the bytes of the chunk begin.
    var place = 0
    /// The number of bytes; 0 if HDF5 must read the chunk, because it was never written or cannot be read.
    var byteCount = 0
    /// Which filters were skipped.
    var filterMask: UInt32 = 0
  }

  /// The number of extra bytes after every chunk, of any value. The decompressor may read these bytes, so it does not
  /// need to slow down near the end of the chunk.
  static let slack = 64
  /// The largest number of bytes to read at a time, unless one chunk is larger. So few bytes stay in the processor's
  /// cache until they are decoded.
  private static let byteLimit = 1 << 17
  private static let countLimit = 256

  private(set) var chunks: [Chunk] = []
  private var room = Room()
  private var usedByteCount = 0

  /// The bytes of a chunk, followed by `slack` bytes.
  func bytes(of chunk: Chunk) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: room.bytes[chunk.place..<chunk.place + chunk.byteCount + Self.slack])
  }

  /// Frees memory that unusually large chunks needed.
  func shrink(to byteCount: Int) { room.shrink(to: byteCount) }

  fileprivate func removeAll() {
    chunks.removeAll(keepingCapacity: true)
    usedByteCount = 0
  }

  /// Whether a chunk of this size fits into the same batch.
  fileprivate func hasRoom(for byteCount: Int) -> Bool {
    chunks.isEmpty || chunks.count < Self.countLimit && usedByteCount + byteCount <= Self.byteLimit
  }

  /// Reserves memory after the existing chunks for a chunk that fits into the batch; nil if memory is short.
  fileprivate func append(byteCount: Int) -> UnsafeMutableRawPointer? {
    // Only the first chunk may reallocate the memory.
    let wanted = max(Self.byteLimit, byteCount) + Self.slack
    guard usedByteCount > 0 || room.reserve(wanted), let base = room.bytes.baseAddress else { return nil }
    let bytes = base + usedByteCount
    chunks.append(Chunk(place: usedByteCount, byteCount: byteCount))
    usedByteCount += byteCount
    (bytes + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
    return bytes
  }

  fileprivate func appendUnread() { chunks.append(Chunk()) }

  fileprivate func setLast(filterMask: UInt32?) {
    guard let filterMask else {
      chunks[chunks.count - 1] = Chunk()
      return
    }
    chunks[chunks.count - 1].filterMask = filterMask
  }
}

extension Dataset {
  /// Reads consecutive chunks in their stored form. This is the only part of decoding that needs the library.
  ///
  /// `H5Dget_chunk_storage_size` finds a chunk by its place in 0.3 us. `H5Dget_chunk_info` of HDF5 1.10 visits all
  /// chunks before it (12.9 s for 36,000 chunks). The size must be known before reading: `H5Dread_chunk` writes all
  /// bytes of a chunk, whatever the size of the buffer.
  /// - Parameters:
  ///   - rows: A range that begins at the first row of a chunk.
  ///   - chunkRows: The number of rows in a chunk.
  ///   - limit: The largest size in bytes that an undamaged chunk can have.
  ///   - batch: Receives at least one chunk, and as many of the following chunks as fit.
  /// - Throws: `HDF5Error` if nothing can be read. If a single chunk fails, HDF5 reads it later and reports the fault.
  func readStoredChunks(
    of rows: Range<Int>, chunkRows: Int, rank: Int, limit: Int, into batch: StoredChunks
  ) throws(HDF5Error) {
    batch.removeAll()
    try object.perform("read stored chunks") { (_) throws(HDF5Error) in
      var offset = [hsize_t](repeating: 0, count: rank)
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: chunkRows) {
        offset[0] = hsize_t(row)
        var size: hsize_t = 0
        // A damaged index can claim any size.
        guard H5Dget_chunk_storage_size(object.handle.id, &offset, &size) >= 0, size > 0, size <= hsize_t(limit) else {
          return batch.appendUnread()
        }
        guard batch.hasRoom(for: Int(size)) else { return }
        guard let bytes = batch.append(byteCount: Int(size)) else { return batch.appendUnread() }
        var mask: UInt32 = 0
        guard H5Dread_chunk(object.handle.id, chdf5_default(), &offset, &mask, bytes) >= 0 else {
          return batch.setLast(filterMask: nil)
        }
        batch.setLast(filterMask: mask)
      }
    }
  }
}

extension Dataset {
  /// Stores the encoded bytes of a chunk. This is the only part of writing a chunk that needs the library.
  ///
  /// - Parameters:
  ///   - row: The first row of the chunk.
  ///   - rowCount: The number of rows in the dataset afterwards. It includes at least one row of the chunk.
  ///   - bytes: The encoded bytes of a whole chunk, including any rows beyond the end of the dataset.
  func writeStoredChunk(
    at row: Int, growingTo rowCount: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(HDF5Error) {
    try object.performWrite("write the chunk at row \(row)") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      var shape = extent.shape
      shape[0] = rowCount
      try resize(to: shape, from: extent, attempt)
      var offset = [hsize_t](repeating: 0, count: shape.count)
      offset[0] = hsize_t(row)
      try attempt.check(
        H5Dwrite_chunk(object.handle.id, chdf5_default(), 0, &offset, bytes.count, bytes.baseAddress))
    }
  }
}

/// Memory that is reused and never initialized.
struct Room: ~Copyable {
  private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { free(bytes.baseAddress) }

  /// Reserves at least this many bytes, and may discard the content. Returns false if memory is short.
  mutating func reserve(_ byteCount: Int) -> Bool {
    guard bytes.count < byteCount else { return true }
    release()
    guard let base = malloc(byteCount) else { return false }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    return true
  }

  /// Frees the buffer if it holds more than this many bytes.
  mutating func shrink(to byteCount: Int) {
    if bytes.count > byteCount { release() }
  }

  private mutating func release() {
    free(bytes.baseAddress)
    bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
