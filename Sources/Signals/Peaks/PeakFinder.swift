/// A peak of a signal's magnitude.
package struct Peak: Sendable, Hashable {
  /// The sample; the first one of a plateau.
  package let index: Int
  /// The signal at this sample, with its sign.
  package let value: Float
  /// The threshold that its magnitude reached.
  package let threshold: Float
  /// The standard deviation of the noise around it.
  package let noiseSigma: Float

  package init(index: Int, value: Float, threshold: Float, noiseSigma: Float) {
    self.index = index
    self.value = value
    self.threshold = threshold
    self.noiseSigma = noiseSigma
  }
}

/// Finds the peaks of `|x|` that exceed a level and the noise around them.
///
/// A sample is a candidate if `|x|` is above both neighbours, or above its only neighbour at an end of a segment. A
/// plateau (a clipped sensor) counts as its first sample. A candidate is a peak if `|x|` reaches the threshold
/// `max(level, sigmaMultiple * sigma)`. NaN is below every sample and every threshold.
///
/// The noise's sigma is `sigmaPerMedian * median(|x|)`, with a factor of 1.4826 by default. This assumes a signal with
/// zero mean, as after a high-pass. The windows of the noise tile each segment from its start. The last window is
/// counted back from the segment's end, so that all windows are equally long. Only windows with a candidate at the
/// level are computed.
///
/// If peaks are closer in time than the refractory period, only the highest stays; of equal peaks the earlier one
/// stays. This is the rule of `scipy.signal.find_peaks(distance=)`, but measured by timestamps. If the clock goes back,
/// no time passes.
///
/// Memory is bounded by the block, the window, and the peaks of a refractory period. The result does not depend on how
/// the signal is read. For a stream in progress use `PeakStream`.
package struct PeakFinder: Sendable, Hashable {
  /// The lowest threshold, in the signal's unit; 0 or above.
  package var level: Float
  /// The number of noise sigmas that a peak must reach; with 0 only the level applies.
  package var sigmaMultiple: Float
  /// The length of the noise windows, in seconds; above 0.
  package var noiseWindowSeconds: Double
  /// The least time between peaks, in seconds; 0 keeps them all.
  package var refractorySeconds: Double
  /// The noise's standard deviation over the median of `|x|`.
  package var sigmaPerMedian: Double
  /// Whether the noise is measured even if `sigmaMultiple` is 0. Otherwise the peaks then have a sigma of 0.
  package var measuresNoise = true
  /// The number of samples that are read at a time; it changes memory and speed, never the result.
  package var blockLength: Int

  /// Makes a finder; negative numbers and NaN are programming errors.
  package init(
    level: Float, sigmaMultiple: Float, noiseWindowSeconds: Double = 10, refractorySeconds: Double = 0.3,
    sigmaPerMedian: Double = Statistics.sigmaPerMAD, blockLength: Int = 32_768
  ) {
    precondition(level >= 0 && sigmaMultiple >= 0, "a level of \(level) and \(sigmaMultiple) sigmas")
    precondition(noiseWindowSeconds > 0 && refractorySeconds >= 0 && blockLength > 0, "no window, period or block")
    self.level = level
    self.sigmaMultiple = sigmaMultiple
    self.noiseWindowSeconds = noiseWindowSeconds
    self.refractorySeconds = refractorySeconds
    self.sigmaPerMedian = sigmaPerMedian
    self.blockLength = blockLength
  }

  /// The peaks of a signal, in the order of its samples.
  ///
  /// - Throws: the errors of the signal and its time base.
  package func peaks(in signal: any Signal) throws -> [Peak] {
    let timeBase = signal.timeBase
    var stream = PeakStream(self, rate: timeBase.rate)
    var clockShift = 0.0
    var previousEnd: Double?
    for segment in timeBase.segments {
      // If the clock goes back, later timestamps are moved forward so that no time passes.
      clockShift += max(0, (previousEnd ?? segment.startTime) - segment.startTime)
      previousEnd = segment.endTime
      stream.beginSegment(at: segment.samples.lowerBound)
      // Blocks of whole noise windows, so that the samples of each window are in memory.
      let window = stream.windowLength
      let length = window <= blockLength ? blockLength / window * window : blockLength
      try InOrder.forEach(blocksOf: length, in: segment.samples) {
        try signal.samples($0)
      } body: { range, block in
        let isLast = range.upperBound == segment.samples.upperBound
        try stream.scan(block.span, endsSegment: isLast)
        try stream.settle { wanted, body in
          guard wanted.clamped(to: range) == wanted else { return try signal.visit(wanted, body) }
          body(
            block.span.extracting(wanted.lowerBound - range.lowerBound..<wanted.upperBound - range.lowerBound))
        } time: {
          try timeBase.time(at: $0) + clockShift
        }
      }
    }
    stream.finish()
    return stream.takePeaks().map(\.peak)
  }
}
