import SPSignals

/// Frequencies of an impact's burst, and the fraction of its energy on each axis.
///
/// The spectrum covers the high-passed acceleration on the detection axis from 10 ms before the peak to 90 ms after it.
/// A Hann window is applied, and zeros are appended up to 512 samples, or to the next power of two. Energy is counted
/// from 40 Hz, below which the high-pass removes everything, to 400 Hz.
public struct SpectrumFeatures: Hashable, Sendable {
  /// Frequency of the largest power, in Hz.
  @SinglePrecision public var dominantHz: Double
  /// Mean of the frequency weighted by power, in Hz.
  @SinglePrecision public var centroidHz: Double
  /// Standard deviation of the frequency weighted by power, in Hz.
  @SinglePrecision public var bandwidthHz: Double
  /// Fraction of the energy in each of `bandsHz`; nil for bands that reach more than 1 % beyond the Nyquist
  /// frequency.
  public var bandFractions: [Double?] { Self.bandsHz.indices.map(bandFraction) }
  /// Fraction of the energy on x, y and z, each high-passed, over the same time.
  public var axisFractions: SIMD3<Double> { SIMD3<Double>(axes) }

  /// One of ``bandFractions``.
  func bandFraction(_ band: Int) -> Double? { fractions[band] < 0 ? nil : Double(fractions[band]) }

  /// Negative for bands without a value: NaN would not compare equal.
  private var fractions: SIMD8<Float>
  private var axes: SIMD3<Float>

  /// Edges of the bands, in Hz.
  package static let bandsHz: [Range<Double>] = [40..<80, 80..<120, 120..<200, 200..<300, 300..<400]

  private static let minLength = 512

  /// Measures an impact's spectrum; nil for a burst without energy, and if the end of the recording's segment or a
  /// missing sample cuts off the window.
  /// - Throws: errors from reading the signals.
  public init?(of impact: Impact, in filtered: Triaxial) throws {
    let window = BurstWindow(around: impact, in: filtered.z.timeBase)
    guard let range = window.wholeRange(BurstWindow.coreMS) else { return nil }
    var energies = SIMD3<Double>.zero
    for (place, axis) in filtered.axes.enumerated() {
      try axis.visit(range) { samples in
        var energy = 0.0
        for index in samples.indices { energy += Double(samples[index]) * Double(samples[index]) }
        energies[place] = energy
      }
    }
    guard energies.sum() > 0, energies.sum().isFinite else { return nil }
    axes = SIMD3<Float>(energies / energies.sum())

    var length = Self.minLength
    while length < range.count { length *= 2 }
    let spectrum = try PowerSpectrum(of: filtered[impact.axis].samples(range), rate: window.rate, length: length)
    let nyquist = window.rate / 2
    let bins = spectrum.bins(in: 40..<400)
    var (total, first, dominant) = (0.0, 0.0, bins.lowerBound)
    for bin in bins {
      let density = spectrum.density[bin]
      total += density
      first += spectrum.frequency(bin) * density
      if density > spectrum.density[dominant] { dominant = bin }
    }
    guard total > 0 else { return nil }
    dominantHz = spectrum.frequency(dominant)
    let centroid = first / total
    centroidHz = centroid
    var spread = 0.0
    for bin in bins {
      let distance = spectrum.frequency(bin) - centroid
      spread += distance * distance * spectrum.density[bin]
    }
    bandwidthHz = (spread / total).squareRoot()
    fractions = SIMD8(repeating: -1)
    // A nominal 800 Hz watch may measure slightly less.
    for (place, band) in Self.bandsHz.enumerated() where band.upperBound <= 1.01 * nyquist {
      fractions[place] = Float(spectrum.bins(in: band).reduce(0) { $0 + spectrum.density[$1] } / total)
    }
  }
}
