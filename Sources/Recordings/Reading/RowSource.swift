import SPHDF5
import SPSignals

/// Decodes rows of one table, converts them to the layout's unit and leaves out unused columns.
struct RowSource: Sendable {
  let rowCount: Int
  /// The number of elements of a row that are kept.
  let width: Int
  /// The positions of the components among the kept elements.
  let places: [Int]
  /// Rows that are decoded together: whole chunks, so that no chunk is decoded twice in a pass.
  let blockRows: Int

  private let reader: TableRows<Float>
  private let columns: [Int]
  /// The factor and the summand of each kept element.
  private let factors: [Float]
  private let summands: [Float]
  /// The encoding of each kept element; empty if none marks values as missing or invalid.
  private let encodings: [ValueEncoding]
  /// The largest magnitude that a sensor can measure; nil if none is known.
  let limit: PhysicalLimit?
  private let observer: ReadingObserver?

  /// - Parameters:
  ///   - reader: Reads the table.
  ///   - columns: The columns of the components, which must be within the table.
  ///   - factors: A factor for the values of each component.
  ///   - encodings: How stored numbers of each component become values. Missing values are read as NaN.
  ///   - limit: The largest magnitude that a sensor can measure.
  ///   - observer: Called for each decoded block.
  init(
    _ reader: TableRows<Float>, columns: [Int], factors: [Double], encodings: [ValueEncoding],
    limit: PhysicalLimit? = nil, observer: ReadingObserver? = nil
  ) {
    self.limit = limit
    self.reader = reader
    self.columns = columns
    // For a wide dataset with few mapped columns, only these are kept.
    let isWide = reader.width > 2 * columns.count
    width = isWide ? columns.count : reader.width
    places = isWide ? Array(columns.indices) : columns
    var kept = [Double](repeating: 1, count: width)
    // Unused elements may contain anything.
    var encoding = [ValueEncoding](repeating: encodings.first ?? ValueEncoding(), count: width)
    for (place, component) in zip(places, factors.indices) {
      kept[place] = factors[component]
      encoding[place] = encodings[component]
    }
    self.factors = zip(kept, encoding).map { Float($0 * $1.scale) }
    summands = zip(kept, encoding).map { Float($0 * $1.offset) }
    self.encodings = encoding.allSatisfy(\.marksNone) ? [] : encoding
    isPlain = encoding.allSatisfy(\.isPlain) && kept.allSatisfy { $0 == 1 } && width == reader.width
    self.observer = observer
    rowCount = reader.rowCount
    blockRows = Self.blockRows(chunkRows: reader.chunkRows, width: reader.width)
  }

  /// About 8,192 rows, fewer if rows are wide, in whole chunks, at least one.
  static func blockRows(chunkRows: Int?, width: Int) -> Int {
    let rows = min(8192, max(64, (1 << 20) / max(1, width)))
    guard let chunkRows, chunkRows > 0 else { return rows }
    return chunkRows * max(1, rows / chunkRows)
  }

  func rows(ofBlock number: Int) -> Range<Int> {
    number * blockRows..<min(rowCount, (number + 1) * blockRows)
  }

  /// The table's name: two sources of one table decode the same rows.
  var name: String { reader.table.name }

  /// Reads consecutive rows and converts them.
  func decode(_ rows: Range<Int>) throws -> [Float] {
    let values = try raw(rows)
    return isPlain ? values : converted(values)
  }

  /// Reads consecutive rows as stored, with all columns.
  func raw(_ rows: Range<Int>) throws -> [Float] {
    // Decoding takes most of the time, so this is where a cancelled run stops.
    try Task.checkCancellation()
    let values = try reader.rows(rows)
    let bytes = values.count * MemoryLayout<Float>.stride
    observer?(
      ReadingStep(dataset: reader.table.parts[0].dataset.path, rows: rows.count, rowCount: rowCount, bytes: bytes))
    return values
  }

  private let isPlain: Bool

  /// Converts rows from their stored form.
  func converted(_ raw: [Float]) -> [Float] {
    var values = width < reader.width ? mapped(raw) : raw
    guard !isPlain else { return values }
    markMissing(in: &values)
    scale(&values)
    return values
  }

  private func markMissing(in values: inout [Float]) {
    guard let first = encodings.first else { return }
    guard encodings.allSatisfy({ $0 == first }) else {
      for place in 0..<width { mark(encodings[place], in: &values, from: place, step: width) }
      return
    }
    mark(first, in: &values, from: 0, step: 1)
  }

  private func mark(_ encoding: ValueEncoding, in values: inout [Float], from first: Int, step: Int) {
    let places = stride(from: first, to: values.count, by: step)
    for missing in encoding.missing.map(Float.init) {
      for place in places where values[place] == missing { values[place] = .nan }
    }
    let (least, largest) = (Float(encoding.valid.lowerBound), Float(encoding.valid.upperBound))
    guard least > -.infinity || largest < .infinity else { return }
    for place in places where !(values[place] >= least && values[place] <= largest) { values[place] = .nan }
  }

  private func scale(_ values: inout [Float]) {
    if factors.allSatisfy({ $0 == factors[0] }), summands.allSatisfy({ $0 == 0 }) {
      guard let factor = factors.first, factor != 1 else { return }
      for place in values.indices { values[place] *= factor }
      return
    }
    for row in stride(from: 0, to: values.count, by: width) {
      for place in 0..<width { values[row + place] = values[row + place] * factors[place] + summands[place] }
    }
  }

  /// Rows for a pass: values that are damage are missing.
  struct Screened {
    var values: [Float]
    /// Rows with a component that is not finite, as decoded.
    var missingRows = 0
    /// Rows with a component beyond the limit, the first of them, and the largest magnitude.
    var impossible = ImpossibleRows()
  }

  func screened(_ values: [Float]) -> Screened {
    var screened = Screened(values: values)
    guard Statistics.hasMagnitude(of: limit?.value ?? .infinity, values.span) else { return screened }
    for row in 0..<values.count / width {
      var isMissing = false
      for place in places {
        let value = values[row * width + place]
        isMissing = isMissing || !value.isFinite
        guard let limit, value.isFinite, abs(value) > limit.value else { continue }
        screened.impossible.add(value, row: row)
        if abs(value) >= PhysicalLimit.damage { screened.values[row * width + place] = .nan }
      }
      if isMissing { screened.missingRows += 1 }
    }
    return screened
  }

  /// The used columns of whole rows.
  private func mapped(_ values: [Float]) -> [Float] {
    let count = values.count / reader.width
    var kept: [Float] = []
    kept.reserveCapacity(count * width)
    for row in 0..<count { for column in columns { kept.append(values[row * reader.width + column]) } }
    return kept
  }
}

/// Rows with values that no sensor measures.
struct ImpossibleRows: Hashable, Sendable {
  private(set) var count = 0
  private(set) var firstRow: Int?
  private(set) var largest: Float = 0
  private var lastRow: Int?

  /// Adds a value; rows must ascend.
  mutating func add(_ value: Float, row: Int) {
    if lastRow != row { count += 1 }
    (firstRow, lastRow) = (firstRow ?? row, row)
    largest = max(largest, abs(value))
  }

  /// Adds later rows, which begin at a row.
  mutating func add(_ other: Self, from row: Int) {
    count += other.count
    firstRow = firstRow ?? other.firstRow.map { row + $0 }
    largest = max(largest, other.largest)
  }
}

/// The rows of one dataset, decoded a block at a time on demand: for reading windows of a recording.
///
/// The last blocks stay decoded, so that they are decoded only once for the components of a row and for near windows.
/// For a pass over a whole recording use ``RecordingFeed``.
final class RowStore: Sendable {
  let source: RowSource
  private let blocks: BlockStore<Float>

  init(_ source: RowSource) {
    self.source = source
    let rowBytes = source.width * MemoryLayout<Float>.stride
    // More blocks than one read of a window may need: with fewer, blocks would be dropped before the next component
    // reads them.
    blocks = BlockStore(recentCount: min(48, 3 + (1 << 20) / max(1, rowBytes) / source.blockRows))
  }

  /// Copies the rows of one component.
  func read(component: Int, _ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: source.rowCount, bufferCount: samples.count)
    let column = source.places[component]
    var row = range.lowerBound
    while row < range.upperBound {
      let index = row / source.blockRows
      let block = source.rows(ofBlock: index)
      let end = min(range.upperBound, block.upperBound)
      let values = try blocks.block(index) { try source.decode(block) }
      Self.copy(
        values.span, from: (row - block.lowerBound) * source.width + column, step: source.width, count: end - row,
        into: &samples, at: row - range.lowerBound)
      row = end
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
}

/// One component of a dataset, as a signal.
struct ChannelSignal: Signal {
  let rows: RowStore
  let component: Int
  let timeBase: TimeBase
  let unit: Unit

  var count: Int { rows.source.rowCount }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try rows.read(component: component, range, into: &samples)
  }
}

/// A block of a dataset that was just read and decoded.
public struct ReadingStep: Hashable, Sendable {
  /// The absolute path of the dataset.
  public var dataset: String
  /// The number of rows in the block.
  public var rows: Int
  /// The number of rows in the whole dataset.
  public var rowCount: Int
  /// The size of the decoded values of the block, in bytes.
  public var bytes: Int

  /// Makes a step.
  public init(dataset: String, rows: Int, rowCount: Int, bytes: Int) {
    self.dataset = dataset
    self.rows = rows
    self.rowCount = rowCount
    self.bytes = bytes
  }
}
