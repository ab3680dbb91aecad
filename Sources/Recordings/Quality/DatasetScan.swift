import Signals

/// One pass over the values of a dataset, all of its components together.
struct DatasetScan {
  /// From how many seconds on equal values are a sensor that stands still.
  private static let heldS = 0.5
  /// And from how many rows on: at low rates a few equal values are chance.
  private static let leastHeldRows = 10

  let kind: StreamCatalog.DatasetKind
  let signals: [any Signal]
  private(set) var channels: [ChannelScan]
  private let statedRange: Double?

  /// - Parameters:
  ///   - kind: what the layout says of the dataset.
  ///   - signals: its components.
  ///   - statedRange: what the stream states, in g.
  init(_ kind: StreamCatalog.DatasetKind, _ signals: [any Signal], statedRange: Double?) {
    self.kind = kind
    self.signals = signals
    // A range that is no number above 0 says nothing.
    self.statedRange = kind.name == "acceleration" ? statedRange.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } : nil
    let rate = signals.first?.timeBase.rate ?? 0
    let heldRows = max(Self.leastHeldRows, Int(clamping: (Self.heldS * rate).rounded(.up)) + 1)
    channels = [ChannelScan](
      repeating: ChannelScan(
        scales: FullScale.usual(for: kind.name), statedRange: self.statedRange,
        heldRows: kind.isMotion && rate > 0 ? heldRows : nil),
      count: signals.count)
  }

  /// Looks at the next rows, a list of values a component.
  mutating func add(_ values: [[Float]], from row: Int) {
    for index in channels.indices { channels[index].add(values[index], from: row) }
  }

  /// Ends the pass.
  mutating func finish() {
    for index in channels.indices { channels[index].finish() }
  }

  /// What was found.
  func quality(_ timeBase: TimeBase) throws -> DatasetQuality {
    let hasValue = channels.contains { $0.finiteCount > 0 }
    let magnitude = hasValue ? channels.map(\.magnitude).max() : nil
    let stated = statedRange.map { FullScale($0, .stated) }
    // A stated range that values go beyond is not where they stop.
    let isKept = stated.map { $0.holds(magnitude ?? 0) } ?? false
    let limit = isKept ? stated : FullScale.recognised(from: channels)
    return DatasetQuality(
      name: kind.name, unit: kind.unit, largestMagnitude: magnitude, range: stated ?? limit,
      channels: try zip(channels, kind.componentNames).map {
        try ChannelQuality($0, name: $1, range: limit, timeBase)
      })
  }
}

extension StreamCatalog.DatasetKind {
  /// Whether it is a measured or computed motion, which never stands still to the last bit.
  var isMotion: Bool { storage == .float32 && components > 1 }
}
