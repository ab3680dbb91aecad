import Glibc

/// The round values that label an axis: multiples of 1, 2 or 5 times a power of ten.
///
/// They are stored as whole multiples of the power of ten, so that rounding errors do not accumulate in values or
/// labels.
package struct Ticks: Hashable, Sendable {
  /// The step between ticks, in units of the power of ten: 1, 2 or 5.
  package let mantissa: Int
  /// The power of ten.
  package let exponent: Int
  /// The ticks, as multiples of the step.
  private let multiples: Range<Int>

  /// Finds the narrowest step that puts no more than `count` ticks into a range.
  ///
  /// - Parameters:
  ///   - range: The range to label. An infinite range, or one too narrow for different doubles, gets no ticks.
  ///   - count: The most ticks, 1 to 100.
  package init(in range: ClosedRange<Double>, atMost count: Int) {
    let width = range.upperBound - range.lowerBound
    let size = max(abs(range.lowerBound), abs(range.upperBound))
    guard width.isFinite, width > size * 1e-13, width > 1e-300 else {
      (mantissa, exponent, multiples) = (1, 0, 0..<0)
      return
    }
    let count = min(max(count, 1), 100)
    var exponent = Int(log10(width / Double(count)).rounded(.down)) - 1
    while true {
      for mantissa in [1, 2, 5] {
        let multiples = Self.multiples(of: mantissa, exponent, in: range)
        // The number of multiples is bounded, because the exponent starts within two powers of ten of the final
        // exponent.
        guard multiples.count > count else {
          (self.mantissa, self.exponent, self.multiples) = (mantissa, exponent, multiples)
          return
        }
      }
      exponent += 1
    }
  }

  /// The ticks, ascending.
  package var values: [Double] {
    multiples.map { Self.value($0 * mantissa, exponent) }
  }

  /// The ticks as text, all with the same number of decimals: `-0.2`, `0.0`, `0.2`, with a true minus sign.
  package var labels: [String] {
    multiples.map { DecimalText.text($0 * mantissa, exponent: exponent) }
  }

  private static func multiples(of mantissa: Int, _ exponent: Int, in range: ClosedRange<Double>) -> Range<Int> {
    let step = value(mantissa, exponent)
    // A bound that differs from a tick only by rounding is a tick.
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    return last < first ? 0..<0 : Int(first)..<(Int(last) + 1)
  }

  /// `integer * 10^exponent`, rounded once if the power is exact in a double.
  private static func value(_ integer: Int, _ exponent: Int) -> Double {
    exponent < 0 ? Double(integer) / pow(10, Double(-exponent)) : Double(integer) * pow(10, Double(exponent))
  }
}
