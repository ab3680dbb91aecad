import Parallel
import Signals

/// A stream as comma-separated values: `time_s` and a column for each component of each dataset, one line per
/// row.
///
/// Columns come in the order of ``StreamCatalog``. A number is the shortest text that reads back as the same `Float`,
/// a timestamp as the same `Double`; a missing value (NaN) is an empty cell. Lines end in LF. The text therefore
/// reads back as the same stream, bit for bit.
public struct StreamCSV: Sendable {
  /// The names of the columns, beginning with the timestamps.
  public let columnNames: [String]
  /// The number of lines after the header.
  public var rowCount: Int { timeBase.count }

  /// The rows of one chunk of an 800 Hz stream, as they are decoded.
  private static let blockRows = 8192

  private let timeBase: TimeBase
  private let signals: [any Signal]

  /// Prepares a stream; scans its timestamps once.
  /// - Throws: ``RecordingError`` for timestamps that are not finite, or a dataset with another shape or unit than
  ///   the layout requires; `HDF5Error` for data that cannot be read.
  public init(_ stream: RecordingStream) throws {
    let kinds = stream.datasetKinds
    columnNames = [StreamCatalog.timeColumn] + kinds.flatMap(\.columnNames)
    timeBase = try stream.timeBase
    signals = try kinds.flatMap { try stream.signals($0.name) }
  }

  /// Makes the text, one block of lines at a time; spare workers of the current task prepare blocks ahead.
  /// - Parameter write: takes the blocks in order, the header first.
  /// - Throws: what reading the stream and `write` throw, or `CancellationError`.
  public func forEachBlock(_ write: ([UInt8]) throws -> Void) throws {
    try write(Array((columnNames.joined(separator: ",") + "\n").utf8))
    try InOrder.forEach(blocksOf: Self.blockRows, in: 0..<rowCount, read: text) { _, text in try write(text) }
  }

  /// The lines of a range of rows.
  private func text(_ rows: Range<Int>) throws -> [UInt8] {
    let times = try timeBase.times(rows)
    let columns = try signals.map { try $0.samples(rows) }
    // Each number is followed by a comma or the end of the line.
    let longestRow = ShortestText.longestDouble + 1 + columns.count * (ShortestText.longestFloat + 1)
    return [UInt8](unsafeUninitializedCapacity: rows.count * longestRow) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      for row in times.indices {
        count += ShortestText.put(times[row], at: start + count)
        for column in columns {
          start[count] = UInt8(ascii: ",")
          count += 1 + ShortestText.put(column[row], at: start + count + 1)
        }
        start[count] = UInt8(ascii: "\n")
        count += 1
      }
    }
  }
}

extension RecordingStream {
  /// The datasets beside the timestamps, in the order of ``StreamCatalog``.
  public var datasetKinds: [StreamCatalog.DatasetKind] {
    let names = Set(datasetNames)
    return (StreamCatalog.streams.first { $0.name == name }?.datasets ?? []).filter { names.contains($0.name) }
  }
}
