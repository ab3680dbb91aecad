import SPSignals

/// One lobe of the rotation along gravity: how fast and how long the wrist turns in one direction around a
/// peak.
public struct RotationLobe: Codable, Hashable, Sendable {
  /// Index of the peak in the device motion.
  public var sample: Int
  /// Timestamp of the peak, in s.
  public var time: Double
  /// Rate at the peak, signed, in rad/s.
  public var peakRate: Double
  /// Time for which the rate stays above half of the peak, in s, interpolated linearly.
  public var widthS: Double
  /// The part of that time before the peak, in s.
  public var riseS: Double

  /// Makes a lobe from its measured values.
  public init(sample: Int = 0, time: Double, peakRate: Double, widthS: Double, riseS: Double) {
    self.sample = sample
    self.time = time
    self.peakRate = peakRate
    self.widthS = widthS
    self.riseS = riseS
  }

  /// Whether it has a width to compare; a peak between two missing samples has no width.
  var isMeasurable: Bool { widthS > 0 && widthS.isFinite }

  /// How far a lobe is followed on each side of its peak, in s: no swing of a bat, club or racket takes this
  /// long.
  static let reachS = 1.2

  /// Measures the lobe around a peak; a missing sample, a gap or `reachS` ends the lobe.
  ///
  /// - Parameters:
  ///   - peak: index of the peak's sample, which is not missing.
  ///   - rotation: the rotation along gravity, in rad/s.
  /// - Throws: errors from reading `rotation`.
  public init(around peak: Int, in rotation: any Signal) throws {
    var top = peak...peak
    try self.init(around: peak, in: rotation, top: &top)
  }

  /// - Parameter top: the samples around the peak that stay above half of it.
  init(around peak: Int, in rotation: any Signal, top: inout ClosedRange<Int>) throws {
    let timeBase = rotation.timeBase
    let centre = try timeBase.time(at: peak)
    let segment = timeBase.segment(containing: peak).samples
    self.init(sample: peak, time: centre, peakRate: 0, widthS: 0, riseS: 0)
    // Most lobes end within this many samples. No timestamps need to be searched for these samples: inside a segment,
    // intervals are shorter than a gap.
    let near = Int(clamping: (Self.reachS / (GapLimit.medians * timeBase.medianInterval)).rounded(.down))
    let first = max(segment.lowerBound, peak - min(near, peak))
    let end = peak + min(segment.upperBound - peak - 1, near) + 1
    guard try !measure(first..<end, in: rotation, timeBase, top: &top, orGiveUp: true) else { return }
    let reach = try timeBase.indices(in: centre - Self.reachS...centre + Self.reachS, around: peak)
    _ = try measure(reach.clamped(to: segment), in: rotation, timeBase, top: &top, orGiveUp: false)
  }

  /// Measures the part of the lobe in a range.
  ///
  /// - Parameter givesUp: whether to skip a lobe that may continue beyond the range.
  /// - Returns: whether it was measured.
  private mutating func measure(
    _ range: Range<Int>, in rotation: any Signal, _ timeBase: TimeBase, top whole: inout ClosedRange<Int>,
    orGiveUp givesUp: Bool
  ) throws -> Bool {
    let place = sample - range.lowerBound
    var isMeasured = false
    try rotation.visit(range) { rates in
      let sign: Float = rates[place] < 0 ? -1 : 1
      let top = Self.extent(of: rates, sign, around: place, above: 0.5 * sign * rates[place])
      guard !givesUp || (top.lowerBound > 0 && top.upperBound < rates.count - 1) else { return }
      isMeasured = true
      whole = range.lowerBound + top.lowerBound...range.lowerBound + top.upperBound
      peakRate = Double(rates[place])
      // Reads only the lobe and the samples next to it, which are far fewer than the range.
      let near = max(0, top.lowerBound - 1)..<min(rates.count, top.upperBound + 2)
      try timeBase.visitTimes(range.lowerBound + near.lowerBound..<range.lowerBound + near.upperBound) { times in
        let inside = top.lowerBound - near.lowerBound...top.upperBound - near.lowerBound
        let (rise, fall) = Self.sides(of: rates.extracting(near), sign, times, around: place - near.lowerBound, inside)
        riseS = rise
        widthS = rise + fall
      }
    }
    return isMeasured
  }

  /// The samples around the peak that stay above a level without a break.
  private static func extent(
    of rates: Span<Float>, _ sign: Float, around peak: Int, above level: Float
  ) -> ClosedRange<Int> {
    rates.withUnsafeBufferPointer { rates in
      var (first, last) = (peak, peak)
      while first > 0, sign * rates[first - 1] > level { first -= 1 }
      while last + 1 < rates.count, sign * rates[last + 1] > level { last += 1 }
      return first...last
    }
  }

  /// The times from half of the peak up to it and from it down to half, interpolated linearly.
  private static func sides(
    of rates: Span<Float>, _ sign: Float, _ times: Span<Double>, around peak: Int, _ range: ClosedRange<Int>
  ) -> (rise: Double, fall: Double) {
    func rate(_ index: Int) -> Double { Double(sign * rates[index]) }
    let half = rate(peak) / 2
    func crossing(_ inside: Int, _ outside: Int) -> Double {
      guard rates.indices.contains(outside), rates[outside].isFinite else { return times[inside] }
      let fraction = (rate(inside) - half) / (rate(inside) - rate(outside))
      return times[inside] + fraction * (times[outside] - times[inside])
    }
    return (
      times[peak] - crossing(range.lowerBound, range.lowerBound - 1),
      crossing(range.upperBound, range.upperBound + 1) - times[peak]
    )
  }
}

extension RotationLobe {
  /// The lobe of a swing with an impact: around the highest rate in the swing's direction from 100 ms before the impact
  /// to 150 ms after it.
  ///
  /// - Returns: nil if the device motion has no sample there that turns in the swing's direction.
  /// - Throws: errors from reading `rotation`.
  init?(of candidate: SwingCandidate, in rotation: any Signal) throws {
    let timeBase = rotation.timeBase
    guard timeBase.count > 0, let start = candidate.found else { return nil }
    let anchorTime = candidate.anchorTime
    let window = try timeBase.indices(
      in: anchorTime - 0.1...anchorTime + 0.15, around: timeBase.nearestIndex(to: anchorTime))
    let sign: Float = start.peakRate < 0 ? -1 : 1
    var peak = -1
    try rotation.visit(window) { rates in
      for index in rates.indices where sign * rates[index] > 0 && rates[index].isFinite {
        if peak < 0 || sign * rates[index] > sign * rates[peak] { peak = index }
      }
    }
    guard peak >= 0 else { return nil }
    try self.init(around: window.lowerBound + peak, in: rotation)
  }
}
