import SPBasics
import SPSignals

/// The quality of one stream: its timestamps, and the values sampled at them.
package struct StreamQuality: Equatable, Sendable, Encodable {
  /// The stream.
  package var name: StreamName
  /// The number of rows.
  package var rows: Int
  /// The first timestamp of any segment, in s; nil without rows.
  package var startS: Double?
  /// The last timestamp of any segment, in s; nil without rows.
  package var endS: Double?
  /// The time that the rows cover, in s, without gaps.
  package var durationS: Double
  /// The measured rate, in Hz; nil if it cannot be measured.
  package var rateHz: Double?
  /// The rate that the recording states, in Hz.
  package var nominalRateHz: Double?
  /// The range that the recording states, in g.
  package var rangeG: Double?
  /// Gaps, lost samples, duplicate and backward timestamps, jitter.
  package var regularity: Regularity
  /// The datasets, by name.
  package var datasets: [DatasetQuality]
  /// How gravity and attitude agree; nil if the stream lacks either, or no row has both.
  package var gravity: GravityAgreement?
  /// Whether gravity and attitude are estimated, so that they agree with each other and the acceleration in any case.
  package var hasEstimatedGravity: Bool

  /// Measures a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream, which is read once from front to end, a block at a time.
  ///   - readingValues: Whether the values are read too. Timestamps alone take a fraction of the time.
  /// - Throws: `RecordingError` for timestamps that are not finite or data that the layout does not allow,
  ///   `HDF5Error` for data that cannot be read, and `CancellationError`.
  package init(of stream: RecordingStream, readingValues: Bool = true) throws {
    let times = try stream.timeBase
    name = stream.name
    rows = stream.count
    startS = times.span?.lowerBound
    endS = times.span?.upperBound
    durationS = times.coveredS
    rateHz = times.rate.isFinite && times.rate > 0 ? times.rate : nil
    nominalRateHz = stream.nominalRateHz
    rangeG = stream.rangeG
    hasEstimatedGravity = stream.hasEstimatedGravity
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

extension StreamQuality {
  /// The fraction by which a measured rate may differ from the stated rate: real "800 Hz" watches measure
  /// 801.92 Hz.
  static let rateTolerance = 0.05

  /// All faults of the stream: timestamps, then values, then conventions.
  package var faults: [QualityFault] {
    guard rows > 0, !datasets.isEmpty else {
      let text = rows > 0 ? "timestamps without any values" : "no rows"
      return [QualityFault(kind: .noRows, stream: name, count: 1, text: text)]
    }
    // The agreement of gravity and attitude says more than their magnitudes.
    var faults =
      timestampFaults + datasets.flatMap { $0.faults(of: name) }.filter { gravity == nil || $0.kind != .unit }
    if let gravity, gravity.convention != .layout || !gravity.isUnitGravity || !gravity.isUnitAttitude {
      faults.append(QualityFault(kind: .gravityConvention, stream: name, count: 1, text: gravity.finding))
    }
    return faults
  }

  /// Whether the stream is sampled at an even rate, so that a longer interval is a gap. True for motion; false for
  /// events and for values that a sensor reports now and then.
  package var isEvenlySampled: Bool {
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

// MARK: JSON

extension StreamQuality {
  private enum CodingKeys: String, CodingKey {
    case name
    case rows = "samples"
    case startS = "start_s"
    case endS = "end_s"
    case durationS = "duration_s"
    case rateHz = "rate_hz"
    case nominalRateHz = "nominal_rate_hz"
    case rangeG = "range_g"
    case jitter
    case shortestStepS = "shortest_step_s"
    case longestStepS = "longest_step_s"
    case gaps
    case firstGaps = "first_gaps"
    case lostSamples = "lost_samples"
    case duplicates = "duplicate_stamps"
    case firstDuplicates = "first_duplicate_stamps"
    case backward = "backward_stamps"
    case firstBackward = "first_backward_stamps"
    case datasets
    case gravity = "gravity_agreement"
  }

  /// A gap, from the timestamp before it to the one after it.
  private struct Gap: Encodable {
    var endS: Double
    var lengthS: Double
    var row: Int

    enum CodingKeys: String, CodingKey {
      case endS = "end_s"
      case lengthS = "length_s"
      case row
    }
  }

  /// A timestamp that is not after the previous timestamp.
  private struct Step: Encodable {
    var timeS: Double
    var stepS: Double
    var row: Int

    enum CodingKeys: String, CodingKey {
      case timeS = "time_s"
      case stepS = "step_s"
      case row
    }
  }

  /// Encodes all metrics under names with units; lists of places contain the first few places.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(rows, forKey: .rows)
    try container.encodeIfPresent(startS, forKey: .startS)
    try container.encodeIfPresent(endS, forKey: .endS)
    try container.encode(durationS, forKey: .durationS)
    try container.encodeIfPresent(rateHz, forKey: .rateHz)
    try container.encodeIfPresent(nominalRateHz, forKey: .nominalRateHz)
    try container.encodeIfPresent(rangeG, forKey: .rangeG)
    try container.encode(regularity.jitter, forKey: .jitter)
    try container.encode(regularity.minimumStep, forKey: .shortestStepS)
    try container.encode(regularity.maximumStep, forKey: .longestStepS)
    try container.encode(regularity.gaps.count, forKey: .gaps)
    try container.encode(
      regularity.gaps.first.map { Gap(endS: $0.time, lengthS: $0.step, row: $0.index) }, forKey: .firstGaps)
    try container.encode(regularity.lostSamples, forKey: .lostSamples)
    for (findings, count, places) in [
      (regularity.duplicates, CodingKeys.duplicates, CodingKeys.firstDuplicates),
      (regularity.backwardSteps, .backward, .firstBackward),
    ] {
      try container.encode(findings.count, forKey: count)
      try container.encode(
        findings.first.map { Step(timeS: $0.time, stepS: $0.step, row: $0.index) }, forKey: places)
    }
    try container.encode(datasets, forKey: .datasets)
    try container.encodeIfPresent(gravity, forKey: .gravity)
  }
}
