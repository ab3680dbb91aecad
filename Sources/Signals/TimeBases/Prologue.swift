/// Facts about a stream that are needed before its samples pass. They decide which intervals are gaps, and how filters
/// are designed.
///
/// For a file the facts come from its timestamps, see ``init(of:)``. For a live stream they come from its first
/// seconds, or from a caller that knows the sensor. With the same prologue the same samples give the same results, to
/// the last bit.
public struct Prologue: Sendable, Hashable {
  /// The measured rate, in Hz; 0 if not known, as with fewer than two samples.
  public var rateHz: Double
  /// The median sampling interval, in s: an interval of more than `GapLimit.medians` medians is a gap.
  public var medianIntervalS: Double
  /// From the first timestamp to the last, in s; nil if the end is not known, as in a live stream.
  public var spanS: ClosedRange<Double>?

  /// Makes a prologue. Without a given median interval, the interval is 1 divided by the rate.
  public init(rateHz: Double, medianIntervalS: Double? = nil) {
    self.rateHz = rateHz
    self.medianIntervalS = medianIntervalS ?? (rateHz > 0 ? 1 / rateHz : 0)
  }

  /// Up to this many timestamps the median interval is exact.
  static let exactMedianCount = 65_536
  /// Up to this many timestamps, 8 MB of them, the rate uses all timestamps.
  package static let exactRateCount = 1 << 20
  private static let sampledBlocks = 8
  private static let sampledLength = 8192
  /// The largest relative difference between the rate of a stretch between two blocks and the rate inside blocks. A
  /// clock drifts by less, and a gap makes a larger difference.
  private static let drift = 1e-4

  /// Reads the timestamps of a source: all of them up to 1,048,576, else 8 evenly spaced blocks of 8,192.
  ///
  /// In a long source without gaps the rate is exact too: the number of intervals over the time from the first
  /// timestamp to the last. If there are gaps between two blocks, the stretch between these blocks does not count.
  ///
  /// - Throws: the errors of the source.
  public init(of source: any TimestampSource) throws {
    medianIntervalS = try Self.medianInterval(of: source)
    guard source.count > Self.exactRateCount else {
      let scan = try TimestampScan(source, medianInterval: medianIntervalS)
      rateHz = scan.rate
      if let first = scan.segments.map(\.startTime).min(), let last = scan.segments.map(\.endTime).max() {
        spanS = first...last
      }
      return
    }
    var inside = Steps()
    var between: [Steps] = []
    var last: (index: Int, time: Double)?
    for block in Self.blocks(of: source.count) {
      let timestamps = try source.timestamps(block)
      if let last, timestamps[0].isFinite {
        between.append(Steps(count: block.lowerBound - last.index, durationS: timestamps[0] - last.time))
      }
      inside.add(timestamps, upTo: GapLimit.medians * medianIntervalS)
      last = (block.upperBound - 1, timestamps[timestamps.count - 1])
    }
    let typical = inside.durationS / Double(max(1, inside.count))
    var all = inside
    for steps in between
    where abs(steps.durationS - Double(steps.count) * typical)
      <= Self.drift * Double(steps.count) * typical
    {
      all.count += steps.count
      all.durationS += steps.durationS
    }
    if let first = try source.timestamps(0..<1).first, let last, first <= last.time { spanS = first...last.time }
    // Without a gap, the whole duration equals the sum of its parts, and has no rounding errors of a sum.
    if all.count == source.count - 1, let first = try source.timestamps(0..<1).first, let last {
      all.durationS = last.time - first
    }
    rateHz = all.durationS > 0 ? Double(all.count) / all.durationS : 0
  }

  /// The prologue of timestamps shifted by a number of seconds.
  package func shifted(bySeconds seconds: Double) -> Prologue {
    var moved = self
    moved.spanS = spanS.map { $0.lowerBound + seconds...$0.upperBound + seconds }
    return moved
  }

  private struct Steps {
    var count = 0
    var durationS = 0.0

    /// Adds the intervals that are not backward and not gaps.
    mutating func add(_ timestamps: [Double], upTo limit: Double) {
      for (next, timestamp) in zip(timestamps.dropFirst(), timestamps)
      where next - timestamp >= 0 && next - timestamp <= limit {
        count += 1
        durationS += next - timestamp
      }
    }
  }

  private static func blocks(of count: Int) -> [Range<Int>] {
    (0..<sampledBlocks).map { block in
      let start = block * (count - sampledLength) / (sampledBlocks - 1)
      return start..<(start + sampledLength)
    }
  }

  /// The median forward interval; duplicates and backward steps are faults and do not count.
  static func medianInterval(of source: any TimestampSource) throws -> Double {
    let blocks = source.count > exactMedianCount ? blocks(of: source.count) : [0..<source.count]
    var steps: [Double] = []
    for block in blocks {
      let timestamps = try source.timestamps(block)
      for index in 1..<max(timestamps.count, 1) {
        let step = timestamps[index] - timestamps[index - 1]
        // False for NaN as well; the scan reports its index.
        if step > 0, step.isFinite { steps.append(step) }
      }
    }
    return steps.withUnsafeMutableBufferPointer { medianInPlace($0) } ?? 0
  }
}
