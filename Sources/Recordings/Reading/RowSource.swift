import HDF5
import Signals

/// Decodes rows of one dataset, converts them to the layout's unit and leaves out unused columns.
struct RowSource: Sendable {
  let rowCount: Int
  /// Elements of a row that are kept.
  let width: Int
  /// The positions of the components among them.
  let places: [Int]
  /// Rows that are decoded together: whole chunks, so that one pass decodes none twice.
  let blockRows: Int

  private let reader: RowReader<Float>
  private let columns: [Int]
  private let scale: Float
  private let fill: Float?
  private let observer: ReadingObserver?

  /// - Parameters:
  ///   - columns: must lie within the dataset's second dimension.
  ///   - scale: factor for every value.
  ///   - fill: a value that marks a missing one; it is read as NaN.
  ///   - observer: called for each decoded block.
  init(dataset: Dataset, columns: [Int], scale: Double, fill: Double?, observer: ReadingObserver? = nil) throws {
    reader = try RowReader<Float>(dataset)
    self.columns = columns
    // For a wide dataset with few mapped columns, only these are kept.
    let isWide = reader.width > 2 * columns.count
    width = isWide ? columns.count : reader.width
    places = isWide ? Array(columns.indices) : columns
    self.scale = Float(scale)
    self.fill = fill.map(Float.init)
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

  /// The rows of a block.
  func rows(ofBlock number: Int) -> Range<Int> {
    number * blockRows..<min(rowCount, (number + 1) * blockRows)
  }

  /// The dataset's path: two sources of one dataset decode the same rows.
  var path: String { reader.dataset.path }

  /// Reads consecutive rows and converts them.
  func decode(_ rows: Range<Int>) throws -> [Float] {
    let values = try raw(rows)
    return isPlain ? values : converted(values)
  }

  /// The same rows as stored, with all columns.
  func raw(_ rows: Range<Int>) throws -> [Float] {
    // Decoding takes most of the time, so this is where a cancelled run stops.
    try Task.checkCancellation()
    let values = try reader.rows(rows)
    let bytes = values.count * MemoryLayout<Float>.stride
    observer?(ReadingStep(dataset: path, rows: rows.count, rowCount: rowCount, bytes: bytes))
    return values
  }

  private var isPlain: Bool { fill == nil && scale == 1 && width == reader.width }

  /// Converts rows from their stored form.
  func converted(_ raw: [Float]) -> [Float] {
    var values = width < reader.width ? mapped(raw) : raw
    if let fill { for place in values.indices { values[place] = values[place] == fill ? .nan : values[place] } }
    if scale != 1 { for place in values.indices { values[place] *= scale } }
    return values
  }

  /// The number of decoded rows with a component that is not finite.
  func missingRowCount(in values: [Float]) -> Int {
    guard Statistics.hasMissing(values.span) else { return 0 }
    return stride(from: 0, to: values.count, by: width).count { row in
      places.contains { !values[row + $0].isFinite }
    }
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
