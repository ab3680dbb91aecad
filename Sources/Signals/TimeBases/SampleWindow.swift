/// The samples around an event: the same number of samples before and after the sample nearest to the event.
///
/// If the nearest sample is far from the event, as next to a gap, its place follows its time. Samples beyond a gap are
/// not used: their times and values are NaN.
package struct SampleWindow: Hashable, Sendable {
  /// The rate of the stream, in Hz.
  package let rateHz: Double
  /// The number of samples before and after the sample nearest to the event.
  private let before, after: Int
  /// The number of channels.
  package let channelCount: Int
  /// The place of the sample nearest to the event.
  package var anchorSample: Int { before }
  /// The number of samples.
  package var sampleCount: Int { before + 1 + after }
  /// The number of values of a window: the times, and the values of the channels.
  package var valueCount: Int { sampleCount * (1 + channelCount) }

  package init(rateHz: Double, channelCount: Int, beforeS: Double, afterS: Double) {
    self.rateHz = rateHz
    (before, after) = (Int((beforeS * rateHz).rounded()), Int((afterS * rateHz).rounded()))
    self.channelCount = channelCount
  }

  /// Whether two rates, in Hz, count as equal: they differ by at most 5 % of the larger rate.
  package static func ratesAgree(_ rateHz: Double, _ otherHz: Double) -> Bool {
    abs(rateHz - otherHz) <= 0.05 * max(rateHz, otherHz)
  }

  /// The rate for the windows of a stream, in Hz. It is the stated rate, which is the same for all recordings of a
  /// device, unless the measured rate differs by more than 5 %.
  package static func rateHz(stated: Double?, measured: Double) -> Double {
    guard let stated, ratesAgree(stated, measured) else { return measured }
    return stated
  }

  /// The largest distance of the nearest sample, in intervals, that does not change its place. Rates of recordings
  /// differ by some percent, so half an interval is not enough.
  private static let nearestIntervals = 0.75

  /// Appends the times relative to an event, in s, and then the values, sample by sample.
  /// - Returns: Whether there is any sample.
  /// - Throws: The errors of the time base and of the channels.
  @discardableResult
  package func append(
    to values: inout [Float], _ timeBase: TimeBase, _ channels: [(any Signal)?], around anchor: Double
  ) throws -> Bool {
    let start = values.count
    values += repeatElement(.nan, count: valueCount)
    guard timeBase.count > 0 else { return false }
    let center = try timeBase.nearestIndex(to: anchor)
    let intervals = (try timeBase.time(at: center) - anchor) * rateHz
    let offset = intervals.magnitude <= Self.nearestIntervals ? 0 : intervals.rounded()
    guard offset.magnitude <= Double(sampleCount) else { return false }
    let zeroth = center - before - Int(offset)
    let range = (zeroth..<zeroth + sampleCount).clamped(to: timeBase.segment(containing: center).samples)
    guard !range.isEmpty else { return false }
    let first = range.lowerBound - zeroth
    let times = try timeBase.times(range)
    try values.withUnsafeMutableBufferPointer { values in
      for place in times.indices { values[start + first + place] = Float(times[place] - anchor) }
      for (number, channel) in channels.enumerated() {
        guard let channel else { continue }
        let target = start + sampleCount + first * channelCount + number
        try channel.visit(range) { samples in
          for place in samples.indices { values[target + place * channelCount] = samples[place] }
        }
      }
    }
    return true
  }
}
