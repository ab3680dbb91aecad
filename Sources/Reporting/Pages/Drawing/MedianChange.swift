import Glibc

/// The change of a median from one sample to another, with the interval that contains it in 95 % of cases.
///
/// The interval needs no assumption on the values' distribution. Source: R. M. Price and D. G. Bonett, "Distribution-free
/// confidence intervals for difference and ratio of medians", Journal of Statistical Computation and Simulation 72
/// (2002) 119-124.
struct MedianChange: Hashable, Sendable {
  /// The later median minus the earlier one.
  let difference: Double
  /// The interval; nil if a sample has fewer than ``fewest`` values.
  let interval: ClosedRange<Double>?

  /// The smallest sample with an interval.
  static let fewest = 8
  /// The quantile of a normal distribution for an interval of 95 %.
  private static let quantile = 1.959964

  init(from earlier: Spread, to later: Spread) {
    difference = later.median - earlier.median
    guard let first = Self.error(of: earlier), let second = Self.error(of: later) else {
      interval = nil
      return
    }
    let reach = Self.quantile * hypot(first, second)
    interval = difference - reach...difference + reach
  }

  /// Whether the interval leaves out 0.
  var isClear: Bool { interval.map { !$0.contains(0) } ?? false }

  /// The change as text, such as `+50 (+35 to +64)`.
  var text: String {
    let range = interval.map { " (\(Self.signed($0.lowerBound)) to \(Self.signed($0.upperBound)))" } ?? ""
    return Self.signed(difference) + range
  }

  /// A number with its sign.
  static func signed(_ value: Double) -> String {
    value == 0 ? "0" : (value < 0 ? "−" : "+") + Wording.number(abs(value))
  }

  /// The standard error of a sample's median, from two of its values at equal distances from both ends.
  private static func error(of spread: Spread) -> Double? {
    let count = spread.count
    guard count >= fewest else { return nil }
    let place = max(1, Int((Double(count + 1) / 2 - Double(count).squareRoot()).rounded()))
    let distance = spread.sorted[count - place] - spread.sorted[place - 1]
    return distance / (2 * normalQuantile(tail: chance(fewer: place, of: count)))
  }

  /// The chance that a fair coin, thrown `count` times, shows heads fewer than `place` times.
  private static func chance(fewer place: Int, of count: Int) -> Double {
    let whole = lgamma(Double(count + 1)) - Double(count) * M_LN2
    return (0..<place).reduce(0) { $0 + exp(whole - lgamma(Double($1 + 1)) - lgamma(Double(count - $1 + 1))) }
  }

  /// The value above which a standard normal distribution has the fraction `tail`, by Newton's method.
  private static func normalQuantile(tail: Double) -> Double {
    (0..<8).reduce(2) { value, _ in
      let density = exp(-value * value / 2) / (2 * Double.pi).squareRoot()
      return value + (erfc(value / 2.0.squareRoot()) / 2 - tail) / density
    }
  }
}

/// The trend of a figure over several sessions.
enum SessionTrend {
  /// The median of the slopes between all pairs of values, per 30 days; nil for fewer than three values, and if all
  /// days are equal. Source: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the
  /// American Statistical Association 63 (1968) 1379-1389.
  static func perMonth(_ values: [(day: Int, value: Double)]) -> Double? {
    guard values.count >= 3 else { return nil }
    var slopes: [Double] = []
    for (index, first) in values.enumerated() {
      for second in values[(index + 1)...] where second.day != first.day {
        slopes.append(30 * (second.value - first.value) / Double(second.day - first.day))
      }
    }
    return Spread(slopes)?.median
  }
}
