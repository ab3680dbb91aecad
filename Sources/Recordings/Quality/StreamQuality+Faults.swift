import Files
import Signals

extension StreamQuality {
  /// The fraction by which a measured rate may differ from the stated one: real "800 Hz" watches measure
  /// 801.92 Hz.
  static let rateTolerance = 0.05

  /// All faults of the stream: timestamps, then values, then conventions.
  public var faults: [QualityFault] {
    guard rows > 0, !datasets.isEmpty else {
      let text = rows > 0 ? "timestamps without any values" : "no rows"
      return [QualityFault(kind: .noRows, stream: name, count: 1, text: text)]
    }
    // How gravity and attitude agree says more of them than their magnitudes do.
    var faults =
      timestampFaults + datasets.flatMap { $0.faults(of: name) }.filter { gravity == nil || $0.kind != .unit }
    if let gravity, gravity.convention != .layout || !gravity.isUnitGravity || !gravity.isUnitAttitude {
      faults.append(QualityFault(kind: .gravityConvention, stream: name, count: 1, text: gravity.finding))
    }
    return faults
  }

  /// Whether the stream is sampled at an even rate, so that a longer interval is a gap: true of motion, false of events
  /// and of values that a sensor reports now and then.
  public var isEvenlySampled: Bool {
    datasets.contains { StreamCatalog.kind(of: $0.name, in: name)?.isMotion == true }
  }

  private var timestampFaults: [QualityFault] {
    var faults: [QualityFault] = []
    func add(_ kind: QualityFault.Kind, _ count: Int, _ text: String, _ findings: [Regularity.Finding] = []) {
      guard count > 0 else { return }
      let places = findings.prefix(RowStretches.listLimit).map { QualityFault.Place(timeS: $0.time, row: $0.index) }
      faults.append(QualityFault(kind: kind, stream: name, count: count, text: text, first: Array(places)))
    }
    if isEvenlySampled {
      let gaps = regularity.gaps
      add(
        .gaps, gaps.count, "\(counted(gaps.count, "gap")), the longest \(short(regularity.maximumStep)) s", gaps.first)
      add(
        .lostSamples, regularity.lostSamples, "\(counted(regularity.lostSamples, "lost sample")), one or two at a time")
    }
    let (duplicates, backward) = (regularity.duplicates, regularity.backwardSteps)
    add(.duplicateTimestamps, duplicates.count, counted(duplicates.count, "duplicate timestamp"), duplicates.first)
    add(
      .backwardTimestamps, backward.count,
      "\(counted(backward.count, "backward timestamp")), by up to \(short(-regularity.minimumStep)) s", backward.first)
    if isEvenlySampled, let rateHz, let nominalRateHz, nominalRateHz > 0,
      abs(rateHz / nominalRateHz - 1) > Self.rateTolerance
    {
      add(.rate, 1, "measures \(short(rateHz)) Hz, but states \(short(nominalRateHz)) Hz")
    }
    return faults
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
  fileprivate func faults(of stream: StreamName) -> [QualityFault] {
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

  /// The fault of the components that have such stretches; nil if none has.
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

extension FullScale {
  /// The range as sensor makers state it: for a gyroscope in deg/s.
  public func text(_ unit: Unit) -> String {
    guard let factor = unit.factor(to: .degreesPerSecond) else { return "\(short(value)) \(unit)" }
    return "\(short(value * factor)) deg/s"
  }
}

/// A number with at most this many digits after the decimal point.
func short(_ value: Double, digits: Int = 3) -> String {
  let factor = (0..<digits).reduce(1.0) { product, _ in 10 * product }
  let text = "\((value * factor).rounded() / factor)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
