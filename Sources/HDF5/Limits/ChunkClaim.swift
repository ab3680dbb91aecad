import CDeflate
import CHDF5

extension Dataset {
  /// Rejects filtered chunks that claim more bytes than they can have, or unpack to more than a chunk holds. HDF5 must
  /// not read such a chunk: it would allocate as much memory as the chunk claims.
  func validateChunks(of block: Hyperslab, _ attempt: Attempt) throws(HDF5Error) {
    guard let chunkShape, !filters.isEmpty, !object.file.isWritable, block.elementCount > 0 else { return }
    let type = try attempt.own(H5Dget_type(object.handle.id))
    let claim = ChunkClaim(
      byteCount: Hyperslab.product(chunkShape + [H5Tget_size(type.id)]),
      fileByteCount: try object.fileByteCount(attempt),
      aboveGzip: try filtersAboveGzip(attempt), dataset: object.handle.id)
    let first = zip(block.offset, chunkShape).map { $0 - $0 % $1 }
    let last = block.offset.indices.map { block.offset[$0] + (block.count[$0] - 1) * block.stride[$0] }
    var corner = first
    while true {
      try claim.validate(at: corner, attempt)
      var dimension = corner.count - 1
      while dimension >= 0 {
        corner[dimension] += chunkShape[dimension]
        if corner[dimension] <= last[dimension] { break }
        corner[dimension] = first[dimension]
        dimension -= 1
      }
      if dimension < 0 { return }
    }
  }

  /// The position of gzip among the filters, and the filters that follow it on writing; nil without gzip.
  ///
  /// Only shuffle and checksums may follow: after any other filter the length of gzip's bytes would not be known.
  private func filtersAboveGzip(_ attempt: Attempt) throws(HDF5Error) -> (gzip: Int, above: [Filter])? {
    guard let gzip = filters.firstIndex(where: { $0.name == "gzip" }) else { return nil }
    let above = Array(filters[(gzip + 1)...])
    if let other = above.first(where: { !["shuffle", "fletcher32"].contains($0.name) }) {
      throw attempt.error(
        .unsupported,
        "its chunks pass through \(other.name) after gzip, so their unpacked size cannot be checked beforehand; "
          + "h5repack -f GZIP=4 rewrites the file")
    }
    return (gzip, above)
  }
}

/// The claim of one chunk.
private struct ChunkClaim {
  let byteCount: Int
  let fileByteCount: Int
  /// The position of gzip among the filters, and the filters after it; nil without gzip.
  let aboveGzip: (gzip: Int, above: [Filter])?
  let dataset: hid_t

  /// The most bytes that a stored chunk can have. No filter doubles the length of incompressible bytes; 1 KiB more
  /// covers the overhead of small chunks.
  private var mostStored: Int { min(fileByteCount, 2 * byteCount + 1024) }

  func validate(at corner: [Int], _ attempt: Attempt) throws(HDF5Error) {
    var offset = corner.map { hsize_t($0) }
    var size: hsize_t = 0
    // A chunk that was never written has no size; HDF5 reports other faults of a chunk without a size.
    guard H5Dget_chunk_storage_size(dataset, &offset, &size) >= 0, size > 0 else { return }
    guard size <= hsize_t(mostStored) else {
      throw attempt.error(
        .damaged,
        "the chunk at \(corner) claims \(size) stored bytes; a chunk of \(byteCount) bytes in a file of "
          + "\(fileByteCount) has at most \(mostStored)")
    }
    // A chunk that is too short to unpack to more than `StorageLimits.unstoredByteCount` is left to HDF5.
    guard let (gzip, above) = aboveGzip, Int(size) > StorageLimits.unstoredByteCount / StorageLimits.expansion else {
      return
    }
    var mask: UInt32 = 0
    var stored = Room()
    var unpacked = Room()
    var count = Int(size)
    // Checksums that other filters add before gzip take a few bytes per chunk.
    guard stored.reserve(Int(size)), unpacked.reserve(byteCount + 1024),
      H5Dread_chunk(dataset, chdf5_default(), &offset, &mask, stored.bytes.baseAddress) >= 0,
      // Each bit of the mask is a filter that this chunk did not pass through.
      mask & 1 << gzip == 0,
      Self.undo(above.indices.filter { mask & 1 << (gzip + 1 + $0) == 0 }.map { above[$0] }, &stored, &count),
      let inflater = libdeflate_alloc_decompressor()
    else { return }
    defer { libdeflate_free_decompressor(inflater) }
    var (taken, made) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      inflater, stored.bytes.baseAddress, count, unpacked.bytes.baseAddress, byteCount + 1024, &taken, &made)
    guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return }
    throw attempt.error(.damaged, ChunkDecoder.tooLong(byteCount))
  }

  /// Undoes the filters that follow gzip. Returns false if memory is short.
  private static func undo(_ filters: [Filter], _ stored: inout Room, _ count: inout Int) -> Bool {
    for filter in filters.reversed() {
      guard filter.name == "shuffle" else {
        // Fletcher32 adds its sum at the end.
        count = max(0, count - 4)
        continue
      }
      var elements = Room()
      guard elements.reserve(count) else { return false }
      ByteShuffle.unshuffle(
        UnsafeRawBufferPointer(rebasing: stored.bytes[..<count]),
        elementByteCount: max(1, Int(filter.parameters.first ?? 1)),
        into: UnsafeMutableRawBufferPointer(rebasing: elements.bytes[..<count]))
      swap(&stored, &elements)
    }
    return true
  }
}
