import SPBasics
import SPHDF5
import SPSignals
import Synchronization

/// One stream of a recording: timestamps, and the datasets sampled at them.
///
/// Opening a stream reads no samples; the timestamps are scanned once, when the time base is first needed.
public final class RecordingStream: Sendable {
  /// The stream's name in layout version 1.
  public let name: StreamName
  /// Number of samples.
  public let count: Int
  /// The rate stated in the file, in Hz: only a hint.
  public let nominalRateHz: Double?
  /// The sensor's range stated in the file, in g.
  public let rangeG: Double?
  /// Whether the file says that the stream's gravity and attitude were estimated from rotation rate and acceleration.
  package let hasEstimatedGravity: Bool

  private let file: File
  private let mapping: StreamMapping
  private let timeTable: StoredTable?
  /// The first sample's time, in s, and the rate, in Hz, of a stream without timestamps.
  private let regular: (startS: Double, rateHz: Double)?
  private let timestampUnit: Unit
  /// The instant from which the timestamps count, in s since 1970; nil if the unit of the timestamps does not state it.
  let epochS: Double?
  private let timestampEncoding: ValueEncoding
  private let observer: ReadingObserver?
  private let scanned = Mutex<TimeBase?>(nil)
  /// The outer optional is nil until the timestamps have been examined.
  private let restored = Mutex<TimestampRestoration??>(nil)

  init(
    _ name: StreamName, _ mapping: StreamMapping, in file: File, observer: ReadingObserver? = nil
  ) throws {
    self.name = name
    self.observer = observer
    self.mapping = mapping
    self.file = file
    switch mapping.time {
    case .timestamps(let source):
      let table = try StoredTable(source.table, components: 1, in: file)
      guard table.columns.count == 1 else {
        throw RecordingError(
          path: file.path, object: source.table.path,
          "expected timestamps in one dimension, but the shape is \(try table.parts[0].dataset.shape)")
      }
      timeTable = table
      regular = nil
      (timestampUnit, epochS) = try Self.clock(of: table.parts[0].dataset, mappedTo: source.unit, in: file)
      timestampEncoding = try ValueEncoding(of: table.parts[0].dataset, in: file)
      count = table.rowCount
    case .regular(let start, let rate):
      timeTable = nil
      timestampUnit = .seconds
      epochS = nil
      timestampEncoding = ValueEncoding()
      let (startS, rateHz) = (try start.number(in: file), try rate.number(in: file))
      guard rateHz > 0, rateHz.isFinite, startS.isFinite else {
        throw RecordingError(
          path: file.path, object: name.rawValue,
          "the rate is \(rateHz) Hz from \(startS) s; expected a rate above 0 and a finite start")
      }
      regular = (startS, rateHz)
      count = try Self.rowCount(of: mapping, name, in: file)
    }
    let hints = try Self.hints(mapping, of: name, in: file)
    nominalRateHz = hints.rate
    rangeG = hints.range
    hasEstimatedGravity = hints.isEstimated
  }

  /// The attribute of a stream whose gravity and attitude an import has estimated.
  package static let estimatedGravity = "gravity_estimated"

  /// Names of the datasets other than the timestamps, sorted.
  public var datasetNames: [String] { mapping.datasets.keys.sorted() }

  /// The datasets other than the timestamps, in the order of ``StreamCatalog``.
  public var datasetKinds: [StreamCatalog.DatasetKind] {
    let names = Set(datasetNames)
    return (StreamCatalog.streams.first { $0.name == name }?.datasets ?? []).filter { names.contains($0.name) }
  }

  /// The time base of the samples.
  ///
  /// - Throws: `HDF5Error`, or `RecordingError` for timestamps that are not finite.
  public var timeBase: TimeBase {
    get throws {
      if let known = scanned.withLock(\.self) { return known }
      let timeBase: TimeBase
      do {
        timeBase = try makeTimeBase()
      } catch let error as TimeBaseError {
        throw fault(error)
      }
      scanned.withLock { $0 = timeBase }
      return timeBase
    }
  }

  /// How the times of the samples were restored from timestamps that are too coarse, shared or wrapping; nil if the
  /// timestamps are taken as they are.
  ///
  /// - Throws: `HDF5Error` if the timestamps cannot be read.
  public var restoration: TimestampRestoration? {
    get throws {
      if let known = restored.withLock(\.self) { return known }
      var found: TimestampRestoration?
      if StreamCatalog.kind(of: name) == .samples, let timeTable {
        let source = try DatasetTimestamps(table: timeTable, unit: timestampUnit, encoding: timestampEncoding)
        let tickS = timestampEncoding.scale / source.perSecond
        let isCounter = timeTable.parts[0].dataset.elementType.isInteger
        let packetStamp =
          if case .timestamps(let mapped) = mapping.time { mapped.packetStamp } else {
            TimestampRestoration.PacketStamp.last
          }
        found = try TimestampRestoration(of: source, tickS: isCounter ? tickS : nil, packetStamp: packetStamp)
      }
      restored.withLock { $0 = .some(found) }
      return found
    }
  }

  /// The rate, in Hz, and the duration, in s, from the first timestamps, without scanning all of them; nil for fewer
  /// than two timestamps.
  ///
  /// The rate comes from the mean of those intervals among up to 1,024 timestamps that are near their median. It is
  /// robust against gaps and duplicates, and against timestamps in whole microseconds, which make most intervals of a
  /// steady rate a little long. The duration follows from the rate. It is at most the time from the first timestamp to
  /// the last, as devices that record at intervals of their choice begin slowly and go on fast.
  /// - Throws: `HDF5Error` if the timestamps cannot be read.
  package func probed() throws -> (rateHz: Double, durationS: Double)? {
    if let regular { return (regular.rateHz, Double(count) / regular.rateHz) }
    guard let timeTable, count >= 2 else { return nil }
    let source = try timestamps(of: timeTable)
    let size = min(count, 1024)
    var timestamps = [Double](repeating: 0, count: size)
    var span = timestamps.mutableSpan
    try source.readTimestamps(0..<size, into: &span)
    let steps = zip(timestamps.dropFirst(), timestamps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty else { return nil }
    let median = steps[steps.count / 2]
    let near = steps.filter { $0 > median / 2 && $0 < median * 3 / 2 }
    let rateHz = Double(near.count) / near.reduce(0, +)
    guard rateHz.isFinite, rateHz > 0 else { return nil }
    let durationS = Double(count) / rateHz
    // With few timestamps, as in streams of states and events, the last sample has no length.
    let lastS = size == count ? 0 : 1 / rateHz
    if size < count {
      var ends = [Double](repeating: 0, count: size)
      var span = ends.mutableSpan
      try source.readTimestamps((count - size)..<count, into: &span)
      timestamps += ends
    }
    let finite = timestamps.filter { $0.isFinite }
    guard let first = finite.min(), let last = finite.max() else { return (rateHz, durationS) }
    return (rateHz, min(durationS, last - first + lastS))
  }

  /// The first timestamp, in s; nil without samples.
  func firstTime() throws -> Double? {
    if let regular = regularTimeBase { return count > 0 ? try regular.times(0..<1).first : nil }
    guard count > 0, let timestamps = try timestamps() else { return nil }
    return try timestamps.timestamps(0..<1).first
  }

  /// From the first timestamp to the last, in s, without scanning the timestamps between them; nil without samples, or
  /// if they are not numbers.
  func ends() throws -> ClosedRange<Double>? {
    if let regular = regularTimeBase { return regular.span }
    guard count > 0, let timestamps = try timestamps() else { return nil }
    let ends = try [0..<1, count - 1..<count].flatMap { try timestamps.timestamps($0) }.filter(\.isFinite)
    return ends.min().flatMap { first in ends.max().map { first...$0 } }
  }

  /// The components of a dataset as signals, in the layout's unit and order; samples are decoded when they are read.
  ///
  /// - Parameter dataset: the name of the dataset in the layout.
  /// - Throws: `RecordingError` if the dataset is missing or has another shape or unit than the layout requires.
  public func signals(_ dataset: String) throws -> [any Signal] {
    let source = try source(of: dataset)
    let timeBase = try timeBase
    let rows = RowStore(try source.rows(observer: observer))
    return rows.source.places.indices.map {
      ChannelSignal(rows: rows, component: $0, timeBase: timeBase, unit: source.kind.unit)
    }
  }

  /// The decoder of a dataset's rows, for a pass over all of them.
  func rows(of dataset: String) throws -> RowSource { try source(of: dataset).rows(observer: observer) }

  /// The stored timestamps; nil if the stream has a start and a rate instead.
  func timestamps() throws -> DatasetTimestamps? {
    try timeTable.map { try timestamps(of: $0, observer: observer) }
  }

  private func timestamps(of table: StoredTable, observer: ReadingObserver? = nil) throws -> DatasetTimestamps {
    try DatasetTimestamps(
      table: table, unit: timestampUnit, encoding: timestampEncoding, clockS: mapping.clockS - (epochS ?? 0),
      restoration: restoration, observer: observer)
  }

  /// The time base from a start and a rate; nil if timestamps are stored.
  var regularTimeBase: TimeBase? {
    regular.map { TimeBase(start: $0.startS - mapping.clockS, rate: $0.rateHz, count: count) }
  }

  /// Keeps the time base found during a pass, so that the timestamps need not be scanned again.
  func keep(_ timeBase: TimeBase) { scanned.withLock { $0 = timeBase } }

  /// A recording error that names the timestamps.
  func fault(_ error: TimeBaseError) -> RecordingError {
    RecordingError(path: file.path, object: timeTable?.parts[0].dataset.path, "\(error)")
  }

  /// Checks the shape, unit and type of a dataset without reading it.
  /// - Throws: the same errors as ``signals(_:)``.
  package func check(_ dataset: String) throws {
    _ = try source(of: dataset)
  }

  private func source(of dataset: String) throws -> DatasetSource {
    guard let mapping = mapping.datasets[dataset] else {
      let present = datasetNames.joined(separator: ", ")
      throw RecordingError(
        path: file.path, object: name.rawValue, "has no \(dataset); it has \(present.isEmpty ? "no data" : present)")
    }
    return try DatasetSource(mapping, as: dataset, of: name, rowCount: count, in: file)
  }

  private func makeTimeBase() throws -> TimeBase {
    if let timestamps = try timestamps() { return try TimeBase(scanning: timestamps) }
    return regularTimeBase ?? TimeBase(start: 0, rate: 1, count: 0)
  }

  /// The unit that a dataset of times states, or seconds.
  static func timeUnit(of dataset: Dataset, in file: File) throws -> Unit {
    try clock(of: dataset, mappedTo: nil, in: file).unit
  }

  /// The unit of a dataset of times, and the instant from which they count, in s since 1970. The attribute follows the
  /// CF conventions (section 4.4): "microseconds since 2024-05-01 10:00:00".
  private static func clock(
    of dataset: Dataset, mappedTo mapped: Unit?, in file: File
  ) throws -> (unit: Unit, epochS: Double?) {
    let attributes = dataset.attributes
    let name = try ["units", "unit", "Units"].first { try attributes.contains($0) }
    var symbol = try name.map { try attributes.string($0) } ?? Unit.seconds.symbol
    var epochS: Double?
    if let words = symbol.firstRange(of: " since ") {
      let instant = symbol[words.upperBound...].replacing(" UTC", with: "Z").trimmingPrefix { $0 == " " }
      guard let seconds = UTCTime.seconds(String(instant)) ?? UTCTime.seconds("\(instant)T00:00:00Z") else {
        throw RecordingError(
          path: file.path, object: dataset.path,
          "the times count from \"\(instant)\"; expected an instant such as 2024-05-01 10:00:00")
      }
      epochS = seconds
      symbol = String(symbol[..<words.lowerBound])
    }
    let units = epochS == nil ? DatasetTimestamps.units : DatasetTimestamps.unitsSinceInstant
    guard let unit = mapped ?? Unit(symbol: symbol) ?? Unit(symbol: symbol.lowercased()), units.contains(unit) else {
      throw RecordingError(
        path: file.path, object: dataset.path,
        "the unit of the times is \"\(mapped?.symbol ?? symbol)\"; expected s, ms, us or ns")
    }
    return (unit, epochS)
  }

  private static func rowCount(of mapping: StreamMapping, _ name: StreamName, in file: File) throws -> Int {
    guard let (dataset, first) = mapping.datasets.min(by: { $0.key < $1.key }) else {
      throw RecordingError(path: file.path, object: name.rawValue, "has neither timestamps nor data")
    }
    let components = StreamCatalog.kind(of: dataset, in: name)?.components ?? 1
    // A fault of the dataset is an error when the dataset is read.
    if let table = try? StoredTable(first.table, components: components, in: file) { return table.rowCount }
    return try StoredTable.firstDataset(of: first.table, components: components, in: file).shape.first ?? 0
  }

  /// The nominal rate and the range, and whether gravity is estimated. They come from the group of the stream's first
  /// dataset by name; the rate and the range may also come from that dataset.
  private static func hints(
    _ mapping: StreamMapping, of name: StreamName, in file: File
  ) throws -> (rate: Double?, range: Double?, isEstimated: Bool) {
    guard let (kind, first) = mapping.datasets.min(by: { $0.key < $1.key }) else { return (nil, nil, false) }
    let components = StreamCatalog.kind(of: kind, in: name)?.components ?? 1
    let dataset = try StoredTable.firstDataset(of: first.table, components: components, in: file)
    let parent = dataset.path.split(separator: "/").dropLast().joined(separator: "/")
    let group = parent.isEmpty ? file.group : try file.openGroup("/" + parent)
    // Nothing depends on a hint, so an invalid hint is ignored.
    func number(_ name: String) throws -> Double? {
      for attributes in [group.attributes, dataset.attributes] {
        if try attributes.contains(name) {
          let number: Double = try attributes.number(name)
          return number > 0 && number.isFinite ? number : nil
        }
      }
      return nil
    }
    return (try number("nominal_rate_hz"), try number("range_g"), try group.attributes.contains(estimatedGravity))
  }
}
