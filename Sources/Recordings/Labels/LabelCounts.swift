/// How many labels of each kind a recording has.
public struct LabelCounts: Encodable, Hashable, Sendable {
  /// Swings that met something.
  public var hits: Int
  /// Swings that met nothing.
  public var misses: Int
  /// Moments that are to be ignored.
  public var ignored: Int
  /// Shocks that are no swing.
  public var distractors: Int

  /// Counts labels.
  public init(_ annotations: Annotations) {
    hits = annotations.swings.count(where: \.isHit)
    misses = annotations.swings.count { !$0.isHit }
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
  }

  /// The counts in a line.
  public var text: String {
    func counted(_ count: Int, _ noun: String, _ nouns: String) -> String { "\(count) \(count == 1 ? noun : nouns)" }
    return "labels: \(counted(hits, "hit", "hits")), \(counted(misses, "miss", "misses")), "
      + "\(counted(ignored, "moment", "moments")) to ignore, \(counted(distractors, "distractor", "distractors"))"
  }
}
