import SPBasics
import SPSignals

/// The quality of the values of one dataset.
package struct DatasetQuality: Hashable, Sendable, Encodable {
  /// The name in the layout.
  package var name: String
  /// The unit.
  package var unit: Unit
  /// The largest magnitude of any component; nil if no value is finite, or values were not read.
  package var largestMagnitude: Float?
  /// The average magnitude of all components together. Nil if any magnitude is possible, without a row of finite
  /// values, or if values were not read.
  package var meanMagnitude: Double?
  /// The range of the sensor, if stated or recognised.
  package var range: FullScale?
  /// The components, in the layout's order; empty if values were not read.
  package var channels: [ChannelQuality]

  /// The largest magnitude as a fraction of the range; nil if either is not known.
  package var rangeUsed: Double? {
    guard let largestMagnitude, let range else { return nil }
    return Double(largestMagnitude) / range.value
  }

  /// Encodes the stored metrics, the unit by its symbol, and the fraction of the range.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(unit.symbol, forKey: .unit)
    try container.encodeIfPresent(largestMagnitude, forKey: .largestMagnitude)
    try container.encodeIfPresent(meanMagnitude, forKey: .meanMagnitude)
    try container.encodeIfPresent(range, forKey: .range)
    try container.encodeIfPresent(rangeUsed, forKey: .rangeUsed)
    try container.encode(channels, forKey: .channels)
  }

  private enum CodingKeys: String, CodingKey {
    case name, unit
    case largestMagnitude = "largest_magnitude"
    case meanMagnitude = "mean_magnitude"
    case range
    case rangeUsed = "range_used"
    case channels
  }
}

extension DatasetQuality {
  /// Datasets whose missing values are not reported as a fault.
  private static let mayBeAbsent: Set = ["depth", "pressure"]

  /// The counts of a fault over all components.
  private struct Counts {
    var rows: Int
    var stretches: Int
    /// The largest count of any component, since components mostly share their stretches.
    var sharedStretches: Int
  }

  /// All faults of the values; components that share a fault are listed together.
  func faults(of stream: StreamName) -> [QualityFault] {
    let longest = channels.compactMap { $0.held?.longest.lengthS }.max() ?? 0
    let missing = fault(.missingValues, of: stream, \.missing) {
      "\(counted($0.rows, "missing value")) in \(counted($0.sharedStretches, "stretch"))"
    }
    let held = fault(.heldValues, of: stream, \.held) {
      "values stand still in \(counted($0.sharedStretches, "stretch")), for up to \(short(longest)) s"
    }
    let clipped = fault(.clippedSamples, of: stream, { $0.clipping?.samples }) {
      "\(counted($0.rows, "clipped sample")) in \(counted($0.stretches, "episode")), \(clippedAt)"
    }
    let told = Self.mayBeAbsent.contains(name) ? nil : missing
    return [told, constant(of: stream), held, clipped, beyondRange(of: stream), unit(of: stream)].compactMap(\.self)
  }

  private func unit(of stream: StreamName) -> QualityFault? {
    guard let doubt = meanMagnitude.flatMap({ UsualMagnitude(of: name)?.doubt($0) }) else { return nil }
    return QualityFault(kind: .unit, stream: stream, dataset: name, count: 1, text: doubt)
  }

  /// The fault of the components with such stretches; nil without such components.
  private func fault(
    _ kind: QualityFault.Kind, of stream: StreamName, _ found: (ChannelQuality) -> RowStretches?,
    _ text: (Counts) -> String
  ) -> QualityFault? {
    let channels = channels.filter { found($0) != nil }
    let all = channels.compactMap(found)
    guard !all.isEmpty else { return nil }
    let counts = Counts(
      rows: all.reduce(0) { $0 + $1.rows }, stretches: all.reduce(0) { $0 + $1.count },
      sharedStretches: all.map(\.count).max() ?? 0)
    let places = all.flatMap(\.first).sorted { $0.row < $1.row }
      .map { QualityFault.Place(timeS: $0.startS, row: $0.row) }
      .reduce(into: [QualityFault.Place]()) { if $0.last != $1 { $0.append($1) } }
    return QualityFault(
      kind: kind, stream: stream, dataset: name, channels: channels.compactMap(\.name),
      count: kind == .heldValues ? counts.sharedStretches : counts.rows, text: text(counts),
      first: Array(places.prefix(RowStretches.listLimit)))
  }

  private func constant(of stream: StreamName) -> QualityFault? {
    guard StreamCatalog.kind(of: name, in: stream)?.isMotion == true else { return nil }
    let constant = channels.filter { $0.constant != nil }
    guard !constant.isEmpty else { return nil }
    let values = Set(constant.compactMap(\.constant)).sorted().map { short(Double($0)) }
    return QualityFault(
      kind: .constantValues, stream: stream, dataset: name, channels: constant.compactMap(\.name),
      count: constant.count, text: "constant, \(values.joined(separator: " and "))")
  }

  private func beyondRange(of stream: StreamName) -> QualityFault? {
    guard let largestMagnitude, let range, !range.holds(largestMagnitude) else { return nil }
    return QualityFault(
      kind: .beyondRange, stream: stream, dataset: name, count: 1,
      text: "reaches \(short(Double(largestMagnitude))) \(unit), beyond the stated range of "
        + "\(short(range.value)) \(unit)")
  }

  /// The level at which the sensor stops, as text.
  private var clippedAt: String {
    let clippings = channels.compactMap(\.clipping)
    if let range, clippings.contains(where: { $0.evidence == .statedRange }) {
      return "at the stated range of \(range.text(unit))"
    }
    let level = clippings.flatMap { [$0.lowLevel, $0.highLevel] }.compactMap(\.self).map(abs).max() ?? 0
    guard clippings.contains(where: { $0.evidence == .usualRange }) else {
      return "in flat tops of up to \(short(Double(level))) \(unit)"
    }
    return "where values stop at \(FullScale(Double(level), .recognised).text(unit))"
  }
}

/// One pass over the values of a dataset, all components together.
struct DatasetScan {
  /// Equal values for at least this time mean a sensor that stands still, in s.
  private static let heldS = 0.5
  /// The least number of rows with equal values: at low rates a few values are equal by chance.
  private static let leastHeldRows = 10

  let kind: StreamCatalog.DatasetKind
  let signals: [any Signal]
  private(set) var channels: [ChannelScan]
  private let statedRange: Double?
  /// The sum of the rows' magnitudes, and the number of rows; nil if no usual magnitude is known.
  private var magnitudes: (sum: Double, count: Int)?

  /// - Parameters:
  ///   - kind: the dataset's entry in the layout.
  ///   - signals: the components of the dataset.
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

  /// Scans the next rows: a list of values for each component.
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
    // If values exceed a stated range, they do not stop at the range.
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
