import CHDF5

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
