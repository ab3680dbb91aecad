/// The median of magnitudes by their bits, without comparing them one by one.
///
/// As integers, magnitudes keep their order. A first pass counts them by their leading eleven bits (exponent and three
/// bits of the fraction). A second pass gathers the magnitudes with the same leading bits as the median; only this
/// small part needs a selection. This takes a seventh of the time of a quickselect, whose comparisons no processor can
/// predict.
///
/// Consecutive windows are alike. If the median is near the last median, only magnitudes near its likely place are
/// gathered, in a quarter of that time.
struct MagnitudeSelection {
  private static let shift: UInt32 = 20
  private static let binCount = 1 << 11
  private static let infinity = Float.infinity.bitPattern

  private var counts = [UInt32](repeating: 0, count: 2 * binCount)
  private var gathered: [UInt32] = []
  /// The search first covers this distance from the last median, in units of the last place: 12 to 25 % of the median.
  private static let reach: UInt32 = 1 << 21
  private var last: UInt32?

  /// The median of `|x|` over a range of samples; for an even count the mean of the middle two values.
  ///
  /// NaN samples are ignored; nil if all samples are NaN.
  mutating func median(_ bits: Span<Float>) -> Float? {
    let median = medianNearLast(bits) ?? medianOfAll(bits)
    last = median.map { $0.bitPattern & 0x7fff_ffff }
    return median
  }

  /// The median if it is near the last median, else nil.
  private mutating func medianNearLast(_ samples: Span<Float>) -> Float? {
    guard let last, last > Self.reach, last < Self.infinity - Self.reach else { return nil }
    var band = MagnitudeBand(last - Self.reach..<last + Self.reach, of: samples)
    let known = samples.count - band.missing
    let rank = known / 2
    guard band.holds(rank) else { return nil }
    // Mostly the middle is at the place that it would have if magnitudes were spread evenly over the band.
    let inner = MagnitudeBand(band.around(rank), of: samples)
    if inner.holds(rank) { band = inner }
    if gathered.count <= samples.count { gathered = [UInt32](repeating: 0, count: samples.count + 1) }
    return gathered.withUnsafeMutableBufferPointer { gathered in
      let values = UnsafeMutableBufferPointer(rebasing: gathered[..<band.gather(samples, into: gathered)])
      select(rank - band.below, in: values)
      let upper = Float(bitPattern: values[rank - band.below])
      guard known.isMultiple(of: 2), let below = values[..<(rank - band.below)].max() else { return upper }
      let lower = Float(bitPattern: below)
      return lower + (upper - lower) / 2
    }
  }

  private mutating func medianOfAll(_ bits: Span<Float>) -> Float? {
    let count = tally(bits)
    guard count > 0 else { return nil }
    let upper = value(ofRank: count / 2, bits)
    guard count.isMultiple(of: 2) else { return upper.value }
    // The lower neighbour is at the front of the gathered values, unless the bin begins with the upper one.
    let lower = upper.below ?? value(ofRank: count / 2 - 1, bits).value
    return lower + (upper.value - lower) / 2
  }

  /// Counts by leading bits, alternating between two tables. Neighbouring samples are alike, and in a single table each
  /// count would wait for the count before.
  ///
  /// - Returns: the number of samples that are not NaN.
  private mutating func tally(_ samples: Span<Float>) -> Int {
    counts.withUnsafeMutableBufferPointer { counts in
      counts.update(repeating: 0)
      for index in 0..<samples.count {
        let magnitude = samples[index].bitPattern & 0x7fff_ffff
        let bin = Int(magnitude >> Self.shift) + (index & 1) * Self.binCount
        // NaN comes after all ranks.
        counts[bin] &+= magnitude > Self.infinity ? 0 : 1
      }
      var count: UInt32 = 0
      for bin in 0..<Self.binCount {
        counts[bin] &+= counts[bin + Self.binCount]
        count &+= counts[bin]
      }
      return Int(count)
    }
  }

  /// The value of a rank, and the value of the rank below if it has the same leading bits.
  private mutating func value(ofRank rank: Int, _ samples: Span<Float>) -> (value: Float, below: Float?) {
    var below = 0
    var bin = 0
    while below + Int(counts[bin]) <= rank {
      below += Int(counts[bin])
      bin += 1
    }
    gather(UInt32(bin), samples)
    return gathered.withUnsafeMutableBufferPointer { gathered in
      let values = UnsafeMutableBufferPointer(rebasing: gathered[..<Int(counts[bin])])
      select(rank - below, in: values)
      let next = values[..<(rank - below)].max().map(Float.init(bitPattern:))
      return (Float(bitPattern: values[rank - below]), next)
    }
  }

  /// Moves the magnitudes of one bin to the front, without branching on them.
  private mutating func gather(_ bin: UInt32, _ samples: Span<Float>) {
    if gathered.count <= samples.count { gathered = [UInt32](repeating: 0, count: samples.count + 1) }
    var count = 0
    for index in 0..<samples.count {
      let magnitude = samples[index].bitPattern & 0x7fff_ffff
      gathered[count] = magnitude
      count &+= magnitude >> Self.shift == bin && magnitude <= Self.infinity ? 1 : 0
    }
  }
}
