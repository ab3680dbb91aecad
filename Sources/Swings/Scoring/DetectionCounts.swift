/// How many of the detections and labels of one kind found each other.
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

  /// Share of the detections that are right; nil without detections.
  public var precision: Double? { ratio(truePositives, truePositives + falsePositives) }

  /// Share of the labels that were found; nil without labels.
  public var recall: Double? { ratio(truePositives, truePositives + falseNegatives) }

  /// Harmonic mean of precision and recall, `2 TP / (2 TP + FP + FN)`; nil with neither detections nor labels.
  public var f1: Double? { ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives) }

  mutating func add(_ other: DetectionCounts, times weight: Int) {
    truePositives += weight * other.truePositives
    falsePositives += weight * other.falsePositives
    falseNegatives += weight * other.falseNegatives
  }
}

/// What paired swings were called, against what they are labelled.
public struct LabelConfusion: Hashable, Sendable {
  /// Labelled hits that were called hits.
  public var hitsAsHits: Int
  /// Labelled hits that were called misses.
  public var hitsAsMisses: Int
  /// Labelled misses that were called hits.
  public var missesAsHits: Int
  /// Labelled misses that were called misses.
  public var missesAsMisses: Int

  /// Makes counts.
  public init(hitsAsHits: Int = 0, hitsAsMisses: Int = 0, missesAsHits: Int = 0, missesAsMisses: Int = 0) {
    self.hitsAsHits = hitsAsHits
    self.hitsAsMisses = hitsAsMisses
    self.missesAsHits = missesAsHits
    self.missesAsMisses = missesAsMisses
  }

  /// Share of the pairs whose labels agree; nil without pairs.
  public var accuracy: Double? {
    ratio(hitsAsHits + missesAsMisses, hitsAsHits + hitsAsMisses + missesAsHits + missesAsMisses)
  }

  /// Share of the paired labelled hits that were called hits; nil without any.
  public var sensitivity: Double? { ratio(hitsAsHits, hitsAsHits + hitsAsMisses) }

  /// Share of the paired labelled misses that were called hits; nil without any.
  public var falsePositiveRate: Double? { ratio(missesAsHits, missesAsHits + missesAsMisses) }

  mutating func count(_ detected: SwingLabel, as labelled: SwingLabel) {
    switch (labelled, detected) {
    case (.hit, .hit): hitsAsHits += 1
    case (.hit, .miss): hitsAsMisses += 1
    case (.miss, .hit): missesAsHits += 1
    case (.miss, .miss): missesAsMisses += 1
    }
  }

  mutating func add(_ other: LabelConfusion, times weight: Int) {
    hitsAsHits += weight * other.hitsAsHits
    hitsAsMisses += weight * other.hitsAsMisses
    missesAsHits += weight * other.missesAsHits
    missesAsMisses += weight * other.missesAsMisses
  }
}

private func ratio(_ part: Int, _ whole: Int) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
