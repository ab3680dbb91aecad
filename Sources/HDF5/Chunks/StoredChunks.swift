import CHDF5
import Glibc

/// Consecutive chunks as they are stored, one behind the other in memory that is reused.
///
/// Many small chunks are read at a time, so that they share the cost of the lock and of entering the library.
final class StoredChunks {
  /// One chunk.
  struct Chunk {
    /// Where its bytes begin.
    var place = 0
    /// How many there are; 0 if the chunk is left to HDF5, as it was never written or cannot be read.
    var byteCount = 0
    /// Which filters were skipped.
    var filterMask: UInt32 = 0
  }

  /// Bytes of any value behind every chunk that the decompressor may read, so that it need not slow down near the
  /// chunk's end.
  static let slack = 64
  /// How many bytes are read at a time at most, unless one chunk is larger: so few stay in the processor's cache until
  /// they are decoded.
  private static let byteLimit = 1 << 17
  private static let countLimit = 256

  private(set) var chunks: [Chunk] = []
  private var room = Room()
  private var usedByteCount = 0

  /// The bytes of a chunk, with `slack` behind them.
  func bytes(of chunk: Chunk) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: room.bytes[chunk.place..<chunk.place + chunk.byteCount + Self.slack])
  }

  /// Frees memory that chunks of an unusual size took.
  func shrink(to byteCount: Int) { room.shrink(to: byteCount) }

  fileprivate func removeAll() {
    chunks.removeAll(keepingCapacity: true)
    usedByteCount = 0
  }

  /// Whether a chunk of this size fits into the same batch.
  fileprivate func hasRoom(for byteCount: Int) -> Bool {
    chunks.isEmpty || chunks.count < Self.countLimit && usedByteCount + byteCount <= Self.byteLimit
  }

  /// Makes room behind the chunks that are there, for a chunk that the batch has room for; nil without memory.
  fileprivate func append(byteCount: Int) -> UnsafeMutableRawPointer? {
    // Only the first chunk may move the memory.
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
  /// Reads the bytes of consecutive chunks as they are stored: the only part of decoding that needs the library.
  ///
  /// `H5Dget_chunk_storage_size` finds a chunk by its place in 0.3 us; `H5Dget_chunk_info` of HDF5 1.10 walks over all
  /// chunks before it (12.9 s for 36,000). The size has to be known: `H5Dread_chunk` writes however much there is.
  /// - Parameters:
  ///   - rows: begins at the first row of a chunk.
  ///   - chunkRows: rows of a chunk.
  ///   - limit: the most bytes that a sound chunk can have.
  ///   - batch: holds one chunk at least afterwards, and as many of those that follow as it has room for.
  /// - Throws: `HDF5Error` where nothing can be read; what goes wrong with one chunk is left to HDF5's own reading.
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
  /// Stores the encoded bytes of a chunk: the only part of writing one that needs the library.
  ///
  /// - Parameters:
  ///   - row: the first row of the chunk.
  ///   - rowCount: rows of the dataset afterwards, at least one of the chunk's included.
  ///   - bytes: the encoded bytes of a whole chunk, with any rows beyond the dataset's last.
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

/// Memory that is used again and again and never initialized.
struct Room: ~Copyable {
  private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { free(bytes.baseAddress) }

  /// Makes room for so many bytes, and may discard the content; returns false if there is no memory.
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
