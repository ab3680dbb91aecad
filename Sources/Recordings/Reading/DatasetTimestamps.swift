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
  private let encoding: ValueEncoding
  private let clockS: Double
  private let observer: ReadingObserver?

  /// - Parameters:
  ///   - encoding: how stored numbers become times in the unit.
  ///   - clockS: how late the clock is, in s: it is subtracted.
  init(
    dataset: Dataset, unit: Unit, encoding: ValueEncoding, clockS: Double = 0, observer: ReadingObserver? = nil
  ) throws {
    reader = try RowReader(dataset)
    self.encoding = encoding
    self.clockS = clockS
    self.observer = observer
    count = reader.rowCount
    perSecond = Self.perSecond(unit)
  }

  /// How many of one of ``units`` make a second: a whole number.
  static func perSecond(_ unit: Unit) -> Double { (Unit.seconds.factor(to: unit) ?? 1).rounded() }

  /// The dataset's path, its unit and its shift: sources of one name give the same timestamps.
  var name: String { "\(reader.dataset.path) \(perSecond) \(clockS)" }

  /// Timestamps that are decoded together: whole chunks.
  var blockRows: Int { RowSource.blockRows(chunkRows: reader.chunkRows, width: 1) }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    try Task.checkCancellation()
    try reader.read(range, into: &timestamps)
    let bytes = range.count * MemoryLayout<Double>.stride
    observer?(ReadingStep(dataset: reader.dataset.path, rows: range.count, rowCount: count, bytes: bytes))
    if !encoding.isPlain { for index in timestamps.indices { timestamps[index] = encoding.value(timestamps[index]) } }
    if perSecond != 1 { for index in timestamps.indices { timestamps[index] /= perSecond } }
    if clockS != 0 { for index in timestamps.indices { timestamps[index] -= clockS } }
  }
}
