extension EventPicture.CoarseView {
  /// How far from the moment the shock's peak is looked for, in s.
  static let reachS = 0.03

  /// A trace as a slower sensor delivers it.
  ///
  /// - Parameters:
  ///   - trace: its samples, in g: the acceleration, low-passed and decimated.
  ///   - rateHz: its rate, in Hz.
  ///   - raw: the acceleration as recorded, in g; nil if there was no contact at that time.
  public init(_ trace: Trace, rateHz: Double, of raw: Trace?) {
    let all = raw.flatMap(Self.peak)
    let kept = Self.peak(trace)
    self.init(trace: trace, rateHz: rateHz, peakFraction: all.flatMap { all in kept.map { $0 / all } })
  }

  /// The largest magnitude near the moment; nil if there are no samples, or only zeros.
  private static func peak(_ trace: Trace) -> Double? {
    let sizes = trace.samples.filter { abs($0.time) <= reachS && $0.value.isFinite }.map { abs($0.value) }
    return sizes.max().flatMap { $0 > 0 ? $0 : nil }
  }
}
