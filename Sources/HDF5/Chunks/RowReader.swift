import Synchronization

/// Reads rows of a dataset by the fastest method; every method gives the same values.
///
/// A contiguous dataset is read directly from the file. Chunks with no filters except shuffle, gzip and a checksum
/// are decoded here, outside of HDF5's one lock, so that several tasks decode at once. That has about three times the
/// speed of HDF5 on one core, and more on several. Everything else, and every unusual chunk (never written, an
/// unexpected filter, bytes that do not decompress), goes through HDF5, which also words the error.
///
/// After a read of a part of a chunk, the reader keeps the chunk, so that consecutive parts decode it once. Consecutive
/// whole chunks share one call into the library and one decoder, so read many small chunks at a time.
package final class RowReader<Element: HDF5Element>: Sendable {
  /// The dataset.
  package let dataset: Dataset
  /// The number of rows.
  package let rowCount: Int
  /// Elements of a row: 1 for a dataset of one dimension.
  package let width: Int
  /// Rows of a chunk; nil if the dataset is contiguous.
  ///
  /// Reads that begin and end at multiples of this number decode every chunk once.
  package var chunkRows: Int? { dataset.chunkShape?.first }
  /// Whether rows are read without HDF5: chunks are decoded here, and a contiguous dataset is read directly.
  package var isDirect: Bool { format != nil || plain != nil }

  /// This many elements fit into the memory of any machine.
  private static var smallCount: Int { 1 << 20 }

  private let shape: [Int]
  private let format: ChunkFormat?
  private let plain: PlainRows?
  /// Rows of a chunk, if a chunk that is read in part is kept; nil otherwise.
  private let keptRows: Int?
  /// The chunk that was last read in part, and its first row.
  private let opened = Mutex<(first: Int, values: [Element])?>(nil)

  /// Makes a reader of a dataset of at least one dimension.
  ///
  /// - Parameters:
  ///   - dataset: The dataset, whose file has to stay open.
  ///   - type: The type in which its elements are read.
  ///   - isDirect: False leaves all work to HDF5, for comparison.
  /// - Throws: `HDF5Error` if the shape cannot be read, and for a scalar.
  package init(_ dataset: Dataset, as type: Element.Type = Element.self, isDirect: Bool = true) throws(HDF5Error) {
    let shape = try dataset.shape
    guard let rowCount = shape.first else {
      throw try dataset.object.perform("read rows") { (attempt) throws(HDF5Error) in
        attempt.error(.outOfBounds, "the dataset is a scalar and has no rows")
      }
    }
    self.dataset = dataset
    self.shape = shape
    self.rowCount = rowCount
    width = Hyperslab.product(Array(shape.dropFirst()))
    format = isDirect ? ChunkFormat(of: dataset, shape: shape, as: type) : nil
    plain = isDirect ? PlainRows(of: dataset, shape: shape, as: type) : nil
    keptRows = isDirect ? format?.rows ?? Self.chunkRows(beyondCacheOf: dataset, width: width) : nil
  }

  /// The rows of a chunk that is too large for HDF5's cache of 1 MiB, so that HDF5 would decode it again for each part
  /// that is read. Nil if it fits the cache, or is too large to be kept (256 MiB).
  private static func chunkRows(beyondCacheOf dataset: Dataset, width: Int) -> Int? {
    guard let rows = dataset.chunkShape?.first, rows > 0 else { return nil }
    let byteCount = Hyperslab.product([rows, width, MemoryLayout<Element>.stride])
    return (1 << 20..<1 << 28).contains(byteCount) ? rows : nil
  }

  /// Reads rows into memory of the caller, one row after another.
  ///
  /// - Parameters:
  ///   - rows: A range along the first dimension.
  ///   - buffer: At least as long as the rows; its first elements are overwritten and need not be initialized.
  /// - Throws: `HDF5Error`, as a `Dataset` does.
  package func read(_ rows: Range<Int>, into buffer: UnsafeMutableBufferPointer<Element>) throws(HDF5Error) {
    guard rows.lowerBound >= 0, rows.upperBound <= rowCount, buffer.count >= Hyperslab.product([rows.count, width])
    else {
      return try dataset.read(rows: rows, into: buffer)
    }
    if let plain {
      let bytes = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<(rows.count * width)]))
      switch plain.read(rows, into: bytes) {
      case .read: return
      case .refused: return try dataset.read(rows: rows, into: buffer)
      case .cut:
        try dataset.object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
          throw attempt.error(.truncated, "the file ends before these rows: it was shortened after it was opened")
        }
      }
    }
    guard let keptRows else { return try dataset.read(rows: rows, into: buffer) }
    var row = rows.lowerBound
    while row < rows.upperBound {
      let first = row - row % keptRows
      let isWhole = row == first && rows.upperBound - row >= keptRows
      let end =
        isWhole ? rows.upperBound - (rows.upperBound - row) % keptRows : min(rows.upperBound, first + keptRows)
      let offset = (row - rows.lowerBound) * width
      let part = UnsafeMutableBufferPointer(rebasing: buffer[offset..<(offset + (end - row) * width)])
      if isWhole {
        try read(chunks: row..<end, into: part)
      } else {
        let chunk = try chunk(at: first, of: keptRows)
        chunk.withUnsafeBufferPointer { chunk in
          _ = part.update(fromContentsOf: chunk[(row - first) * width..<(end - first) * width])
        }
      }
      row = end
    }
  }

  /// Reads rows into memory of the caller; as with a buffer.
  /// - Throws: `HDF5Error`, as with a buffer.
  package func read(_ rows: Range<Int>, into span: inout MutableSpan<Element>) throws(HDF5Error) {
    try span.withUnsafeMutableBufferPointer { (buffer) throws(HDF5Error) in try read(rows, into: buffer) }
  }

  /// Reads rows into a new array and lets them be changed in place before anyone else sees them.
  package func rows(
    _ rows: Range<Int>, changed change: (UnsafeMutableBufferPointer<Element>) -> Void = { _ in }
  ) throws(HDF5Error) -> [Element] {
    // HDF5 reports a range that does not fit, before memory is allocated.
    guard rows.lowerBound >= 0, rows.upperBound <= rowCount else {
      return try dataset.read(rows: rows, as: Element.self)
    }
    let count = Hyperslab.product([rows.count, width])
    // Finding out how much memory there is takes longer than reading a window.
    if count > Self.smallCount {
      try dataset.object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
        try attempt.validateAllocation(of: count, byteCountEach: MemoryLayout<Element>.stride)
      }
    }
    var failure: HDF5Error?
    let values = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let wanted = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      do throws(HDF5Error) {
        try read(rows, into: wanted)
        change(wanted)
        initializedCount = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return values
  }

  /// Reads consecutive whole chunks.
  private func read(chunks rows: Range<Int>, into output: UnsafeMutableBufferPointer<Element>) throws(HDF5Error) {
    var row = rows.lowerBound
    if let format {
      // One decoder serves all chunks. If memory for a decoder is short, HDF5 reads the chunks.
      _ = try ChunkDecoders.withDecoder { (decoder) throws(HDF5Error) in
        while row < rows.upperBound {
          for chunk in stored(row..<rows.upperBound, format, decoder) {
            let place = (row - rows.lowerBound) * width
            let part = UnsafeMutableBufferPointer(rebasing: output[place..<(place + format.rows * width)])
            switch decoder.decode(chunk, format, into: UnsafeMutableRawBufferPointer(part)) {
            case .decoded: break
            case .refused: try dataset.read(rows: row..<(row + format.rows), into: part)
            case .tooLong: throw try tooLong(at: row, format)
            }
            row += format.rows
          }
        }
      }
    }
    guard row < rows.upperBound else { return }
    try dataset.read(
      rows: row..<rows.upperBound,
      into: UnsafeMutableBufferPointer(rebasing: output[((row - rows.lowerBound) * width)...]))
  }

  /// The first chunk of the rows, and the following chunks that are read with it.
  private func stored(
    _ rows: Range<Int>, _ format: ChunkFormat, _ decoder: ChunkDecoder
  ) -> [StoredChunks.Chunk] {
    // Gzip can make bytes that do not compress a little longer, never twice as long.
    let limit = 2 * format.byteCount + 1024
    do throws(HDF5Error) {
      try dataset.readStoredChunks(
        of: rows, chunkRows: format.rows, rank: shape.count, limit: limit, into: decoder.stored)
    } catch {
      // HDF5 reports the fault of an unreadable chunk when it is called to decode it.
      return [StoredChunks.Chunk()]
    }
    return decoder.stored.chunks
  }

  /// A chunk of which only a part is needed, or the last one, which extends beyond the dataset.
  private func chunk(at first: Int, of chunkRows: Int) throws(HDF5Error) -> [Element] {
    if let opened = opened.withLock({ $0 }), opened.first == first { return opened.values }
    let rows = first..<min(first + chunkRows, rowCount)
    let values =
      if let decoded = try decoded(chunkAt: first) { decoded } else { try dataset.read(rows: rows, as: Element.self) }
    opened.withLock { $0 = (first, values) }
    return values
  }

  /// A chunk, including its part beyond the dataset; nil if it cannot be decoded without HDF5.
  private func decoded(chunkAt first: Int) throws(HDF5Error) -> [Element]? {
    guard let format else { return nil }
    let count = format.rows * format.width
    var outcome = ChunkDecoder.Outcome.refused
    let values = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let output = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      outcome =
        ChunkDecoders.withDecoder { decoder in
          stored(first..<(first + format.rows), format, decoder).first.map { decoder.decode($0, format, into: output) }
            ?? .refused
        } ?? .refused
      initializedCount = outcome == .decoded ? count : 0
    }
    if outcome == .tooLong { throw try tooLong(at: first, format) }
    return outcome == .decoded ? values : nil
  }

  private func tooLong(at row: Int, _ format: ChunkFormat) throws(HDF5Error) -> HDF5Error {
    try dataset.object.perform("read rows \(row..<(row + format.rows))") { (attempt) throws(HDF5Error) in
      attempt.error(.damaged, ChunkDecoder.tooLong(format.byteCount))
    }
  }
}
