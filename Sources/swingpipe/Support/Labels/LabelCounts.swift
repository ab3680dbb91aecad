import Pipelines
import Recordings

/// How many labels of each kind a recording has.
struct LabelCounts: Encodable, Sendable {
  var hits: Int
  var misses: Int
  var ignored: Int
  var distractors: Int
  /// How many of further kinds, by name; nil without any.
  var others: [String: Int]?

  init(_ annotations: Annotations) {
    hits = annotations.swings.count(where: \.isHit)
    misses = annotations.swings.count { !$0.isHit }
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
    let further = annotations.labelledSets.subtracting([.swings])
    others =
      further.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: further.map { ($0.name, annotations.labels(of: $0).count) })
  }

  /// In a line.
  var text: String {
    "labels: \(counted(hits, "hit")), \(counted(misses, "miss")), \(counted(ignored, "moment")) to ignore, "
      + counted(distractors, "distractor")
      + (others ?? [:]).sorted { $0.key < $1.key }.map { ", \(counted($0.value, $0.key))" }.joined()
  }
}
