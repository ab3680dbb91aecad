import HDF5
import Signals

/// A dataset of timestamps in one of ``units``, read as seconds.
struct DatasetTimestamps: TimestampSource {
  /// The units allowed for timestamps: whole fractions of a second.
  static let units: [Unit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]

  let count: Int
  /// Units per second; dividing by it keeps whole microseconds exact, which multiplying by 1e-6 would not.
  let perSecond: Double

  private let reader: RowReader<Double>
  private let observer: ReadingObserver?

  init(dataset: Dataset, unit: Unit, observer: ReadingObserver? = nil) throws {
    reader = try RowReader(dataset)
    self.observer = observer
    count = reader.rowCount
    perSecond = Self.perSecond(unit)
  }

  /// How many of one of ``units`` make a second: a whole number.
  static func perSecond(_ unit: Unit) -> Double { (Unit.seconds.factor(to: unit) ?? 1).rounded() }

  /// The dataset's path and its unit.
  var name: String { "\(reader.dataset.path) \(perSecond)" }

  /// Timestamps that are decoded together: whole chunks.
  var blockRows: Int { RowSource.blockRows(chunkRows: reader.chunkRows, width: 1) }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    try Task.checkCancellation()
    try reader.read(range, into: &timestamps)
    let bytes = range.count * MemoryLayout<Double>.stride
    observer?(ReadingStep(dataset: reader.dataset.path, rows: range.count, rowCount: count, bytes: bytes))
    guard perSecond != 1 else { return }
    for index in timestamps.indices { timestamps[index] /= perSecond }
  }
}
