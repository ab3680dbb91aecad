import Pipelines
import Recordings

/// How many labels of each kind a recording has.
struct LabelCounts: Encodable, Sendable {
  var hits: Int
  var misses: Int
  var ignored: Int
  var distractors: Int

  init(_ annotations: Annotations) {
    hits = annotations.swings.count(where: \.isHit)
    misses = annotations.swings.count { !$0.isHit }
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
  }

  /// In a line.
  var text: String {
    "labels: \(counted(hits, "hit")), \(counted(misses, "miss")), \(counted(ignored, "moment")) to ignore, "
      + "\(counted(distractors, "distractor"))"
  }
}
