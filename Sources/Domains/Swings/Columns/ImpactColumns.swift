import SPRecordings
import SPTables

/// The columns of the impact table; the swing table shares some of these columns.
package enum ImpactColumns {
  /// An impact with the attributes of its recording.
  package struct Row: Sendable {
    /// The recording's attributes.
    package var identity: RecordingIdentity
    /// Position among the recording's impacts, from 0.
    package var index: Int
    /// The impact.
    package var measured: MeasuredImpact

    package init(identity: RecordingIdentity, index: Int, measured: MeasuredImpact) {
      self.identity = identity
      self.index = index
      self.measured = measured
    }
  }

  /// All columns of the impact table, in order.
  package static let all: [ColumnDefinition<Row>] =
    [IdentityColumns.recordingID.map { $0.identity }]
    + lead.withTimeFromStart(after: SwingRowDescriptions.impacts.timeColumn) { $0.identity.startTime }
    + IdentityColumns.subject.map { column in
      column.map { (row: Row) in row.identity }
    }
    + measured.map { column in
      column.map { (row: Row) in row.measured }
    }

  /// The measurements of an impact; all are missing for a swing without an impact.
  static let measured: [ColumnDefinition<MeasuredImpact?>] = strength + shape + spectrum + context

  private static let lead: [ColumnDefinition<Row>] = [
    .count(
      "impact_index", "Position of the impact in its recording, by time, from 0.",
      formula: "position among the recording's impacts in the order of their samples"
    ) { $0.index },
    .double(
      "impact_time_s", unit: "s", "Original timestamp of the sample at which the high-passed acceleration peaks.",
      formula: impactTimeFormula, source: ColumnSource.kaiser
    ) { $0.measured.impact.time },
    .double(
      "impact_onset_time_s", unit: "s", "Timestamp of the last raw sample before the shock's first step.",
      formula: onsetFormula
    ) { $0.measured.impact.onsetTime },
    .double(
      "impact_time_subsample_s", unit: "s", "Vertex of the parabola through the peak sample and its neighbours.",
      formula: subsampleFormula, source: ColumnSource.parabola
    ) { $0.measured.impact.subsampleTime },
  ]

  static let impactTimeFormula = """
    t[k], k = sample of the largest |h| within refractory_s, where |h[k]| >= threshold_g; \(ColumnFormula.h) (linear \
    phase, Kaiser window)
    """

  static let onsetFormula = """
    t[i] of the shock's first step: the later one of those found in d[i] = a[i+n] - a[i] - n*m and r[i] = a[i+n] - a[i] - \
    n*s[i], a = raw acceleration vector, n = samples in 1.25 ms, m = median change from 70 to 20 ms before the peak, s[i] \
    = line through the changes of the 10 ms before i, continued. Sizes e are those of the vector over L = \
    max(onset_share * largest (0.62 times that in r), 2.5 * largest from 70 to 20 ms before the peak), by axis. Of the \
    steps with e >= 1 in the onset_window_s before the peak, the one with the largest sum of min(e^2, 4) - 0.7 from it to \
    the largest, with no 7.5 ms under 1 between; and up to 2.5 ms more of steps that reach onset_lead_share of the \
    largest in the 3.75 ms after them
    """

  static let subsampleFormula = """
    t at the fractional index k + (y[k-1] - y[k+1]) / (2 * (y[k-1] - 2*y[k] + y[k+1])), k = sample of impact_time_s, \
    y = |h|; \(ColumnFormula.h)
    """
}

extension ImpactColumns {
  private static let strength: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "peak_z_g", unit: "g",
      "Raw z acceleration where its size is largest, signed, from 10 ms before to 20 ms after the impact, as far as it is there.",
      formula: "z[k], k = sample of the largest |z| of the raw acceleration from -10 to +20 ms"
    ) { $0?.burst.peakZ },
    .float(
      "peak_acceleration_g", unit: "g",
      "Largest magnitude of the raw acceleration over the three axes in the same window.",
      formula: "max sqrt(x^2 + y^2 + z^2) of the raw acceleration from -10 to +20 ms", range: .atLeast(0)
    ) { $0?.burst.peakAcceleration },
    .float(
      "high_passed_peak_g", unit: "g",
      "High-passed acceleration at the impact, signed: on the detection axis, or the length of the vector if that is any, "
        + "with the sign of its largest axis.",
      formula:
        "h at impact_time_s, or the length of the vector with the sign of h; \(ColumnFormula.h) (linear phase, Kaiser window)",
      source: ColumnSource.kaiser
    ) { $0?.impact.peak },
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
    ) { $0?.burst.peakJerk },
    .boolean(
      "saturated", "Whether the raw acceleration sits at the sensor's limit within 20 ms of the impact.",
      formula: """
        max |a| >= 0.999 * range_g from -20 to +20 ms where the file states range_g, or else at least three samples of \
        exactly the largest or the smallest a, each where its size is at least 0.999 times the largest |a|; a = raw \
        acceleration on the detection axis
        """
    ) { $0?.impact.isSaturated },
  ]

  private static let shape: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "half_peak_width_ms", unit: "ms", "Width of the high-passed peak at half its height.",
      formula: """
        time between the nearest crossings of |h| = |h[k]| / 2 before and after the peak k, on lines between samples, \
        from -10 to +90 ms; missing where there is none, or a gap, the recording's end or a missing sample comes before; \
        \(ColumnFormula.h)
        """,
      range: .between(0, 100)
    ) { $0?.burst.halfPeakWidthMS },
    .float(
      "rise_time_ms", unit: "ms", "Time from the onset to the impact's peak.",
      formula: "1000 * (impact_time_s - impact_onset_time_s)", range: .atLeast(0)
    ) { $0?.burst.riseTimeMS },
    .float(
      "decay_time_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under 1/e of it, at most 150 ms.",
      formula: decayFormula("1/e"), range: .between(0, 150)
    ) { $0?.burst.decayTimeMS },
    .float(
      "time_to_10_percent_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under a tenth of it, at most 150 ms.",
      formula: decayFormula("0.1"), range: .between(0, 150)
    ) { $0?.burst.timeToTenPercentMS },
    .float(
      "crest_factor", unit: "1",
      "Peak over RMS of the high-passed acceleration from 10 ms before to 90 ms after the peak.",
      formula:
        "|h[k]| / sqrt(mean of h^2) from -10 to +90 ms, k = the sample of the impact; \(ColumnFormula.cut); \(ColumnFormula.h)",
      range: .atLeast(0)
    ) { $0?.burst.crestFactor },
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
    ) { $0?.burst.energyWidthMS },
  ]

  /// The background of the shock.
  private static let context: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "rms_before_g", unit: "g", "RMS of the high-passed acceleration from 300 to 50 ms before the impact.",
      formula: "sqrt(mean of h^2) from -300 to -50 ms; \(ColumnFormula.cut); \(ColumnFormula.h)", range: .atLeast(0)
    ) { $0?.context.rmsBefore },
    .float(
      "peak_to_rms_before", unit: "1", "High-passed peak over that RMS.",
      formula: "|h[k]| / rms_before_g, k = the sample of the impact; \(ColumnFormula.h)", range: .atLeast(0)
    ) { $0?.context.peakToRMS },
    .float(
      "noise_sigma_g", unit: "g",
      "Standard deviation of the high-passed noise of an axis around the impact.",
      formula:
        "1.4826 * median of |h|, or the median length of the vector / 1.538 if the detection axis is any, over the window of "
        + "noise_window_s that contains the impact; \(ColumnFormula.h)",
      source: ColumnSource.mad, range: .atLeast(0)
    ) { $0?.impact.noiseSigma },
  ]

  private static func decayFormula(_ fraction: String) -> String {
    """
    1000 * n / rate, n = samples from the peak k to the first one from which on |h| < \(fraction) * |h[k]|; missing where \
    that is not so by +150 ms, or a gap, the recording's end or a missing sample comes before; \(ColumnFormula.h)
    """
  }
}

extension ImpactColumns {
  /// Frequencies of the shock, and the fraction of its energy on each axis.
  private static let spectrum: [ColumnDefinition<MeasuredImpact?>] = frequencies + bandFractions + axisFractions

  private static let frequencies: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "dominant_frequency_hz", unit: "Hz",
      "Frequency of the largest power of the high-passed acceleration from 10 ms before to 90 ms after the peak (Hann window), 40 to 400 Hz.",
      formula: "f of the largest P(f), 40 <= f < 400 Hz; \(power)", source: ColumnSource.hann,
      range: .between(40, 400)
    ) { $0?.spectrum?.dominantHz },
    .float(
      "spectral_centroid_hz", unit: "Hz", "Mean frequency of the same spectrum, weighted by power.",
      formula: "c = sum of f * P(f) / sum of P(f), 40 <= f < 400 Hz; \(power)", source: ColumnSource.hann,
      range: .between(40, 400)
    ) { $0?.spectrum?.centroidHz },
    .float(
      "spectral_bandwidth_hz", unit: "Hz",
      "Standard deviation of the frequency of the same spectrum, weighted by power.",
      formula: "sqrt(sum of (f - c)^2 * P(f) / sum of P(f)), 40 <= f < 400 Hz, c = spectral_centroid_hz; \(power)",
      source: ColumnSource.hann, range: .between(0, 180)
    ) { $0?.spectrum?.bandwidthHz },
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

  /// The spectrum that all of these columns describe.
  private static let power = """
    P = squared modulus of the Fourier transform of h from -10 to +90 ms through a Hann window, with zeros up to 512 \
    samples or the next power of two; \(ColumnFormula.cut); \(ColumnFormula.h)
    """
}

/// Publications and standards cited by the definitions of several columns.
package enum ColumnSource {
  /// The windows of the linear-phase filters.
  static let kaiser =
    "J. F. Kaiser, \"Nonrecursive digital filter design using the I0-sinh window function\", ISCAS 1974"
  /// The factor that converts a median absolute deviation to a standard deviation.
  static let mad =
    "P. J. Rousseeuw and C. Croux, \"Alternatives to the median absolute deviation\", J. Am. Stat. Assoc. 88 (1993)"
  /// The vertex of the parabola through a peak and its neighbours.
  package static let parabola =
    "parabolic interpolation of a peak: J. O. Smith and X. Serra, \"PARSHL: an analysis/synthesis program for "
    + "non-harmonic sounds based on a sinusoidal representation\", ICMC 1987"
  /// The window of the spectra.
  static let hann =
    "Hann window: F. J. Harris, \"On the use of windows for harmonic analysis with the discrete Fourier transform\", "
    + "Proc. IEEE 66 (1978)"
}

/// Quantities used in the formulas of several columns.
enum ColumnFormula {
  /// The filtered signal in which impacts are detected.
  static let h =
    "h = acceleration after the high-pass, on the detection axis or, if that is any, on the axis with the largest value "
    + "at the impact"
  /// The signal in which starts are found.
  static let w = "w = sum over x, y, z of rotation rate * gravity"
  /// The conditions in which a feature of a whole window of the burst is missing.
  static let cut = "missing where a gap, an end of the recording or a missing sample is within"
  /// The direction of a swing.
  static let s = "s = sign of the swing's largest w"
}
