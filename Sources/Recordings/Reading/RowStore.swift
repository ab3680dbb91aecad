import HDF5
import Signals
import Synchronization

/// The rows of one dataset, decoded a block at a time.
///
/// HDF5 decodes whole chunks, so a block is a multiple of the chunk's rows: no chunk is decoded twice for one pass.
/// Blocks stay as they are in the file, row after row, since a pass over one axis copies that axis alone and windows
/// around events take few samples of each. The last blocks stay decoded, and others as far as the budget reaches.
final class RowStore: Sendable {
  let rowCount: Int
  /// Columns of the dataset that are kept, in the order of the components.
  let columns: [Int]

  let cache: RecordingCache?
  /// Whether reading decompresses, which takes many times as long as copying.
  let isCostly: Bool

  private let reader: RowReader<Float>
  /// Elements of a row that are kept.
  private let width: Int
  /// Where the components lie among them.
  private let places: [Int]
  private let scale: Float
  private let fill: Float?
  /// For passes over many rows.
  private let blocks: BlockStore<Float>
  private let blockRows: Int
  /// For windows, where any part of the dataset can be read; else the same as for passes.
  private let windows: BlockStore<Float>
  private let windowRows: Int
  private let observer: ReadingObserver?
  /// Rows around events, for each component.
  private let held: [HeldRanges]
  private let missing = Mutex<[Int: Int]>([:])

  /// - Parameters:
  ///   - columns: must lie within the dataset's second dimension.
  ///   - scale: what every value is multiplied with.
  ///   - fill: a value that stands for a missing one; it is read as NaN.
  ///   - cache: what may be held in memory, beyond the last few blocks.
  ///   - use: how the rows are going to be read.
  ///   - observer: is told of each block that is decoded.
  init(
    dataset: Dataset, columns: [Int], scale: Double, fill: Double?, cache: RecordingCache? = nil,
    use: RowUse = .once, observer: ReadingObserver? = nil
  ) throws {
    let reader = try RowReader<Float>(dataset)
    self.reader = reader
    self.columns = columns
    // Of a wide dataset, of which few columns are mapped, only these are kept.
    let isWide = reader.width > 2 * columns.count
    width = isWide ? columns.count : reader.width
    places = isWide ? Array(columns.indices) : columns
    self.scale = Float(scale)
    self.fill = fill.map(Float.init)
    self.observer = observer
    rowCount = reader.rowCount
    blockRows = Self.blockRows(chunkRows: reader.chunkRows, width: reader.width)
    self.cache = cache
    isCostly = reader.dataset.filters.contains { $0.name != "shuffle" && $0.name != "fletcher32" }
    held = columns.map { [isCostly] _ in HeldRanges(budget: isCostly ? cache?.samples : nil) }
    let rowBytes = width * MemoryLayout<Float>.stride
    let isHeld = isCostly && use == .repeatedly && rowCount <= (cache?.largestDataset ?? 0) / max(1, rowBytes)
    blocks = BlockStore(
      recentCount: min(48, max(2, use.recentBytes / max(1, rowBytes) / blockRows)),
      budget: isHeld ? cache?.samples : nil, wholeCount: isHeld ? rowCount * width : nil)
    let isInOnePiece = reader.chunkRows == nil
    windowRows = isInOnePiece ? min(512, blockRows) : blockRows
    windows = isInOnePiece ? BlockStore(recentCount: 16) : blocks
  }

  /// About 8,192 rows, fewer of wide ones, in whole chunks.
  static func blockRows(chunkRows: Int?, width: Int) -> Int {
    let rows = min(8192, max(64, (1 << 20) / max(1, width)))
    guard let chunkRows, chunkRows > 0 else { return rows }
    return chunkRows * max(1, rows / chunkRows)
  }

  /// How many rows of the blocks that were read so far have a value that is not finite.
  var missingRowCount: Int { missing.withLock { $0.values.reduce(0, +) } }

  /// Copies the rows of one component.
  func read(component: Int, _ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: rowCount, bufferCount: samples.count)
    if isCostly, held[component].read(range, into: &samples) { return }
    let column = places[component]
    let isWindow = range.count / 2 <= windowRows
    let rows = isWindow ? windowRows : blockRows
    var row = range.lowerBound
    while row < range.upperBound {
      let index = row / rows
      let start = index * rows
      let end = min(range.upperBound, start + rows)
      let values = try block(index, of: rows, isWindow ? windows : blocks)
      Self.copy(
        values.span, from: (row - start) * width + column, step: width, count: end - row, into: &samples,
        at: row - range.lowerBound)
      row = end
    }
  }

  /// Holds on to the rows of one component.
  func hold(component: Int, _ range: Range<Int>) throws {
    try held[component].hold(range) { part in
      var samples = [Float](repeating: 0, count: part.count)
      var span = samples.mutableSpan
      try read(component: component, part, into: &span)
      return samples
    }
  }

  private static func copy(
    _ values: Span<Float>, from first: Int, step: Int, count: Int, into samples: inout MutableSpan<Float>,
    at offset: Int
  ) {
    precondition(
      count > 0 && first + (count - 1) * step < values.count && offset + count <= samples.count, "rows beyond a block")
    values.withUnsafeBufferPointer { values in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let source = values.baseAddress, let target = samples.baseAddress else { return }
        var place = first
        for index in offset..<offset + count {
          target[index] = source[place]
          place &+= step
        }
      }
    }
  }

  private func block(_ index: Int, of rows: Int, _ store: BlockStore<Float>) throws -> [Float] {
    try store.block(index) {
      // Decoding is where the time goes, so it is where a run that was interrupted stops.
      try Task.checkCancellation()
      return try decode(index * rows..<min(rowCount, (index + 1) * rows))
    }
  }

  /// Reads rows from the start of a block on.
  private func decode(_ rows: Range<Int>) throws -> [Float] {
    var values = try reader.rows(rows) { values in
      if let fill { for place in values.indices { values[place] = values[place] == fill ? .nan : values[place] } }
      if scale != 1 { for place in values.indices { values[place] *= scale } }
    }
    if width < reader.width { values = mapped(values, rows.count) }
    if Statistics.hasMissing(values.span) { countDamaged(values, from: rows.lowerBound / windowRows) }
    let bytes = values.count * MemoryLayout<Float>.stride
    observer?(ReadingStep(dataset: reader.dataset.path, rows: rows.count, rowCount: rowCount, bytes: bytes))
    return values
  }

  /// The columns that are kept, of whole rows.
  private func mapped(_ values: [Float], _ count: Int) -> [Float] {
    var kept: [Float] = []
    kept.reserveCapacity(count * width)
    for row in 0..<count { for column in columns { kept.append(values[row * reader.width + column]) } }
    return kept
  }

  /// Notes the rows with missing values of each block, which may be read more than once.
  private func countDamaged(_ values: [Float], from index: Int) {
    let length = min(windowRows, values.count / width) * width
    for (number, start) in stride(from: 0, to: values.count, by: length).enumerated() {
      let rows = stride(from: start, to: min(values.count, start + length), by: width)
      let damaged = rows.count { row in places.contains { !values[row + $0].isFinite } }
      if damaged > 0 { missing.withLock { $0[index + number] = damaged } }
    }
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
  var cache: CacheBudget? { rows.cache?.samples }
  var isCostly: Bool { rows.isCostly }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try rows.read(component: component, range, into: &samples)
  }

  func hold(_ range: Range<Int>) throws {
    try rows.hold(component: component, range)
  }
}
