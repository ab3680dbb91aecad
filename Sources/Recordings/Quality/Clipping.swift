import Signals

/// Samples at the limit of the sensor's range: the true value may have been larger.
///
/// Three rules apply, the first that fits for each channel and sign:
///
/// - Stated range: values within 0.1 % of it are clipped, by the rule of `Saturation`.
/// - Usual range: a range that is not stated is recognised if it is the smallest usual range that holds all channels,
///   and either a channel's extreme comes at least three times in a row, at most 2 % below the range (for the offset of
///   a calibrated sensor), or two channels have extremes within 0.5 % of it. If an extreme at most 2 % below the range
///   is repeated, its repeats are clipped; otherwise all values within 0.5 % of the range are.
/// - Flat tops: at any level, all values equal to the extreme are clipped if at least two runs of three or more of them
///   begin with a step of more than 2 % of the level, which no slow movement produces.
public struct Clipping: Hashable, Sendable, Encodable {
  /// How clipping was recognised.
  public enum Evidence: String, Hashable, Sendable, Encodable {
    /// Values are at the limit of the range that the recording states.
    case statedRange = "stated_range"
    /// Values stop at a usual range of sensors.
    case usualRange = "usual_range"
    /// Values stop with flat tops, at a level that is not a usual range.
    case flatTops = "flat_tops"
  }

  /// The evidence for the lower limit, or for the upper one if only that was found.
  public var evidence: Evidence
  /// The clipped samples, and the episodes that contain them.
  public var samples: RowStretches
  /// The smallest value, if that is a limit.
  public var lowLevel: Float?
  /// The largest value, if that is a limit.
  public var highLevel: Float?

  private enum CodingKeys: String, CodingKey {
    case evidence, samples
    case lowLevel = "low_level"
    case highLevel = "high_level"
  }

  /// - Parameters:
  ///   - channel: the channel whose values were scanned.
  ///   - range: the range of its sensor, if known.
  ///   - timeBase: the timestamps of the channel.
  /// - Returns: nil if nothing is clipped.
  /// - Throws: what reading timestamps throws.
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

extension FullScale {
  /// The limit of a sensor may lie as low as this fraction of its full scale.
  static let loosestFraction = 0.98

  /// The range with which the channels of a dataset seem to have been measured; nil if none is recognised.
  static func recognised(from channels: [ChannelScan]) -> FullScale? {
    let channels = channels.filter { $0.finiteCount > 0 }
    // All channels come from one sensor, so its scale has to hold the channel with the largest values.
    guard let scale = channels.map({ max($0.low.scale, $0.high.scale) }).max(), scale.isFinite else { return nil }
    let range = Double(scale)
    let sides = channels.map { [$0.low, $0.high].filter { $0.extreme > 0 } }
    let isFlat = sides.joined().contains {
      $0.reaches(loosestFraction, of: range) && $0.top.longest.count >= Saturation.equalCount
    }
    let near = sides.count { $0.contains { $0.reaches(Double(LimitScan.nearFraction), of: range) } }
    return isFlat || near > 1 ? FullScale(range, .recognised) : nil
  }
}

extension LimitScan {
  /// Whether the extreme reaches a fraction of a range.
  fileprivate func reaches(_ fraction: Double, of range: Double) -> Bool { Double(extreme) >= fraction * range }
}
