import SPHDF5
import SPSignals

/// A dataset that was checked against the layout's requirements.
struct DatasetSource {
  let kind: StreamCatalog.DatasetKind
  private let table: StoredTable
  /// The column, the factor to the layout's unit and the encoding of each component.
  private let columns: [Int]
  private let factors: [Double]
  private let encodings: [ValueEncoding]

  init(_ mapping: DatasetMapping, as name: String, of stream: StreamName, rowCount: Int, in file: File) throws {
    func fault(_ message: String) -> RecordingError {
      RecordingError(path: file.path, object: mapping.path, message)
    }
    guard let kind = StreamCatalog.kind(of: name, in: stream) else {
      throw fault("stream \(stream) has no dataset \(name) in the layout")
    }
    let table = try StoredTable(
      mapping.table, rowCount: rowCount, of: stream, components: kind.components, in: file)
    guard table.columns.count == kind.components else {
      throw fault("has \(table.columns.count) columns; expected \(kind.components) for \(name)")
    }
    guard Set(table.columns).count == table.columns.count else {
      throw fault("columns \(table.columns) are asked for; expected each once")
    }
    let parts = try table.parts.map { part in
      let unit = try mapping.unit ?? Self.unit(of: part.dataset, default: kind.unit, fault)
      guard let factor = unit.factor(to: kind.unit) else {
        throw fault(
          "the unit is \(unit), which is not a unit of \(name); expected \(kind.unit) or one that converts to it")
      }
      return (factor: factor, encoding: try ValueEncoding(of: part.dataset, in: file).overridden(by: mapping.values))
    }
    self.kind = kind
    self.table = table
    let components = mapping.values.components(of: kind)
    columns = components.map { table.columns[$0.index] }
    let used = columns.map { parts[table.part(ofColumn: $0)] }
    factors = zip(components, used).map { $0.isNegative ? -$1.factor : $1.factor }
    encodings = used.map(\.encoding)
  }

  /// The rows, converted to the layout's unit.
  func rows(observer: ReadingObserver?) throws -> RowSource {
    try RowSource(
      TableRows(table), columns: columns, factors: factors, encodings: encodings, limit: PhysicalLimit(of: kind.name),
      observer: observer)
  }

  private static func unit(
    of dataset: Dataset, default unit: Unit, _ fault: (String) -> RecordingError
  ) throws -> Unit {
    // NWB has the singular, APDM a capital letter.
    guard let name = try ["units", "unit", "Units"].first(where: { try dataset.attributes.contains($0) }) else {
      return unit
    }
    let symbol = try dataset.attributes.string(name)
    guard let stated = Unit(symbol: symbol) else {
      throw fault("the unit \"\(symbol)\" is not known; expected \(unit) or one that converts to it")
    }
    return stated
  }
}

/// A dataset of timestamps in one of ``units``, read as seconds.
struct DatasetTimestamps: TimestampSource {
  /// The units allowed for timestamps.
  static let units: [Unit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
  /// The units of times since an instant: also minutes and hours, in which times are written as fractions.
  static let unitsSinceInstant = units + [.minutes, .hours]

  let count: Int
  /// Units per second; dividing by it keeps whole microseconds exact, which multiplying by 1e-6 would not.
  let perSecond: Double

  private let rows: TableRows<Double>
  private let encoding: ValueEncoding
  private let clockS: Double
  private let restoration: TimestampRestoration?
  private let observer: ReadingObserver?

  /// - Parameters:
  ///   - encoding: How stored numbers become times in the unit.
  ///   - clockS: How late the clock is, in s. This delay is subtracted.
  ///   - restoration: Replaces timestamps that are too coarse, or wrap.
  init(
    table: StoredTable, unit: Unit, encoding: ValueEncoding, clockS: Double = 0,
    restoration: TimestampRestoration? = nil, observer: ReadingObserver? = nil
  ) throws {
    self.restoration = restoration
    rows = try TableRows(table)
    self.encoding = encoding
    self.clockS = clockS
    self.observer = observer
    count = rows.rowCount
    perSecond = Self.perSecond(unit)
  }

  /// How many of a unit make a second: a whole number for ``units``.
  static func perSecond(_ unit: Unit) -> Double {
    let number = Unit.seconds.factor(to: unit) ?? 1
    return number < 1 ? number : number.rounded()
  }

  /// The dataset's path, its unit and its shift: sources with the same name give the same timestamps.
  var name: String { "\(rows.table.name) \(rows.table.columns) \(perSecond) \(clockS)" }

  /// Timestamps that are decoded together: whole chunks.
  var blockRows: Int { RowSource.blockRows(chunkRows: rows.chunkRows, width: rows.width) }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    try Task.checkCancellation()
    try rows.read(column: rows.table.columns[0], range, into: &timestamps)
    let bytes = range.count * MemoryLayout<Double>.stride
    observer?(ReadingStep(dataset: rows.table.parts[0].dataset.path, rows: range.count, rowCount: count, bytes: bytes))
    if !encoding.isPlain { for index in timestamps.indices { timestamps[index] = encoding.value(timestamps[index]) } }
    if perSecond != 1 { for index in timestamps.indices { timestamps[index] /= perSecond } }
    restoration?.apply(to: &timestamps, from: range.lowerBound)
    if clockS != 0 { for index in timestamps.indices { timestamps[index] -= clockS } }
  }
}
