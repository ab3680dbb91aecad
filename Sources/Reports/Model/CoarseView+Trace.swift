extension EventPicture.CoarseView {
  /// How far from the moment a shock's peak is looked for, in s.
  static let reachS = 0.03

  /// A trace as a slower sensor delivers it.
  ///
  /// - Parameters:
  ///   - trace: its samples: the acceleration low-passed, and every so many samples of it, in g.
  ///   - rateHz: its rate.
  ///   - raw: the acceleration as recorded, in g; nil if there was no contact at that time.
  public init(_ trace: Trace, rateHz: Double, of raw: Trace?) {
    let all = raw.flatMap(Self.peak)
    let kept = Self.peak(trace)
    self.init(trace: trace, rateHz: rateHz, peakFraction: all.flatMap { all in kept.map { $0 / all } })
  }

  /// The largest size near the moment; nil without a sample there or of nothing but zeros.
  private static func peak(_ trace: Trace) -> Double? {
    let sizes = trace.samples.filter { abs($0.time) <= reachS && $0.value.isFinite }.map { abs($0.value) }
    return sizes.max().flatMap { $0 > 0 ? $0 : nil }
  }
}
