import Glibc

/// The Kaiser window and the formulas for its parameters.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", ISCAS 1974.
/// `scipy.signal.kaiserord` uses the same formulas, so designs can be compared tap by tap.
enum KaiserWindow {
  /// The modified Bessel function of the first kind and order 0, by its power series.
  ///
  /// All terms are positive, so the series keeps full precision for the arguments of windows.
  static func besselI0(_ argument: Double) -> Double {
    let quarterSquare = argument * argument / 4
    var sum = 1.0
    var term = 1.0
    var index = 1.0
    while term > sum * 1e-17 {
      term *= quarterSquare / (index * index)
      sum += term
      index += 1
    }
    return sum
  }

  /// The window's shape for an attenuation in dB.
  static func beta(attenuationDB: Double) -> Double {
    if attenuationDB > 50 { return 0.1102 * (attenuationDB - 8.7) }
    guard attenuationDB > 21 else { return 0 }
    return 0.5842 * pow(attenuationDB - 21, 0.4) + 0.07886 * (attenuationDB - 21)
  }

  /// The number of taps, before rounding, for an attenuation in dB and a transition width as a fraction of
  /// Nyquist.
  static func tapCount(attenuationDB: Double, width: Double) -> Double {
    (attenuationDB - 7.95) / (2.285 * .pi * width) + 1
  }

  /// The symmetric window of an odd number of points.
  static func window(count: Int, beta: Double) -> [Double] {
    let half = Double(count - 1) / 2
    guard half > 0 else { return [1] }
    let peak = besselI0(beta)
    return (0..<count).map { index in
      let place = (Double(index) - half) / half
      return besselI0(beta * max(0, 1 - place * place).squareRoot()) / peak
    }
  }
}
