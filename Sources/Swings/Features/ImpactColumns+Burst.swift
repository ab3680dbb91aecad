import Tables

extension ImpactColumns {
  /// Strength of the shock.
  static let strength: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "peak_z_g", unit: "g",
      "Raw z acceleration where its size is largest, signed, from 10 ms before to 20 ms after the impact, as far as it is there.",
      formula: "z[k], k = sample of the largest |z| of the raw acceleration from -10 to +20 ms"
    ) {
      $0?.burst.peakZ
    },
    .float(
      "peak_acceleration_g", unit: "g",
      "Largest magnitude of the raw acceleration over the three axes in the same window.",
      formula: "max sqrt(x^2 + y^2 + z^2) of the raw acceleration from -10 to +20 ms", range: .atLeast(0)
    ) {
      $0?.burst.peakAcceleration
    },
    .float(
      "high_passed_peak_g", unit: "g", "High-passed acceleration on the detection axis at the impact, signed.",
      formula: "h at impact_time_s; \(ColumnFormula.h) (linear phase, Kaiser window)", source: ColumnSource.kaiser
    ) {
      $0?.impact.peak
    },
    .float(
      "threshold_g", unit: "g", "Threshold that the high-passed magnitude had to reach.",
      formula: """
        max(threshold_g, threshold_sigma * noise_sigma_g) of the options of detectors.impact, with weak_threshold_g in \
        place of threshold_g for a weak impact
        """,
      range: .atLeast(0)
    ) { $0?.impact.threshold },
    .float(
      "peak_jerk_g_s", unit: "g/s",
      "Largest step of the raw acceleration on the detection axis over its time, from 30 ms before to 20 ms after the impact.",
      formula: """
        max |a[i] - a[j]| / (t[i] - t[j]) from -30 to +20 ms, j = the last sample with a value and t[j] < t[i] of these, or \
        (i - j) / rate for t[i] - t[j] where several samples mostly share a timestamp; a = raw acceleration on the \
        detection axis
        """,
      range: .atLeast(0)
    ) {
      $0?.burst.peakJerk
    },
    .boolean(
      "saturated", "Whether the raw acceleration sits at the sensor's limit within 20 ms of the impact.",
      formula: """
        max |a| >= 0.999 * range_g from -20 to +20 ms where the file states range_g, or else at least three samples of \
        exactly the largest or the smallest a, each where its size is at least 0.999 times the largest |a|; a = raw \
        acceleration on the detection axis
        """
    ) {
      $0?.impact.isSaturated
    },
  ]

  /// Shape of the shock.
  static let shape: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "half_peak_width_ms", unit: "ms", "Width of the high-passed peak at half its height.",
      formula: """
        time between the nearest crossings of |h| = |h[k]| / 2 before and after the peak k, on lines between samples, \
        from -10 to +90 ms; missing where there is none, or a gap, the recording's end or a missing sample comes before; \
        \(ColumnFormula.h)
        """,
      range: .between(0, 100)
    ) {
      $0?.burst.halfPeakWidthMS
    },
    .float(
      "rise_time_ms", unit: "ms", "Time from the onset to the impact's peak.",
      formula: "1000 * (impact_time_s - impact_onset_time_s)", range: .atLeast(0)
    ) { $0?.burst.riseTimeMS },
    .float(
      "decay_time_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under 1/e of it, at most 150 ms.",
      formula: decayFormula("1/e"), range: .between(0, 150)
    ) {
      $0?.burst.decayTimeMS
    },
    .float(
      "time_to_10_percent_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under a tenth of it, at most 150 ms.",
      formula: decayFormula("0.1"), range: .between(0, 150)
    ) {
      $0?.burst.timeToTenPercentMS
    },
    .float(
      "crest_factor", unit: "1",
      "Peak over RMS of the high-passed acceleration from 10 ms before to 90 ms after the peak.",
      formula: "|high_passed_peak_g| / sqrt(mean of h^2) from -10 to +90 ms; \(ColumnFormula.cut); \(ColumnFormula.h)",
      range: .atLeast(0)
    ) {
      $0?.burst.crestFactor
    },
    .float(
      "kurtosis", unit: "1", "Kurtosis of the same samples; a normal distribution's is 3.",
      formula: "m4 / m2^2, m2 and m4 = second and fourth moments about the mean of h, over n, from -10 to +90 ms; "
        + ColumnFormula.cut,
      source: "K. Pearson, \"Das Fehlergesetz und seine Verallgemeinerungen durch Fechner und Pearson: a rejoinder\", "
        + "Biometrika 4 (1905)", range: .atLeast(1)
    ) { $0?.burst.kurtosis },
    .float(
      "energy_width_ms", unit: "ms", "Time in which the energy of the same samples grows from 5 to 95 %.",
      formula: "time from the sample where the sum of h^2 from -10 ms on reaches 5 % of that to +90 ms, to 95 %; "
        + ColumnFormula.cut,
      range: .between(0, 100)
    ) {
      $0?.burst.energyWidthMS
    },
  ]

  /// The background of the shock.
  static let context: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "rms_before_g", unit: "g", "RMS of the high-passed acceleration from 300 to 50 ms before the impact.",
      formula: "sqrt(mean of h^2) from -300 to -50 ms; \(ColumnFormula.cut); \(ColumnFormula.h)", range: .atLeast(0)
    ) {
      $0?.context.rmsBefore
    },
    .float(
      "peak_to_rms_before", unit: "1", "High-passed peak over that RMS.",
      formula: "|high_passed_peak_g| / rms_before_g", range: .atLeast(0)
    ) { $0?.context.peakToRMS },
    .float(
      "noise_sigma_g", unit: "g",
      "Standard deviation of the high-passed noise around the impact, 1.4826 times its MAD.",
      formula: "1.4826 * median of |h| over the window of noise_window_s that holds the impact; \(ColumnFormula.h)",
      source: ColumnSource.mad, range: .atLeast(0)
    ) {
      $0?.impact.noiseSigma
    },
  ]

  private static func decayFormula(_ fraction: String) -> String {
    """
    1000 * n / rate, n = samples from the peak k to the first one from which on |h| < \(fraction) * |h[k]|; missing where \
    that is not so by +150 ms, or a gap, the recording's end or a missing sample comes before; \(ColumnFormula.h)
    """
  }
}
