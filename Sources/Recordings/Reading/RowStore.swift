import HDF5
import Signals
import Synchronization

/// The rows of one dataset, read a block at a time and split into one array a column.
///
/// HDF5 decodes whole chunks, so a block is a multiple of the chunk's rows: no chunk is decoded twice for one pass. The
/// last blocks stay decoded, since stages read the same rows again: axis by axis, and in windows around events.
final class RowStore: Sendable {
  let rowCount: Int
  /// Columns of the dataset that are kept, in the order of the components.
  let columns: [Int]

  private let dataset: Dataset
  private let width: Int
  private let scale: Float
  private let fill: Float?
  private let blockRows: Int
  private let observer: ReadingObserver?
  private let cache = Mutex<[Block]>([])
  private let missing = Mutex<[Int: Int]>([:])

  private struct Block: Sendable {
    var index: Int
    var components: [[Float]]
  }

  /// Blocks that stay decoded: fewer where a file's chunks are large.
  private var cachedBlocks: Int { blockRows > 1 << 17 ? 2 : 4 }

  /// - Parameters:
  ///   - columns: must lie within the dataset's second dimension.
  ///   - scale: what every value is multiplied with.
  ///   - fill: a value that stands for a missing one; it is read as NaN.
  ///   - observer: is told of each block that is decoded.
  init(
    dataset: Dataset, columns: [Int], scale: Double, fill: Double?, observer: ReadingObserver? = nil
  ) throws {
    let shape = try dataset.shape
    self.dataset = dataset
    self.columns = columns
    self.scale = Float(scale)
    self.fill = fill.map(Float.init)
    self.observer = observer
    rowCount = shape[0]
    width = shape.count > 1 ? shape[1] : 1
    blockRows = Self.blockRows(chunkRows: dataset.chunkShape?.first)
  }

  /// At least 8,192 rows, in whole chunks.
  static func blockRows(chunkRows: Int?) -> Int {
    guard let chunkRows, chunkRows > 0 else { return 8192 }
    return chunkRows * max(1, 8192 / chunkRows)
  }

  /// How many rows of the blocks that were read so far have a value that is not finite.
  var missingRowCount: Int { missing.withLock { $0.values.reduce(0, +) } }

  /// Copies the rows of one component.
  func read(component: Int, _ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: rowCount, bufferCount: samples.count)
    var row = range.lowerBound
    while row < range.upperBound {
      let block = try block(row / blockRows)
      let start = block.index * blockRows
      let end = min(range.upperBound, start + blockRows)
      Self.copy(block.components[component], row - start..<end - start, into: &samples, at: row - range.lowerBound)
      row = end
    }
  }

  private static func copy(
    _ values: [Float], _ range: Range<Int>, into samples: inout MutableSpan<Float>, at offset: Int
  ) {
    let values = values.span
    for index in range { samples[offset + index - range.lowerBound] = values[index] }
  }

  private func block(_ index: Int) throws -> Block {
    let cached = cache.withLock { blocks -> Block? in
      guard let position = blocks.firstIndex(where: { $0.index == index }) else { return nil }
      let block = blocks.remove(at: position)
      blocks.append(block)
      return block
    }
    if let cached { return cached }
    // Decoding is where the time goes, so it is where a run that was interrupted stops.
    try Task.checkCancellation()
    let block = try decode(index)
    cache.withLock { blocks in
      // Another task may have decoded it meanwhile.
      blocks.removeAll { $0.index == index }
      if blocks.count >= cachedBlocks { blocks.removeFirst() }
      blocks.append(block)
    }
    return block
  }

  private func decode(_ index: Int) throws -> Block {
    let rows = index * blockRows..<min(rowCount, (index + 1) * blockRows)
    let values = try dataset.read(rows: rows, as: Float.self)
    let components = columns.map { column in
      [Float](unsafeUninitializedCapacity: rows.count) { buffer, count in
        for row in 0..<rows.count {
          let value = values[row * width + column]
          buffer.initializeElement(at: row, to: value == fill ? .nan : value * scale)
        }
        count = rows.count
      }
    }
    let damaged = rows.indices.count { row in
      components.contains { !$0[row - rows.lowerBound].isFinite }
    }
    if damaged > 0 { missing.withLock { $0[index] = damaged } }
    let bytes = values.count * MemoryLayout<Float>.stride
    observer?(ReadingStep(dataset: dataset.path, rows: rows.count, rowCount: rowCount, bytes: bytes))
    return Block(index: index, components: components)
  }
}

/// A signal that knows of missing samples in what was read of it.
public protocol MissingSampleCounting: Signal {
  /// How many samples of the blocks that were read so far are missing in any component of the dataset.
  var missingSampleCount: Int { get }
}

/// One component of a dataset, as a signal.
struct ChannelSignal: MissingSampleCounting {
  let rows: RowStore
  let component: Int
  let timeBase: TimeBase
  let unit: Unit

  var count: Int { rows.rowCount }
  var missingSampleCount: Int { rows.missingRowCount }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try rows.read(component: component, range, into: &samples)
  }
}
