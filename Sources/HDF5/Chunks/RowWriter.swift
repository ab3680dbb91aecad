import Parallel

/// Adds rows to a dataset by the fastest way that stores the same values as any other.
///
/// Chunks that are only shuffled and gzipped are compressed here, outside of HDF5's one lock and by spare workers where
/// there are any; everything else goes through HDF5. Rows wait until they fill a chunk, so ``finish()`` has to be called.
/// To be used by one task at a time, which adds no rows in any other way.
public final class RowWriter<Element: HDF5Element> {
  /// The dataset.
  public let dataset: Dataset

  private let width: Int
  private let chunk: (encoder: ChunkEncoder, rows: Int)?
  /// Elements that do not fill a chunk yet.
  private var waiting: [Element] = []
  /// Rows up to the chunks that were handed on.
  private var rowCount: Int
  private var encoded: [EncodedChunk] = []

  private struct EncodedChunk {
    var row, rowCount: Int
    var elements: [Element]
    var bytes: WorkedAhead<[UInt8]?>
  }

  /// Chunks that are compressed at a time.
  private static var encodedLimit: Int { 4 }

  /// Looks at a dataset of at least one dimension, which it goes on behind the last row of.
  /// - Throws: `HDF5Error` where its shape cannot be read.
  public init(_ dataset: Dataset, of type: Element.Type = Element.self) throws(HDF5Error) {
    let shape = try dataset.shape
    self.dataset = dataset
    let rows = shape.first ?? 0
    rowCount = rows
    width = Hyperslab.product(Array(shape.dropFirst()))
    let format = ChunkFormat(of: dataset, shape: shape, as: type)
    let level = dataset.filters.first { $0.name == "gzip" }?.parameters.first.map(Int.init) ?? 0
    // Behind a chunk that is filled in part HDF5 adds what is missing.
    chunk = format.flatMap { format in
      rows.isMultiple(of: format.rows) ? (ChunkEncoder(format, level: level), format.rows) : nil
    }
  }

  /// Adds whole rows.
  /// - Throws: `HDF5Error`: `.wrongCount` where the values do not fill whole rows, or what storing them throws.
  public func append(_ values: [Element]) throws {
    // Which also words the error about rows that are not whole.
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

  /// Stores the rows that wait.
  /// - Throws: `HDF5Error`.
  public func finish() throws {
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
