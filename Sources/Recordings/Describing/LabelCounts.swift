import Tables

/// How many labels of each kind a recording has.
public struct LabelCounts: Hashable, Sendable, Encodable {
  /// Labels of hits.
  public var hits: Int
  /// Labels of misses.
  public var misses: Int
  /// Moments of which nothing is to be told.
  public var ignored: Int
  /// Movements that look like what is labelled, and are not.
  public var distractors: Int

  /// Counts the labels of a recording.
  public init(_ annotations: Annotations) {
    hits = annotations.swings.count(where: \.isHit)
    misses = annotations.swings.count { !$0.isHit }
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
  }

  /// In a line.
  public var text: String {
    "labels: \(counted(hits, "hit")), \(counted(misses, "miss")), \(counted(ignored, "moment")) to ignore, "
      + "\(counted(distractors, "distractor"))"
  }
}
