import Parallel
import Signals

/// The quality of one stream: its timestamps, and the values sampled at them.
public struct StreamQuality: Equatable, Sendable, Encodable {
  /// The stream.
  public var name: StreamName
  /// The number of rows.
  public var rows: Int
  /// The first timestamp of any segment, in s; nil without rows.
  public var startS: Double?
  /// The last timestamp of any segment, in s; nil without rows.
  public var endS: Double?
  /// The time that the rows cover, in s, without gaps.
  public var durationS: Double
  /// The measured rate, in Hz; nil if it cannot be measured.
  public var rateHz: Double?
  /// The rate that the recording states, in Hz.
  public var nominalRateHz: Double?
  /// The range that the recording states, in g.
  public var rangeG: Double?
  /// Gaps, lost samples, duplicate and backward timestamps, jitter.
  public var regularity: Regularity
  /// Its datasets, by name.
  public var datasets: [DatasetQuality]
  /// How gravity and attitude agree; nil if the stream lacks either, or no row has both.
  public var gravity: GravityAgreement?

  /// Measures a stream.
  ///
  /// - Parameters:
  ///   - stream: the stream, which is read once from front to end, a block at a time.
  ///   - readingValues: whether the values are read too; timestamps alone take a fraction of the time.
  /// - Throws: ``RecordingError`` for timestamps that are not finite or data that the layout does not allow,
  ///   `HDF5Error` for data that cannot be read, and `CancellationError`.
  public init(of stream: RecordingStream, readingValues: Bool = true) throws {
    let times = try stream.timeBase
    name = stream.name
    rows = stream.count
    startS = times.span?.lowerBound
    endS = times.span?.upperBound
    durationS = times.coveredS
    rateHz = times.rate.isFinite && times.rate > 0 ? times.rate : nil
    nominalRateHz = stream.nominalRateHz
    rangeG = stream.rangeG
    regularity = times.regularity
    datasets = []
    let kinds = stream.datasetNames.compactMap { StreamCatalog.kind(of: $0, in: stream.name) }
    guard readingValues else {
      for kind in kinds { try stream.check(kind.name) }
      datasets = kinds.map { DatasetQuality(name: $0.name, unit: $0.unit, channels: []) }
      return
    }
    var scans = try kinds.map { DatasetScan($0, try stream.signals($0.name), statedRange: stream.rangeG) }
    gravity = try Self.scan(&scans, count: rows)
    datasets = try scans.map { try $0.quality(times) }
  }

  /// Rows in a block: four chunks of the usual 8,192 rows. `RowStore` keeps them decoded until all components are read.
  private static let blockRows = 32_768

  /// Reads all values once.
  private static func scan(_ scans: inout [DatasetScan], count: Int) throws -> GravityAgreement? {
    let signals = scans.map(\.signals)
    let attitude = scans.firstIndex { $0.kind.name == "attitude" }
    let gravity = scans.firstIndex { $0.kind.name == "gravity" }
    var agreement = GravityScan(count: count)
    try InOrder.forEach(blocksOf: blockRows, in: 0..<count) { rows in
      try signals.map { try $0.map { try $0.samples(rows) } }
    } body: { rows, values in
      for index in scans.indices { scans[index].add(values[index], from: rows.lowerBound) }
      if let attitude, let gravity { agreement.add(attitude: values[attitude], gravity: values[gravity]) }
    }
    for index in scans.indices { scans[index].finish() }
    return agreement.agreement
  }
}
