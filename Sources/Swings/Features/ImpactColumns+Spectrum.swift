import Tables

extension ImpactColumns {
  /// Frequencies of the shock, and the fraction of its energy on each axis.
  static let spectrum: [ColumnDefinition<MeasuredImpact?>] = frequencies + bandFractions + axisFractions

  private static let frequencies: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "dominant_frequency_hz", unit: "Hz",
      "Frequency of the largest power of the high-passed acceleration from 10 ms before to 90 ms after the peak (Hann window), 40 to 400 Hz.",
      formula: "f of the largest P(f), 40 <= f < 400 Hz; \(power)", source: ColumnSource.hann,
      range: .between(40, 400)
    ) {
      $0?.spectrum?.dominantHz
    },
    .float(
      "spectral_centroid_hz", unit: "Hz", "Mean frequency of the same spectrum, weighted by power.",
      formula: "c = sum of f * P(f) / sum of P(f), 40 <= f < 400 Hz; \(power)", source: ColumnSource.hann,
      range: .between(40, 400)
    ) {
      $0?.spectrum?.centroidHz
    },
    .float(
      "spectral_bandwidth_hz", unit: "Hz",
      "Standard deviation of the frequency of the same spectrum, weighted by power.",
      formula: "sqrt(sum of (f - c)^2 * P(f) / sum of P(f)), 40 <= f < 400 Hz, c = spectral_centroid_hz; \(power)",
      source: ColumnSource.hann, range: .between(0, 180)
    ) {
      $0?.spectrum?.bandwidthHz
    },
  ]

  private static let bandFractions: [ColumnDefinition<MeasuredImpact?>] =
    SpectrumFeatures.bandsHz.enumerated().map { index, band in
      let (low, high) = (Int(band.lowerBound), Int(band.upperBound))
      return .float(
        "energy_share_\(low)_\(high)_hz", unit: "1",
        "Fraction of the same spectrum's energy from \(low) to \(high) Hz; missing where the rate is too low for it.",
        formula: "sum of P(f), \(low) <= f < \(high) Hz, / sum of P(f), 40 <= f < 400 Hz; \(power)",
        source: ColumnSource.hann, range: .between(0, 1)
      ) { $0?.spectrum?.bandFraction(index) }
    }

  private static let axisFractions: [ColumnDefinition<MeasuredImpact?>] =
    ["x", "y", "z"].enumerated().map { index, axis in
      .float(
        "energy_share_\(axis)", unit: "1",
        "Fraction of the \(axis) axis in the high-passed energy from 10 ms before to 90 ms after the peak.",
        formula: "sum of \(axis)^2 / sum of (x^2 + y^2 + z^2) of the high-passed acceleration from -10 to +90 ms; "
          + ColumnFormula.cut,
        range: .between(0, 1)
      ) { $0?.spectrum?.axisFractions[index] }
    }

  /// The spectrum that all of these figures describe.
  private static let power = """
    P = squared modulus of the Fourier transform of h from -10 to +90 ms through a Hann window, with zeros up to 512 \
    samples or the next power of two; \(ColumnFormula.cut); \(ColumnFormula.h)
    """
}
