/// Publications and standards that several columns' definitions come from.
public enum ColumnSource {
  /// The windows of the linear-phase filters.
  static let kaiser =
    "J. F. Kaiser, \"Nonrecursive digital filter design using the I0-sinh window function\", ISCAS 1974"
  /// The factor that makes a standard deviation of a median absolute deviation.
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

/// Quantities that several columns' formulas name.
enum ColumnFormula {
  /// The filtered signal that impacts are detected on.
  static let h = "h = acceleration on the detection axis after the high-pass"
  /// The signal that starts are found on.
  static let w = "w = sum over x, y, z of rotation rate * gravity"
  /// The way that a swing turns.
  static let s = "s = sign of the swing's largest w"
}
