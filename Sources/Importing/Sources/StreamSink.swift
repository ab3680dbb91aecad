import SPRecordings

/// Repairs the rows of one stream as the options ask, and writes them.
final class StreamSink {
  let name: StreamName
  private let kinds: [StreamCatalog.DatasetKind]
  private var repair: RowRepair
  private let writer: RecordingWriter
  private(set) var rowCount = 0
  /// The span from the earliest timestamp to the latest, in s; nil without rows.
  private(set) var span: ClosedRange<Double>?

  /// Adds the stream to a recording.
  ///
  /// - Parameters:
  ///   - datasets: names of its datasets, in the order of the rows.
  ///   - midnights: for timestamps that are times of day.
  init(
    _ name: StreamName, datasets: [String], _ options: ImportOptions, midnights: MidnightCounter? = nil,
    nominalRateHz: Double? = nil, rangeG: Double? = nil, to writer: RecordingWriter
  ) throws {
    self.name = name
    self.writer = writer
    kinds = datasets.compactMap { StreamCatalog.kind(of: $0, in: name) }
    repair = RowRepair(name, kinds, options.repairs, midnights: midnights)
    try writer.addStream(
      name, datasets: datasets, nominalRateHz: nominalRateHz,
      rangeG: name == .accelerometer ? options.rangeG ?? rangeG : nil)
  }

  /// Repairs and writes rows.
  /// - Throws: `ImportError` for a row that is too late to be sorted in; the errors of writing.
  func take(_ rows: StreamRows, from file: String) throws {
    do {
      try write(repair.repair(rows))
    } catch let error as RowSorter.TooLate {
      throw ImportError(
        path: file,
        "\(name) has the timestamp \(error.time) s more than \(RowSorter.window) rows after \(error.lastTime) s; expected "
          + "a file that was sorted before")
    }
  }

  /// Writes the rows that are still waiting in the repair.
  func finish() throws {
    if let rows = repair.finish() { try write(rows) }
  }

  private func write(_ rows: StreamRows) throws {
    guard rows.count > 0 else { return }
    rowCount += rows.count
    if let first = rows.times.min(), let last = rows.times.max() {
      span = min(first, span?.lowerBound ?? first)...max(last, span?.upperBound ?? last)
    }
    try writer.append(
      to: name, time: rows.times,
      Dictionary(uniqueKeysWithValues: zip(kinds, rows.datasets).map { ($0.name, $1) }))
  }

  /// The changes made to the rows, one sentence each.
  var repairs: [String] { repair.sentences }
}

/// The result of importing rows: the changes to the rows, and the spans of time of their streams.
struct ImportedRows {
  /// The changes made to the rows, one sentence each.
  private(set) var repairs: [String] = []
  /// The first and last timestamp of each stream, in s.
  private(set) var spans: [StreamName: ClosedRange<Double>] = [:]

  /// - Parameter repairs: changes made before the rows came.
  init(_ repairs: [String] = []) { self.repairs = repairs }

  /// - Parameter repairs: changes made before the rows came.
  init(_ sinks: [StreamSink], repairs: [String] = []) {
    self.repairs = repairs + sinks.flatMap(\.repairs)
    for sink in sinks { spans[sink.name] = sink.span }
  }

  static func += (left: inout Self, right: Self) {
    left.repairs += right.repairs
    left.spans.merge(right.spans) { first, _ in first }
  }
}
