import Foundation

/// How a burst of rotation compares with the typical swing of its recording.
///
/// A miss "has much the same motion" as a hit; a recovery or a backswing is slower and longer, a swing that is held back
/// slower and shorter. Three ratios to the median swing say which: of the peak rate, of the width at half the peak and of
/// the rotation. The difference is the length of (ln rate / 0.25, ln width / 0.3, ln rotation / 0.3), where being faster
/// or turning further than usual does not count.
///
/// Measured with each recording's own hits as reference: of 192 labelled misses of real strokes the most different one
/// has 2.3, and bursts their way that are no swing begin at 8.3. 756 simulated misses reach 2.2; of 1,563 simulated
/// movements that are no swing one has 1.8, the next recovery 2.6, and swings held back or rehearsed begin at 3.7. How
/// well the course of the rate correlates with the mean hit's separates them no better.
public struct SwingLikeness: Hashable, Sendable {
  /// Peak rate over the typical one.
  public var rateRatio: Double
  /// Width at half the peak over the typical one.
  public var widthRatio: Double
  /// Rotation over the typical one.
  public var rotationRatio: Double

  /// Makes a likeness from its ratios.
  public init(rateRatio: Double, widthRatio: Double, rotationRatio: Double) {
    self.rateRatio = rateRatio
    self.widthRatio = widthRatio
    self.rotationRatio = rotationRatio
  }

  /// Logarithms of a ratio that count as one unit of difference.
  static let scales = (rate: 0.25, width: 0.3, rotation: 0.3)

  /// Ratios beyond these are taken as these, so that a width of nothing has a difference too: 15 and more, far above
  /// that of anything like a swing.
  static let ratioLimits = 0.01...100

  /// A value over the typical one, within ``ratioLimits``; the lower one for what is no number.
  static func ratio(of value: Double, to typical: Double) -> Double { limited(value / typical) }

  private static func limited(_ ratio: Double) -> Double {
    // What is no number fails both comparisons.
    ratio >= ratioLimits.lowerBound ? min(ratio, ratioLimits.upperBound) : ratioLimits.lowerBound
  }

  /// The difference from the typical swing, 0 for one that is just like it; always finite.
  public var difference: Double {
    let slower = max(0, -log(Self.limited(rateRatio))) / Self.scales.rate
    let otherLength = log(Self.limited(widthRatio)) / Self.scales.width
    let shorter = max(0, -log(Self.limited(rotationRatio))) / Self.scales.rotation
    return (slower * slower + otherLength * otherLength + shorter * shorter).squareRoot()
  }
}
