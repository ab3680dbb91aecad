import SPPlots

/// Time from the start of a recording in the unit that suits a picture: s, min or h.
struct ElapsedTime {
  /// The moment that is 0, in s.
  let start: Double
  /// The range of the axis, in its unit.
  let range: ClosedRange<Double>
  /// The unit.
  var unit: String { scale.symbol }

  private let scale: (symbol: String, seconds: Double)

  private static let scales: [(symbol: String, seconds: Double)] = [("s", 1), ("min", 60), ("h", 3600)]
  /// A time of this many units or more is shown in the next larger unit.
  private static let most = 180.0

  /// - Parameter span: the range of the axis, in s on the clock of `start`.
  init(from start: Double, over span: ClosedRange<Double>) {
    let scale = Self.scale(of: span.upperBound - span.lowerBound)
    self.start = start
    self.scale = scale
    range = (span.lowerBound - start) / scale.seconds...(span.upperBound - start) / scale.seconds
  }

  /// A moment on the axis.
  func callAsFunction(_ time: Double) -> Double { (time - start) / scale.seconds }

  /// A series on the axis.
  func callAsFunction(_ series: TimeSeries) -> TimeSeries { series.relative(to: start, unitS: scale.seconds) }

  /// A length of time in its unit: `40 s`, `25.2 min`, `10 h`.
  static func text(_ seconds: Double) -> String {
    let scale = scale(of: seconds)
    return "\(DecimalText.text(seconds / scale.seconds, significant: 3)) \(scale.symbol)"
  }

  private static func scale(of seconds: Double) -> (symbol: String, seconds: Double) {
    scales.first { seconds < most * $0.seconds } ?? scales[scales.count - 1]
  }
}
