import Glibc

/// Fits `T_end + (T_0 - T_end) exp(-t / tau)` to temperatures by least squares, one sample at a time.
///
/// For a fixed tau the model is linear in T_end and T_0, and the least squares need only sums. The fit keeps sums for
/// 73 values of tau from 2 s to about 2 h, each 12 % longer than the previous one. At the end, one Gauss-Newton step
/// from the best tau refines the result. So memory does not grow with the samples, and the result does not depend on a
/// first guess.
struct ConvergenceFit: Sendable {
  private static let timeConstants: [Double] = (0..<73).map { 2 * pow(1.12, Double($0)) }
  /// A trend counts if its F statistic with 2 degrees of freedom is above this. About one in 10,000 series without a
  /// trend exceeds it.
  private static let minF = 10.0
  private static let minCount = 8

  /// Sums over the samples for one tau; e = exp(-t / tau).
  private struct Sums: Sendable {
    var e = 0.0, ee = 0.0, te = 0.0, tee = 0.0, ttee = 0.0, ey = 0.0, tey = 0.0
  }

  private let durationS: Double
  private var sums = [Sums](repeating: Sums(), count: timeConstants.count)
  private var first: TemperatureSample?
  private var last = 0.0
  private var count = 0
  private var y = 0.0
  private var yy = 0.0
  private var leastUncertainty = Double.infinity
  private var decimals = 0

  init(_ rules: TemperatureRules) { durationS = rules.fitDurationS }

  /// Takes the next temperature; temperatures after the fitted time do not count.
  mutating func add(_ sample: TemperatureSample) {
    guard sample.degC.isFinite else { return }
    let start = first ?? sample
    first = start
    let time = sample.time - start.time
    guard time <= durationS else { return }
    last = sample.time
    count += 1
    // Relative to the first value, so that large squares do not swallow small differences.
    let value = sample.degC - start.degC
    y += value
    yy += value * value
    for (index, tau) in Self.timeConstants.enumerated() {
      let e = exp(-time / tau)
      sums[index].e += e
      sums[index].ee += e * e
      sums[index].te += time * e
      sums[index].tee += time * e * e
      sums[index].ttee += time * time * e * e
      sums[index].ey += e * value
      sums[index].tey += time * e * value
    }
    if sample.uncertaintyDegC >= 0 { leastUncertainty = min(leastUncertainty, sample.uncertaintyDegC) }
    while decimals < 3, !Self.isWhole(sample.degC, decimals) { decimals += 1 }
  }

  /// The value to which the samples converge; nil for fewer than 8.
  var result: WaterTemperature? {
    guard let first, count >= Self.minCount else { return nil }
    let n = Double(count)
    let constantRest = max(0, yy - y * y / n)
    let rounding = pow(10, -Double(decimals)) / 12.0.squareRoot()
    func made(_ value: Double, _ error: Double, _ method: WaterTemperature.Method) -> WaterTemperature {
      // The sensor's smallest stated uncertainty, or else the rounding error of its digits: more samples cannot reduce
      // the error below this floor.
      let floor = leastUncertainty.isFinite ? leastUncertainty : rounding
      return WaterTemperature(
        degC: first.degC + value, uncertaintyDegC: max(error, floor), method: method, timeConstantS: nil,
        startDegC: nil, sampleCount: count, time: last)
    }
    let constant = made(y / n, (constantRest / max(1, n - 1) / n).squareRoot(), .constant)
    guard let best = best() else { return constant }
    guard let step = refined(best) else { return constant }
    let variance = max(step.rest / (n - 3), rounding * rounding)
    guard (constantRest - step.rest) / 2 / variance > Self.minF else { return constant }
    var result = made(step.end, (variance * step.spread).squareRoot(), .exponentialFit)
    result.timeConstantS = step.tau
    result.startDegC = first.degC + step.end + step.amplitude
    return result
  }

  private struct Fit {
    var index: Int
    var end: Double
    var amplitude: Double
    var rest: Double
  }

  /// The best of the fixed time constants.
  private func best() -> Fit? {
    let n = Double(count)
    var best: Fit?
    for (index, sum) in sums.enumerated() {
      let determinant = n * sum.ee - sum.e * sum.e
      // All exponentials are equal: this time constant is far longer or shorter than the samples can show.
      guard determinant > 1e-9 * n * sum.ee else { continue }
      let amplitude = (n * sum.ey - sum.e * y) / determinant
      let end = (y - amplitude * sum.e) / n
      let rest = max(0, yy - end * y - amplitude * sum.ey)
      if rest < best?.rest ?? .infinity { best = Fit(index: index, end: end, amplitude: amplitude, rest: rest) }
    }
    return best
  }

  private struct Refined {
    var end: Double
    var amplitude: Double
    var tau: Double
    /// The remaining sum of squares.
    var rest: Double
    /// The variance of the end value divided by the variance of a sample.
    var spread: Double
  }

  /// One Gauss-Newton step in end, amplitude and tau; nil if these three cannot be separated.
  private func refined(_ fit: Fit) -> Refined? {
    let sum = sums[fit.index]
    let tau = Self.timeConstants[fit.index]
    let n = Double(count)
    // The derivative with respect to tau is slope * t * e.
    let slope = fit.amplitude / (tau * tau)
    let (a, b, c) = (sum.e, slope * sum.te, slope * sum.tee)
    let (d, f) = (sum.ee, slope * slope * sum.ttee)
    // Normal matrix [[n a b] [a d c] [b c f]] after end, amplitude and tau.
    let minor = d * f - c * c
    let determinant = n * minor - a * (a * f - b * c) + b * (a * c - b * d)
    guard determinant > 1e-12 * n * d * f else { return nil }
    // The residuals are already orthogonal to 1 and e: only the third right-hand side remains.
    let right = slope * (sum.tey - fit.end * sum.te - fit.amplitude * sum.tee)
    let end = fit.end + right * (a * c - b * d) / determinant
    let amplitude = fit.amplitude + right * (b * a - n * c) / determinant
    let step = right * (n * d - a * a) / determinant
    return Refined(
      end: end, amplitude: amplitude, tau: max(tau / 1.12, min(tau * 1.12, tau + step)),
      rest: max(0, fit.rest - right * step), spread: minor / determinant)
  }

  private static func isWhole(_ value: Double, _ decimals: Int) -> Bool {
    let scaled = value * pow(10, Double(decimals))
    return abs(scaled - scaled.rounded()) < 1e-4 * pow(10, Double(decimals))
  }
}
