import SPSignals

/// Adds rows to a dataset by the fastest method; every method stores the same values.
///
/// Chunks with no filters except shuffle, gzip and a checksum are encoded here, outside HDF5's one lock and by spare
/// workers if there are any. Everything else goes through HDF5. Rows wait until they fill a chunk, so call `finish()`
/// at the end. Only one task at a time may use the writer, and nothing else may add rows meanwhile.
package final class RowWriter<Element: HDF5Element> {
  /// The dataset.
  package let dataset: Dataset

  private let width: Int
  private let chunk: (encoder: ChunkEncoder, rows: Int)?
  /// Elements that do not fill a chunk yet.
  private var waiting: [Element] = []
  /// Rows of the dataset, including the rows of all chunks that were passed to the encoder.
  private var rowCount: Int
  private var encoded: [EncodedChunk] = []

  private struct EncodedChunk {
    var row, rowCount: Int
    var elements: [Element]
    var bytes: WorkedAhead<[UInt8]?>
  }

  /// When this many encoded chunks wait, the first chunk is stored.
  private static var encodedLimit: Int { 4 }

  /// Makes a writer that adds rows behind the last one of a dataset of at least one dimension.
  /// - Throws: `HDF5Error` if its shape cannot be read.
  package init(_ dataset: Dataset, of type: Element.Type = Element.self) throws(HDF5Error) {
    let shape = try dataset.shape
    self.dataset = dataset
    let rows = shape.first ?? 0
    rowCount = rows
    width = Hyperslab.product(Array(shape.dropFirst()))
    let format = ChunkFormat(of: dataset, shape: shape, as: type)
    let level = dataset.filters.first { $0.name == "gzip" }?.parameters.first.map(Int.init) ?? 0
    // If the last chunk is only partly filled, its encoded bytes cannot be extended, and HDF5 adds all rows.
    chunk = format.flatMap { format in
      rows.isMultiple(of: format.rows) ? (ChunkEncoder(format, level: level), format.rows) : nil
    }
  }

  /// Adds whole rows.
  /// - Throws: `HDF5Error`: `.wrongCount` if the values do not fill whole rows, or any error of storing them.
  package func append(_ values: [Element]) throws {
    // `Dataset.append` also reports values that do not fill whole rows.
    guard let chunk, values.count.isMultiple(of: width) else { return try dataset.append(values) }
    waiting += values
    let size = chunk.rows * width
    var start = 0
    while waiting.count - start >= size {
      try encode(Array(waiting[start..<start + size]), rows: chunk.rows)
      start += size
    }
    waiting.removeFirst(start)
  }

  /// Stores the waiting rows.
  /// - Throws: `HDF5Error`.
  package func finish() throws {
    guard let chunk else { return }
    if !waiting.isEmpty {
      let rows = waiting.count / width
      waiting += [Element](repeating: 0, count: chunk.rows * width - waiting.count)
      let last = waiting
      waiting = []
      try encode(last, rows: rows)
    }
    while !encoded.isEmpty { try storeFirst() }
  }

  private func encode(_ elements: [Element], rows: Int) throws {
    guard let encoder = chunk?.encoder else { return }
    let bytes = WorkedAhead<[UInt8]?> { _ in elements.withUnsafeBytes { encoder.encode($0) } }
    encoded.append(EncodedChunk(row: rowCount, rowCount: rowCount + rows, elements: elements, bytes: bytes))
    rowCount += rows
    if encoded.count >= Self.encodedLimit { try storeFirst() }
  }

  private func storeFirst() throws {
    let next = encoded.removeFirst()
    if let bytes = try next.bytes.value() {
      return try bytes.withUnsafeBufferPointer {
        try dataset.writeStoredChunk(at: next.row, growingTo: next.rowCount, $0)
      }
    }
    try dataset.append(Array(next.elements[..<((next.rowCount - next.row) * width)]))
  }
}
