import Synchronization

/// The one-sided power spectral density of a short window of samples.
///
/// The samples are weighted with a periodic Hann window, and padded with zeros if a longer transform is requested. They
/// are scaled so that the sum of density times resolution is the weighted mean square. This is the same as
/// `scipy.signal.periodogram(x, fs, window="hann", nfft=length, detrend=False)`. Samples that are not finite make the
/// whole spectrum NaN.
package struct PowerSpectrum: Sendable {
  /// The distance between frequencies, in Hz.
  package let resolutionHz: Double
  /// The density at the multiples of the resolution from 0 to Nyquist, in squared samples per Hz.
  package let density: [Double]

  /// The spectrum of `samples` at a sampling rate in Hz, by a transform of `length` samples (by default as many as
  /// `samples`).
  ///
  /// Without samples the density is empty. The rate must be above 0, and the length must be at least the number of
  /// samples.
  ///
  /// - Throws: `FFTWError` if memory or a plan is not available.
  package init(of samples: [Float], rate: Double, length: Int? = nil) throws {
    let length = length ?? samples.count
    precondition(rate > 0 && length >= samples.count, "\(samples.count) samples at \(rate) Hz in \(length)")
    resolutionHz = length > 0 ? rate / Double(length) : 0
    guard !samples.isEmpty else {
      density = []
      return
    }
    let window = try Self.window(samples.count, length)
    var input = try AlignedBuffer(count: length)
    input.withMutableSpan { input in
      for index in 0..<samples.count { input[index] = Float(Double(samples[index]) * window.values[index]) }
    }
    var pairs = try AlignedBuffer(count: spectrumCount(forLength: length))
    try window.transform.execute(input, into: &pairs)
    let scale = 1 / (rate * window.squareSum)
    density = pairs.withSpan { pairs in
      [Double](unsafeUninitializedCapacity: length / 2 + 1) { density, count in
        for bin in 0...(length / 2) {
          let real = Double(pairs[2 * bin])
          let imaginary = Double(pairs[2 * bin + 1])
          // All bins but 0 Hz and Nyquist also count for their negative frequencies.
          let isOwnMirror = bin == 0 || 2 * bin == length
          density[bin] = (real * real + imaginary * imaginary) * scale * (isOwnMirror ? 1 : 2)
        }
        count = length / 2 + 1
      }
    }
  }

  /// The most recent window and its transform: consecutive spectra mostly have the same lengths.
  private final class Window: Sendable {
    static let last = Mutex<Window?>(nil)
    let values: [Double]
    let squareSum: Double
    let transform: ForwardTransform

    init(_ count: Int, _ length: Int) throws(FFTWError) {
      values = Statistics.hannWindow(count)
      squareSum = values.reduce(0) { $0 + $1 * $1 }
      transform = try ForwardTransform(length: length)
    }
  }

  private static func window(_ count: Int, _ length: Int) throws(FFTWError) -> Window {
    if let last = Window.last.withLock({ $0 }), last.values.count == count, last.transform.length == length {
      return last
    }
    let window = try Window(count, length)
    Window.last.withLock { $0 = window }
    return window
  }

  /// The frequency of a bin, in Hz.
  package func frequency(_ bin: Int) -> Double {
    Double(bin) * resolutionHz
  }

  /// The bins with a frequency in a band (lower end included, upper end not).
  package func bins(in band: Range<Double>) -> Range<Int> {
    let first = partitionPoint(density.indices) { frequency($0) < band.lowerBound }
    return first..<max(first, partitionPoint(density.indices) { frequency($0) < band.upperBound })
  }
}
