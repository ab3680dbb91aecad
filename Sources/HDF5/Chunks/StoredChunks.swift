import CHDF5

extension Dataset {
  /// Reads the bytes of a chunk as they are stored; the only part of decoding that needs the library.
  ///
  /// `H5Dget_chunk_storage_size` finds a chunk by its place; `H5Dget_chunk_info` of HDF5 1.10 walks over all chunks
  /// before it (12.9 s for 36,000).
  /// - Parameters:
  ///   - row: the first row of the chunk.
  ///   - bytes: grows where it is too small.
  /// - Returns: how many bytes there are, 0 where the chunk was never written; and which filters were skipped.
  func readStoredChunk(
    at row: Int, rank: Int, limit: Int, into bytes: inout [UInt8]
  ) throws(HDF5Error) -> (byteCount: Int, filterMask: UInt32) {
    var buffer: [UInt8] = []
    swap(&buffer, &bytes)
    defer { swap(&buffer, &bytes) }
    return try object.perform("read the chunk at row \(row)") {
      (attempt) throws(HDF5Error) -> (byteCount: Int, filterMask: UInt32) in
      var offset = [hsize_t](repeating: 0, count: rank)
      offset[0] = hsize_t(row)
      var size: hsize_t = 0
      try attempt.check(H5Dget_chunk_storage_size(object.handle.id, &offset, &size))
      guard size > 0 else { return (0, 0) }
      // A damaged index can claim any size.
      guard size <= hsize_t(limit) else { throw attempt.error(.damaged, "a chunk of \(size) bytes") }
      let count = Int(size)
      if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
      var mask: UInt32 = 0
      try attempt.check(H5Dread_chunk(object.handle.id, chdf5_default(), &offset, &mask, &buffer))
      return (count, mask)
    }
  }
}
