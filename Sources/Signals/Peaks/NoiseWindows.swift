/// The noise of one segment, window by window, computed only for windows with candidates.
struct NoiseWindows: Sendable {
  private let start: Int
  private let length: Int
  private let sigmaPerMedian: Double
  private var selection = MagnitudeSelection()
  private var latest: (range: Range<Int>, sigma: Float)?

  /// The most recently computed sigma.
  var latestSigma: Float? { latest?.sigma }

  /// - Parameters:
  ///   - start: the first sample of the segment.
  ///   - length: the length of a window, in samples.
  ///   - sigmaPerMedian: the noise's standard deviation over the median of `|x|`.
  init(start: Int, length: Int, sigmaPerMedian: Double) {
    self.start = start
    self.length = length
    self.sigmaPerMedian = sigmaPerMedian
  }

  /// The window that contains a sample; nil while samples of the window are still to come.
  ///
  /// - Parameters:
  ///   - end: One past the last known sample.
  ///   - isEnded: Whether the segment ends there. Its last window then reaches back, so that all windows are equally
  ///     long.
  func window(of index: Int, knownUpTo end: Int, isEnded: Bool) -> Range<Int>? {
    let next = start + ((index - start) / length + 1) * length
    if next <= end { return next - length..<next }
    return isEnded ? max(start, end - length)..<end : nil
  }

  /// The sigma of a window: `sigmaPerMedian * median(|x|)` over its samples that are not NaN.
  ///
  /// - Parameter look: gives access to a range of samples.
  mutating func sigma(
    of window: Range<Int>, _ look: (Range<Int>, (Span<Float>) -> Void) throws -> Void
  ) rethrows -> Float {
    if let latest, latest.range == window { return latest.sigma }
    var median: Float?
    try look(window) { median = selection.median($0) }
    let sigma = Float(sigmaPerMedian) * (median ?? .nan)
    latest = (window, sigma)
    return sigma
  }
}
