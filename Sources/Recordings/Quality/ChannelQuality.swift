import SPSignals

/// The quality of the values of one channel: a component of a dataset.
package struct ChannelQuality: Hashable, Sendable, Encodable {
  /// The component: `x`, `y`, `z`, of a quaternion also `w`; nil for the only component of its dataset.
  package var name: String?
  /// The smallest value; nil if no value is finite.
  package var smallest: ValuePlace?
  /// The largest value; nil if no value is finite.
  package var largest: ValuePlace?
  /// Values that are NaN.
  package var nanCount: Int
  /// Values that are infinite.
  package var infiniteCount: Int
  /// The rows in which values are NaN or infinite; nil without such rows.
  package var missing: RowStretches?
  /// The value of all finite samples if there are at least two and all are equal; nil if they differ.
  package var constant: Float?
  /// The rows in which the value stays the same for at least half a second and at least ten rows, while it changes
  /// elsewhere. Nil without such rows, and for codes and channels that are not motion, which may stay the same.
  package var held: RowStretches?
  /// The samples at the limit of the sensor; nil without such samples.
  package var clipping: Clipping?

  private enum CodingKeys: String, CodingKey {
    case name, smallest, largest
    case nanCount = "nan_count"
    case infiniteCount = "infinite_count"
    case missing
    case constant = "constant_value"
    case held, clipping
  }

  init(_ scan: ChannelScan, name: String?, range: FullScale?, _ timeBase: TimeBase) throws {
    self.name = name
    smallest = try scan.smallest.map { try ValuePlace($0.value, row: $0.row, timeBase) }
    largest = try scan.largest.map { try ValuePlace($0.value, row: $0.row, timeBase) }
    nanCount = scan.nanCount
    infiniteCount = scan.infiniteCount
    missing = try RowStretches(scan.missing, in: timeBase)
    constant = scan.finiteCount > 1 && smallest?.value == largest?.value ? smallest?.value : nil
    held = constant == nil ? try RowStretches(scan.held, in: timeBase) : nil
    clipping = constant == nil ? try Clipping(scan, range: range, timeBase) : nil
  }

  /// The channel with its dataset: `acceleration x`.
  package func path(in dataset: DatasetQuality) -> String {
    [dataset.name, name].compactMap(\.self).joined(separator: " ")
  }
}

/// Samples at the limit of the sensor's range: the true value may have been larger.
///
/// Three rules apply. For each channel and sign, the first rule that fits decides:
///
/// - Stated range: Values within 0.1 % of the range are clipped, by the rule of `Saturation`.
/// - Usual range: If no range is stated, or values exceed the stated range, the smallest usual range that holds all
///   channels may be recognised. The evidence is a channel's extreme that comes at least three times in a row, at most
///   2 % below the range (for the offset of a calibrated sensor). Two channels with extremes within 0.5 % of the range
///   are evidence, too. If an extreme at most 2 % below the range is repeated, its repeats are clipped. Otherwise all
///   values within 0.5 % of the range are clipped.
/// - Flat tops: At any level, all values equal to the extreme are clipped if at least two runs of three or more of them
///   begin steeply. A steep beginning is a step of more than 2 % of the level, which no slow movement produces.
package struct Clipping: Hashable, Sendable, Encodable {
  /// How clipping was recognised.
  package enum Evidence: String, Hashable, Sendable, Encodable {
    /// Values are at the limit of the range that the recording states.
    case statedRange = "stated_range"
    /// Values stop at a usual range of sensors.
    case usualRange = "usual_range"
    /// Values stop with flat tops, at a level that is not a usual range.
    case flatTops = "flat_tops"
  }

  /// The evidence for the lower limit, or for the upper limit if only that was found.
  package var evidence: Evidence
  /// The clipped samples, and the episodes that contain them.
  package var samples: RowStretches
  /// The smallest value, if that is a limit.
  package var lowLevel: Float?
  /// The largest value, if that is a limit.
  package var highLevel: Float?

  private enum CodingKeys: String, CodingKey {
    case evidence, samples
    case lowLevel = "low_level"
    case highLevel = "high_level"
  }

  /// - Parameters:
  ///   - channel: the channel whose values were scanned.
  ///   - range: the range of the channel's sensor, if known.
  ///   - timeBase: the timestamps of the channel.
  /// - Returns: nil if nothing is clipped.
  /// - Throws: the errors of reading timestamps.
  init?(_ channel: ChannelScan, range: FullScale?, _ timeBase: TimeBase) throws {
    let sides = [channel.low, channel.high].map { ($0, Self.limit(of: $0, range)) }
    let found = sides.compactMap(\.1)
    guard let evidence = found.first?.evidence, let samples = try RowStretches(found.map(\.list), in: timeBase) else {
      return nil
    }
    self.evidence = evidence
    self.samples = samples
    lowLevel = sides[0].1.map { _ in -channel.low.extreme }
    highLevel = sides[1].1.map { _ in channel.high.extreme }
  }

  private static func limit(of side: LimitScan, _ range: FullScale?) -> (evidence: Evidence, list: StretchList)? {
    guard side.extreme > 0 else { return nil }
    if let range, range.source == .stated, side.stated.count > 0 { return (.statedRange, side.stated) }
    if let range, range.source == .recognised, side.reaches(FullScale.loosestFraction, of: range.value) {
      if side.top.longest.count > 1 { return (.usualRange, side.top) }
      if side.near.count > 0 { return (.usualRange, side.near) }
    }
    return side.cutTops > 1 ? (.flatTops, side.top) : nil
  }
}
