/// A stretch of time that is shaded.
public struct TimeSpan: Hashable, Sendable {
  /// The time at which the stretch begins, in seconds.
  public var start: Double
  /// The time at which the stretch ends, in seconds.
  public var end: Double
  /// The colour; it should be translucent, so that the grid shows through.
  public var color: Color
  /// The entry in the legend; nil for no entry.
  public var name: String?

  /// Whether it is hatched rather than evenly shaded.
  public var isHatched: Bool

  /// Makes a span; by default in a light grey.
  public init(
    start: Double, end: Double, color: Color = Color(hex: 0x000000, alpha: 0.06), name: String? = nil,
    isHatched: Bool = false
  ) {
    self.start = start
    self.end = end
    self.color = color
    self.name = name
    self.isHatched = isHatched
  }

  /// A stretch without samples.
  public static func gap(_ times: ClosedRange<Double>) -> TimeSpan {
    TimeSpan(
      start: times.lowerBound, end: times.upperBound, color: Color(hex: 0xA8A8A8), name: "no samples", isHatched: true)
  }
}

/// A range of values over a stretch of time, such as a target, that is shaded behind a panel's lines.
public struct ValueBand: Hashable, Sendable {
  /// The times at which the band begins and ends, in seconds.
  public var time: ClosedRange<Double>
  /// The lowest and the highest value, in the panel's unit. If a value is nil, the range is open on that side and
  /// reaches to the end of the axis.
  public var low, high: Double?
  /// The colour; it should be translucent, so that the grid shows through.
  public var color: Color
  /// The entry in the legend; nil for no entry.
  public var name: String?

  /// Makes a band; by default in a light green.
  public init(
    _ time: ClosedRange<Double>, low: Double?, high: Double?, color: Color = .green.opacity(0.22), name: String? = nil
  ) {
    self.time = time
    self.low = low
    self.high = high
    self.color = color
    self.name = name
  }

  /// The finite ends of the range, which the axis should show.
  var ends: [Double] { [low, high].compactMap(\.self).filter(\.isFinite) }

  /// Whether any part of the band is within a range of times.
  func isShown(over domain: ClosedRange<Double>) -> Bool { time.overlaps(domain) }

  /// The range as text.
  func words(unit: String) -> String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    let texts = [low, high].map { $0.map { DecimalText.text($0, significant: 4) } }
    return switch (texts[0], texts[1]) {
    case (let low?, let high?): low == high ? low + unit : "\(low) to \(high)\(unit)"
    case (let low?, nil): "\(low)\(unit) or more"
    case (nil, let high?): "\(high)\(unit) or less"
    case (nil, nil): "any"
    }
  }
}
