/// Counts of the paired and unpaired detections and labels of one kind.
public struct DetectionCounts: Hashable, Sendable {
  /// Detections paired with a label.
  public var truePositives: Int
  /// Detections without a label.
  public var falsePositives: Int
  /// Labels without a detection.
  public var falseNegatives: Int

  /// Makes counts.
  public init(truePositives: Int = 0, falsePositives: Int = 0, falseNegatives: Int = 0) {
    self.truePositives = truePositives
    self.falsePositives = falsePositives
    self.falseNegatives = falseNegatives
  }

  /// Fraction of the detections that are correct; nil without detections.
  public var precision: Double? { Ratio.of(truePositives, truePositives + falsePositives) }

  /// Fraction of the labels that were found; nil without labels.
  public var recall: Double? { Ratio.of(truePositives, truePositives + falseNegatives) }

  /// Harmonic mean of precision and recall, `2 TP / (2 TP + FP + FN)`; nil if both detections and labels are missing.
  public var f1: Double? { Ratio.of(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives) }

  /// Adds the counts of a recording as often as its weight says.
  public mutating func add(_ other: DetectionCounts, times weight: Int) {
    truePositives += weight * other.truePositives
    falsePositives += weight * other.falsePositives
    falseNegatives += weight * other.falseNegatives
  }
}

/// Fractions whose denominator may be 0.
package enum Ratio {
  /// The part divided by the whole; nil if the whole is 0.
  package static func of(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
}
