import Signals

/// The acceleration before an impact.
public struct ContextFeatures: Hashable, Sendable {
  /// RMS of the high-passed acceleration on the detection axis over 250 ms, in g; nil if the recording's segment begins
  /// within them, or a sample is missing.
  @OptionalSinglePrecision public var rmsBefore: Double? = nil
  /// Peak of the burst divided by that RMS.
  @OptionalSinglePrecision public var peakToRMS: Double? = nil

  /// Measures the acceleration before an impact.
  ///
  /// The 250 ms end 50 ms before the peak: closer to it lie the shock's own first samples and the echo of the
  /// linear-phase filter.
  /// - Throws: errors from reading the signal.
  public init(before impact: Impact, in filtered: any Signal) throws {
    let window = BurstWindow(around: impact, in: filtered.timeBase)
    guard let range = window.wholeRange(BurstWindow.contextMS), !range.isEmpty else { return }
    let samples = try filtered.samples(range).map(Double.init)
    let rms = (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
    guard rms.isFinite else { return }
    rmsBefore = rms
    peakToRMS = rms > 0 ? abs(impact.peak) / rms : nil
  }
}
