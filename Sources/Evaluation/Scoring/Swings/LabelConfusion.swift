import SPSwings

/// Counts of detected labels against true labels, over the pairs of `RecordingScore.all`.
package struct LabelConfusion: Hashable, Sendable {
  /// Labelled hits that were called hits.
  package var hitsAsHits: Int
  /// Labelled hits that were called misses.
  package var hitsAsMisses: Int
  /// Labelled misses that were called hits.
  package var missesAsHits: Int
  /// Labelled misses that were called misses.
  package var missesAsMisses: Int
  /// Labelled hits that were not found.
  package var hitsNotFound: Int
  /// Labelled misses that were not found.
  package var missesNotFound: Int
  /// Detections called hits that fit no label.
  package var falseHits: Int
  /// Detections called misses that fit no label.
  package var falseMisses: Int

  package init(
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

  /// Fraction of the pairs whose labels agree; nil without pairs.
  package var accuracy: Double? {
    Ratio.of(hitsAsHits + missesAsMisses, hitsAsHits + hitsAsMisses + missesAsHits + missesAsMisses)
  }

  /// Fraction of the paired labelled hits that were called hits; nil without any.
  package var sensitivity: Double? { Ratio.of(hitsAsHits, hitsAsHits + hitsAsMisses) }

  /// Fraction of the paired labelled misses that were called hits; nil without any.
  package var falsePositiveRate: Double? { Ratio.of(missesAsHits, missesAsHits + missesAsMisses) }

  /// Number of found swings whose label is wrong.
  package var wrongLabels: Int { hitsAsMisses + missesAsHits }

  /// Counts one swing by its detected label (nil if not found) and its true label (nil for a detection that fits no
  /// label).
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
