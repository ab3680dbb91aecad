import HDF5
import Signals

/// A dataset that was checked against the layout's requirements.
struct DatasetSource {
  let kind: StreamCatalog.DatasetKind
  private let dataset: Dataset
  private let columns: [Int]
  private let factors: [Double]
  private let encoding: ValueEncoding

  init(_ mapping: DatasetMapping, as name: String, of stream: StreamName, rowCount: Int, in file: File) throws {
    func fault(_ message: String) -> RecordingError {
      RecordingError(path: file.path, object: mapping.path, message)
    }
    guard let kind = StreamCatalog.kind(of: name, in: stream) else {
      throw fault("stream \(stream) has no dataset \(name) in the layout")
    }
    let dataset = try file.openDataset(mapping.path)
    guard dataset.elementType.isNumber else {
      throw fault("expected numbers, but the dataset holds a \(dataset.elementType)")
    }
    let shape = try dataset.shape
    guard shape.count == 1 || shape.count == 2 else {
      throw fault("expected \(kind.components) columns, but the shape is \(shape)")
    }
    guard shape[0] == rowCount else {
      throw fault("has \(shape[0]) rows, but \(stream) has \(rowCount) timestamps; expected one row per timestamp")
    }
    let width = shape.count == 2 ? shape[1] : 1
    let columnCount = mapping.columns?.count ?? width
    guard columnCount == kind.components else {
      throw fault("has \(columnCount) columns; expected \(kind.components) for \(name)")
    }
    columns = mapping.columns ?? Array(0..<width)
    guard Set(columns).count == columns.count else {
      throw fault("columns \(columns) are asked for; expected each once")
    }
    guard columns.allSatisfy((0..<width).contains) else {
      throw fault("columns \(columns) are asked for, but the shape is \(shape)")
    }
    let unit = try mapping.unit ?? Self.unit(of: dataset, default: kind.unit, fault)
    guard let factor = unit.factor(to: kind.unit) else {
      throw fault(
        "the unit is \(unit), which is not a unit of \(name); expected \(kind.unit) or one that converts to it")
    }
    self.kind = kind
    self.dataset = dataset
    let sign: Double = mapping.isInverted ? -1 : 1
    factors = columns.indices.map { sign * (mapping.isConjugated && $0 > 0 ? -factor : factor) }
    encoding = try ValueEncoding(of: dataset, in: file)
  }

  /// The rows, converted to the layout's unit.
  func rows(observer: ReadingObserver?) throws -> RowSource {
    try RowSource(
      dataset: dataset, columns: columns, factors: factors, encoding: encoding, limit: PhysicalLimit(of: kind.name),
      observer: observer)
  }

  private static func unit(
    of dataset: Dataset, default unit: Unit, _ fault: (String) -> RecordingError
  ) throws -> Unit {
    // NWB has the singular.
    guard let name = try ["units", "unit"].first(where: { try dataset.attributes.contains($0) }) else { return unit }
    let symbol = try dataset.attributes.string(name)
    guard let stated = Unit(symbol: symbol) else {
      throw fault("the unit \"\(symbol)\" is not known; expected \(unit) or one that converts to it")
    }
    return stated
  }
}

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
  private let restoration: TimestampRestoration?
  private let observer: ReadingObserver?

  /// - Parameters:
  ///   - encoding: how stored numbers become times in the unit.
  ///   - clockS: how late the clock is, in s: it is subtracted.
  ///   - restoration: what replaces timestamps that are too coarse, or wrap.
  init(
    dataset: Dataset, unit: Unit, encoding: ValueEncoding, clockS: Double = 0, restoration: TimestampRestoration? = nil,
    observer: ReadingObserver? = nil
  ) throws {
    self.restoration = restoration
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
    restoration?.apply(to: &timestamps, from: range.lowerBound)
    if clockS != 0 { for index in timestamps.indices { timestamps[index] -= clockS } }
  }
}
