import Glibc

extension Statistics {
  /// The vertex of the parabola through three neighbouring samples with the extremum in the middle.
  ///
  /// `offset = (left - right) / 2 / (left - 2 middle + right)` in samples from the middle, within -0.5...0.5;
  /// `value = middle - (left - right) * offset / 4` (J. O. Smith, Spectral Audio Signal Processing, "Quadratic
  /// interpolation of spectral peaks"). Returns the middle itself if it is not an extremum, or the three lie
  /// on a line.
  public static func parabolaVertex(
    _ left: Double, _ middle: Double, _ right: Double
  ) -> (offset: Double, value: Double) {
    let curvature = left - 2 * middle + right
    let isExtremum = (left - middle) * (right - middle) >= 0
    guard isExtremum, curvature != 0 else { return (0, middle) }
    let offset = (left - right) / 2 / curvature
    return (offset, middle - (left - right) * offset / 4)
  }

  /// The Hann window `0.5 - 0.5 cos(2 pi n / N)`: periodic (N = count) for spectra, else symmetric (N = count - 1).
  ///
  /// As `scipy.signal.windows.hann`; one point is 1.
  public static func hannWindow(_ count: Int, periodic: Bool = true) -> [Double] {
    guard count > 1 else { return [Double](repeating: 1, count: max(count, 0)) }
    let period = Double(periodic ? count : count - 1)
    return (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / period) }
  }
}
