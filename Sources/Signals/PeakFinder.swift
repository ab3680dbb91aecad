import Parallel

/// Finds the peaks of `|x|` that stand above a level and above the noise around them.
///
/// A sample is a candidate where `|x|` is above both neighbours, or above its only neighbour at an end of a segment; a
/// plateau (a clipped sensor) counts as its first sample. A candidate is a peak where `|x|` reaches the threshold
/// `max(level, sigmaMultiple * sigma)`. NaN lies below every sample and every threshold.
///
/// The noise's sigma is `1.4826 * median(|x|)` (the signal is taken to have zero mean, as behind a high-pass) over
/// windows that tile each segment from its start; the last one is taken backwards from the segment's end, so that it is
/// as long as the others. Only windows with a candidate at the level are worked out.
///
/// Of peaks closer in time than the refractory period the highest stays, the earlier one of equals, as
/// `scipy.signal.find_peaks(distance=)` has it but by the stamps. A backward step of the clock counts as no time.
///
/// Memory is bounded by the block, the window, and the peaks of a refractory period; the result depends on none of the
/// ways to read.
public struct PeakFinder: Sendable, Hashable {
  /// The lowest threshold, in the signal's unit; 0 or above.
  public var level: Float
  /// How many sigmas of the noise a peak must reach; 0 leaves the level alone.
  public var sigmaMultiple: Float
  /// The length of the noise windows, in seconds; above 0.
  public var noiseWindowSeconds: Double
  /// The least time between peaks, in seconds; 0 keeps them all.
  public var refractorySeconds: Double
  /// Whether the noise is measured where no multiple of it is asked for; otherwise such peaks have a sigma of 0.
  public var measuresNoise = true
  /// How many samples are read at a time; changes memory and speed, never the result.
  public var blockLength: Int

  /// A finder with the given figures; negative ones, and NaN, are programmer's errors.
  public init(
    level: Float, sigmaMultiple: Float, noiseWindowSeconds: Double = 10, refractorySeconds: Double = 0.3,
    blockLength: Int = 32_768
  ) {
    precondition(level >= 0 && sigmaMultiple >= 0, "a level of \(level) and \(sigmaMultiple) sigmas")
    precondition(noiseWindowSeconds > 0 && refractorySeconds >= 0 && blockLength > 0, "no window, period or block")
    self.level = level
    self.sigmaMultiple = sigmaMultiple
    self.noiseWindowSeconds = noiseWindowSeconds
    self.refractorySeconds = refractorySeconds
    self.blockLength = blockLength
  }

  /// The peaks of a signal, in the order of its samples.
  ///
  /// - Throws: What the signal and its time base throw.
  public func peaks(in signal: any Signal) throws -> [Peak] {
    var peaks: [Peak] = []
    try forEachPeak(in: signal) { _ in
    } found: {
      peaks.append($0)
    }
    return peaks.sorted { $0.index < $1.index }
  }

  /// Calls `found` for every peak of a signal soon after it was read, while what lies around it is still decoded.
  ///
  /// They come nearly in the order of the samples: peaks closer than the refractory period may be swapped.
  ///
  /// - Parameters:
  ///   - signal: where peaks are looked for.
  ///   - read: is told of each range that was read, in order, ahead of the peaks that it settles.
  ///   - found: takes a peak.
  /// - Throws: What the signal, its time base, `read` and `found` throw.
  public func forEachPeak(
    in signal: any Signal, read: (Range<Int>) throws -> Void, found: (Peak) throws -> Void
  ) throws {
    let timeBase = signal.timeBase
    let window = noiseWindow(rate: timeBase.rate, count: signal.count)
    var suppression = RefractorySuppression(seconds: refractorySeconds)
    var clockShift = 0.0
    var previousEnd: Double?
    for segment in timeBase.segments {
      // Where the clock goes back, later stamps are moved on so that no time passes.
      clockShift += max(0, (previousEnd ?? segment.startTime) - segment.startTime)
      previousEnd = segment.endTime
      var noise = NoiseWindows(signal: signal, segment: segment.samples, length: window)
      try scan(segment.samples, of: signal, window: window) { index, value, block in
        let sigma = asksForNoise ? try noise.sigma(at: index, block) : 0
        // A comparison with NaN (no noise known) is false and leaves the level.
        let threshold = sigmaMultiple * sigma > level ? sigmaMultiple * sigma : level
        guard abs(value) >= threshold else { return }
        let peak = Peak(index: index, value: value, threshold: threshold, noiseSigma: sigma)
        suppression.add(peak, time: try timeBase.time(at: index) + clockShift)
      } blockEnded: { range in
        try read(range)
        for peak in suppression.takeSettled() { try found(peak) }
      }
    }
    for peak in suppression.finish() { try found(peak) }
  }

  private var asksForNoise: Bool { measuresNoise || sigmaMultiple > 0 }

  private func noiseWindow(rate: Double, count: Int) -> Int {
    // Compared as Double: a window beyond the signal need not fit an Int.
    let samples = (noiseWindowSeconds * rate).rounded()
    return samples < Double(count) ? max(Int(samples), 1) : max(count, 1)
  }

  /// Calls `found` for every candidate of a segment at the level or above, in order, with the block that has just been
  /// read.
  private func scan(
    _ segment: Range<Int>, of signal: any Signal, window: Int,
    found: (Int, Float, NoiseWindows.Block) throws -> Void, blockEnded: (Range<Int>) throws -> Void
  ) throws {
    var scanner = PeakScanner(level: level, start: segment.lowerBound)
    // Whole noise windows, so that their samples are at hand.
    let length = window <= blockLength ? blockLength / window * window : blockLength
    let noiseLevel = asksForNoise ? level : nil
    try InOrder.forEach(blocksOf: length, in: segment) {
      NoiseWindows.Block($0, try signal.samples($0), window: window, level: noiseLevel)
    } body: { range, block in
      try scanner.add(block.samples.span, from: range.lowerBound) { try found($0, $1, block) }
      try blockEnded(range)
    }
    let nothing = NoiseWindows.Block(endingAt: segment.upperBound)
    try scanner.finish { try found($0, $1, nothing) }
  }
}
