import Signals

/// One lobe of the rotation along gravity: how fast, how long and how far the wrist turns one way around a peak.
public struct RotationLobe: Hashable, Sendable {
  /// Index of the peak in the device motion.
  public var sample: Int
  /// Stamp of the peak, in s.
  public var time: Double
  /// Rate at the peak, signed, in rad/s.
  public var peakRate: Double
  /// Time for which the rate stays above half of the peak, in s, linear between samples.
  public var widthS: Double
  /// Rotation while the rate stays above a tenth of the peak, without sign, in rad: trapezoid rule over the stamps.
  public var rotation: Double

  /// Makes a lobe from its measured values.
  public init(sample: Int = 0, time: Double, peakRate: Double, widthS: Double, rotation: Double) {
    self.sample = sample
    self.time = time
    self.peakRate = peakRate
    self.widthS = widthS
    self.rotation = rotation
  }

  /// Whether it has a width and a rotation to compare; a sample between two missing ones has neither.
  var isMeasurable: Bool { widthS > 0 && widthS.isFinite && rotation > 0 && rotation.isFinite }

  /// How far a lobe is followed to each side of its peak, in s: no swing of a bat, club or racket takes as long.
  static let reachS = 1.2

  /// Measures the lobe around a peak; a missing sample, a gap and `reachS` end it.
  ///
  /// - Parameters:
  ///   - peak: index of the peak's sample, which is not missing.
  ///   - rotation: the rotation along gravity, in rad/s.
  /// - Throws: whatever reading `rotation` throws.
  public init(around peak: Int, in rotation: any Signal) throws {
    let timeBase = rotation.timeBase
    let centre = try timeBase.time(at: peak)
    let segment = timeBase.segment(containing: peak).samples
    // Most lobes end within so many samples, which no stamps need be searched for: inside a segment steps are shorter
    // than a gap.
    let near = Int(clamping: (Self.reachS / (TimeBase.gapSteps * timeBase.medianStep)).rounded(.down))
    var range = max(segment.lowerBound, peak - min(near, peak))..<peak + min(segment.upperBound - peak - 1, near) + 1
    var rates = try rotation.samples(range)
    let sign: Float = rates[peak - range.lowerBound] < 0 ? -1 : 1
    let level = 0.1 * Double(sign * rates[peak - range.lowerBound])
    var foot = Self.extent(of: rates, sign, around: peak - range.lowerBound, above: level)
    if foot.lowerBound == 0 || foot.upperBound == rates.count - 1 {
      range = try timeBase.indices(in: centre - Self.reachS...centre + Self.reachS, around: peak).clamped(to: segment)
      rates = try rotation.samples(range)
      foot = Self.extent(of: rates, sign, around: peak - range.lowerBound, above: level)
    }
    let place = peak - range.lowerBound
    // Of a lobe and the samples beside it only: it is far shorter than what it is looked for in.
    let first = max(0, foot.lowerBound - 1)
    let end = min(rates.count, foot.upperBound + 2)
    let course = rates[first..<end].map { Double(sign * $0) }
    let times = try timeBase.times(range.lowerBound + first..<range.lowerBound + end)
    let whole = foot.lowerBound - first...foot.upperBound - first
    self.init(
      sample: peak, time: centre, peakRate: Double(rates[place]),
      widthS: Self.width(of: course, times, around: place - first),
      rotation: Statistics.trapezoid(Array(course[whole]), times: Array(times[whole])))
  }

  /// The samples around the peak that stay above a level without a break.
  private static func extent(
    of rates: [Float], _ sign: Float, around peak: Int, above level: Double
  ) -> ClosedRange<Int> {
    var (first, last) = (peak, peak)
    while first > 0, Double(sign * rates[first - 1]) > level { first -= 1 }
    while last + 1 < rates.count, Double(sign * rates[last + 1]) > level { last += 1 }
    return first...last
  }

  private static func width(of course: [Double], _ times: [Double], around peak: Int) -> Double {
    let half = course[peak] / 2
    var (first, last) = (peak, peak)
    while first > 0, course[first - 1] > half { first -= 1 }
    while last + 1 < course.count, course[last + 1] > half { last += 1 }
    func crossing(_ inside: Int, _ outside: Int) -> Double {
      guard course.indices.contains(outside), course[outside].isFinite else { return times[inside] }
      let share = (course[inside] - half) / (course[inside] - course[outside])
      return times[inside] + share * (times[outside] - times[inside])
    }
    return crossing(last, last + 1) - crossing(first, first - 1)
  }
}

extension RotationLobe {
  /// The lobe of a swing with an impact: around the highest rate the swing's way from 100 ms before it to 150 ms after.
  ///
  /// - Returns: nil where the device motion has no sample there that turns the swing's way.
  /// - Throws: whatever reading `rotation` throws.
  public init?(of swing: Swing, in rotation: any Signal) throws {
    let timeBase = rotation.timeBase
    guard timeBase.count > 0 else { return nil }
    let window = try timeBase.indices(
      in: swing.anchorTime - 0.1...swing.anchorTime + 0.15, around: timeBase.nearestIndex(to: swing.anchorTime))
    let sign: Float = swing.peakRate < 0 ? -1 : 1
    let rates = try rotation.samples(window).map { sign * $0 }
    let known = rates.indices.filter { rates[$0] > 0 && rates[$0].isFinite }
    guard let peak = known.max(by: { rates[$0] < rates[$1] }) else { return nil }
    try self.init(around: window.lowerBound + peak, in: rotation)
  }
}
