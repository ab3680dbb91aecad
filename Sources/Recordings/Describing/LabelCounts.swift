import Files
import Tables

/// How many labels of each kind a recording has.
public struct LabelCounts: Hashable, Sendable, Encodable {
  /// Labels of hits.
  public var hits: Int
  /// Labels of misses.
  public var misses: Int
  /// Moments that count neither for nor against a detector.
  public var ignored: Int
  /// Shocks of other causes.
  public var distractors: Int
  /// The number of labels of each further kind, by name; nil if there are none.
  public var others: [String: Int]?

  /// Counts the labels of a recording.
  public init(_ annotations: Annotations) {
    hits = annotations.labels(of: .hitsAndMisses).count { $0.kind == .hit }
    misses = annotations.labels(of: .hitsAndMisses).count - hits
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
    let further = annotations.labelledSets.subtracting([.hitsAndMisses])
    others =
      further.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: further.map { ($0.name, annotations.labels(of: $0).count) })
  }

  /// The counts on one line.
  public var text: String {
    let further = (others ?? [:]).sorted { $0.key < $1.key }.map { counted($0.value, $0.key) }
    let known = [
      counted(hits, "hit"), counted(misses, "miss"), "\(counted(ignored, "moment")) to ignore",
      counted(distractors, "distractor"),
    ]
    let isOfOthersAlone = others != nil && hits + misses + ignored + distractors == 0
    return "labels: " + ((isOfOthersAlone ? [] : known) + further).joined(separator: ", ")
  }
}
