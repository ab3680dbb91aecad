/// Publications and standards cited by the definitions of several columns.
public enum ColumnSource {
  /// The windows of the linear-phase filters.
  static let kaiser =
    "J. F. Kaiser, \"Nonrecursive digital filter design using the I0-sinh window function\", ISCAS 1974"
  /// The factor that converts a median absolute deviation to a standard deviation.
  static let mad =
    "P. J. Rousseeuw and C. Croux, \"Alternatives to the median absolute deviation\", J. Am. Stat. Assoc. 88 (1993)"
  /// The vertex of the parabola through a peak and its neighbours.
  public static let parabola =
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
  static let h = "h = acceleration on the detection axis after the high-pass"
  /// The signal in which starts are found.
  static let w = "w = sum over x, y, z of rotation rate * gravity"
  /// Where a figure of a whole window of the burst is missing.
  static let cut = "missing where a gap, an end of the recording or a missing sample is within"
  /// The direction of a swing.
  static let s = "s = sign of the swing's largest w"
}
