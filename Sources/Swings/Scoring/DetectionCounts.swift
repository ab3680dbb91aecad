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

/// What swings were called, against what they are labelled, by the pairs of ``RecordingScore/all``.
public struct LabelConfusion: Hashable, Sendable {
  /// Labelled hits that were called hits.
  public var hitsAsHits: Int
  /// Labelled hits that were called misses.
  public var hitsAsMisses: Int
  /// Labelled misses that were called hits.
  public var missesAsHits: Int
  /// Labelled misses that were called misses.
  public var missesAsMisses: Int
  /// Labelled hits that were not found.
  public var hitsNotFound: Int
  /// Labelled misses that were not found.
  public var missesNotFound: Int
  /// Detections called hits that fit no label.
  public var falseHits: Int
  /// Detections called misses that fit no label.
  public var falseMisses: Int

  /// Makes counts.
  public init(
    hitsAsHits: Int = 0, hitsAsMisses: Int = 0, missesAsHits: Int = 0, missesAsMisses: Int = 0, hitsNotFound: Int = 0,
    missesNotFound: Int = 0, falseHits: Int = 0, falseMisses: Int = 0
  ) {
    self.hitsAsHits = hitsAsHits
    self.hitsAsMisses = hitsAsMisses
    self.missesAsHits = missesAsHits
    self.missesAsMisses = missesAsMisses
    self.hitsNotFound = hitsNotFound
    self.missesNotFound = missesNotFound
    self.falseHits = falseHits
    self.falseMisses = falseMisses
  }

  /// Share of the pairs whose labels agree; nil without pairs.
  public var accuracy: Double? {
    ratio(hitsAsHits + missesAsMisses, hitsAsHits + hitsAsMisses + missesAsHits + missesAsMisses)
  }

  /// Share of the paired labelled hits that were called hits; nil without any.
  public var sensitivity: Double? { ratio(hitsAsHits, hitsAsHits + hitsAsMisses) }

  /// Share of the paired labelled misses that were called hits; nil without any.
  public var falsePositiveRate: Double? { ratio(missesAsHits, missesAsHits + missesAsMisses) }

  /// Number of found swings whose label is wrong.
  public var wrongLabels: Int { hitsAsMisses + missesAsHits }

  /// Counts one swing: what it was called, nil for one that was not found, as what it is labelled, nil for none.
  mutating func count(_ detected: SwingLabel?, as labelled: SwingLabel?) {
    switch (labelled, detected) {
    case (.hit, .hit): hitsAsHits += 1
    case (.hit, .miss): hitsAsMisses += 1
    case (.hit, nil): hitsNotFound += 1
    case (.miss, .hit): missesAsHits += 1
    case (.miss, .miss): missesAsMisses += 1
    case (.miss, nil): missesNotFound += 1
    case (nil, .hit): falseHits += 1
    case (nil, .miss): falseMisses += 1
    case (nil, nil): break
    }
  }

  mutating func add(_ other: LabelConfusion, times weight: Int) {
    hitsAsHits += weight * other.hitsAsHits
    hitsAsMisses += weight * other.hitsAsMisses
    missesAsHits += weight * other.missesAsHits
    missesAsMisses += weight * other.missesAsMisses
    hitsNotFound += weight * other.hitsNotFound
    missesNotFound += weight * other.missesNotFound
    falseHits += weight * other.falseHits
    falseMisses += weight * other.falseMisses
  }
}

private func ratio(_ part: Int, _ whole: Int) -> Double? {
  whole > 0 ? Double(part) / Double(whole) : nil
}
