import Signals

/// One pass over the values of a dataset, all components together.
struct DatasetScan {
  /// Equal values for at least this time mean a sensor that stands still, in s.
  private static let heldS = 0.5
  /// The least number of such rows: at low rates a few values are equal by chance.
  private static let leastHeldRows = 10

  let kind: StreamCatalog.DatasetKind
  let signals: [any Signal]
  private(set) var channels: [ChannelScan]
  private let statedRange: Double?
  /// The sum of the rows' magnitudes, where a usual one is known, and their number.
  private var magnitudes: (sum: Double, count: Int)?

  /// - Parameters:
  ///   - kind: the dataset's entry in the layout.
  ///   - signals: its components.
  ///   - statedRange: the range that the stream states, in g.
  init(_ kind: StreamCatalog.DatasetKind, _ signals: [any Signal], statedRange: Double?) {
    self.kind = kind
    self.signals = signals
    // A range that is not a number above 0 is ignored.
    self.statedRange = kind.name == "acceleration" ? statedRange.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } : nil
    magnitudes = UsualMagnitude(of: kind.name).map { _ in (0, 0) }
    let rate = signals.first?.timeBase.rate ?? 0
    let heldRows = max(Self.leastHeldRows, Int(clamping: (Self.heldS * rate).rounded(.up)) + 1)
    channels = [ChannelScan](
      repeating: ChannelScan(
        scales: FullScale.usual(for: kind.name), statedRange: self.statedRange,
        heldRows: kind.isMotion && rate > 0 ? heldRows : nil),
      count: signals.count)
  }

  /// Scans the next rows, with one list of values per component.
  mutating func add(_ values: [[Float]], from row: Int) {
    for index in channels.indices { channels[index].add(values[index], from: row) }
    guard var magnitudes else { return }
    for place in values.first?.indices ?? 0..<0 {
      let square = values.reduce(0.0) { $0 + Double($1[place]) * Double($1[place]) }
      guard square.isFinite else { continue }
      magnitudes.sum += square.squareRoot()
      magnitudes.count += 1
    }
    self.magnitudes = magnitudes
  }

  /// Ends the pass.
  mutating func finish() {
    for index in channels.indices { channels[index].finish() }
  }

  /// The result.
  func quality(_ timeBase: TimeBase) throws -> DatasetQuality {
    let hasValue = channels.contains { $0.finiteCount > 0 }
    let magnitude = hasValue ? channels.map(\.magnitude).max() : nil
    let stated = statedRange.map { FullScale($0, .stated) }
    // If values exceed a stated range, it is not where they stop.
    let isKept = stated.map { $0.holds(magnitude ?? 0) } ?? false
    let limit = isKept ? stated : FullScale.recognised(from: channels)
    return DatasetQuality(
      name: kind.name, unit: kind.unit, largestMagnitude: magnitude,
      meanMagnitude: magnitudes.flatMap { $0.count > 0 ? $0.sum / Double($0.count) : nil }, range: stated ?? limit,
      channels: try zip(channels, kind.componentNames).map {
        try ChannelQuality($0, name: $1, range: limit, timeBase)
      })
  }
}

extension StreamCatalog.DatasetKind {
  /// Whether it is a measured or computed motion, which never repeats to the last bit.
  var isMotion: Bool { storage == .float32 && components > 1 }
}
