import Scoring
import Signals

/// How the detections in one recording match its labels.
///
/// Detections and labels are paired three times, one to one in time (see `MomentMatcher`), a detection at its
/// ``SwingDetection/comparedTime`` and a label at its contact time:
///
/// - ``hits``: detected hits with labelled hits, at the tolerance of hits;
/// - ``misses``: detected misses with labelled misses, at the tolerance of misses;
/// - ``all``: any with any, whatever their labels, at the tolerance of hits if both are hits, else of misses.
///
/// A detection without a pair is not counted if it lies within ``ScoringRules/ignoreWithinS`` of an ignored moment; a
/// detection that matches a label always counts. A label counts even if ignored moments are near it, unless its own
/// contact time is an ignored moment.
public struct RecordingScore: Hashable, Sendable {
  /// Identifier of the recording.
  public let recordingID: String
  /// Length of the recording, in s, if known.
  public let durationS: Double?
  /// The labels that count, in the order of time.
  public let labels: [SwingTruth.Swing]
  /// The detections, in the order of time.
  public let detections: [SwingDetection]
  /// Pairs of hits, as positions in the detections and the labels.
  public let hits: [MomentMatcher.Pair]
  /// Pairs of misses, as positions in the detections and the labels.
  public let misses: [MomentMatcher.Pair]
  /// Pairs of swings whatever their labels, as positions in the detections and the labels.
  public let all: [MomentMatcher.Pair]
  /// Positions of the detections that are not counted.
  public let ignored: [Int]

  /// Scores detections against labels.
  ///
  /// Labels and detections whose times are not finite are never paired.
  public init(
    recordingID: String, truth: SwingTruth, detections: [SwingDetection], rules: ScoringRules = ScoringRules()
  ) {
    self.recordingID = recordingID
    durationS = truth.durationS
    let ignoredMoments = truth.ignored.sorted()
    let labels = truth.counted
    let detections = detections.sorted { $0.comparedTime < $1.comparedTime }
    self.labels = labels
    self.detections = detections
    hits = Self.pairs(.hit, detections, labels, rules.hitToleranceS)
    misses = Self.pairs(.miss, detections, labels, rules.missToleranceS)
    all = MomentMatcher.pairs(
      detections.map(\.comparedTime), labels.map(\.contactTime),
      largestS: max(rules.hitToleranceS, rules.missToleranceS)
    ) { rules.tolerance(detections[$0].label, labels[$1].label) }
    let paired = Set((hits + misses + all).map(\.first))
    let window = rules.ignoreWithinS + MomentMatcher.roundingS
    ignored = detections.indices.filter {
      !paired.contains($0) && ignoredMoments.hasValue(within: window, of: detections[$0].comparedTime)
    }
  }

  private static func pairs(
    _ label: SwingLabel, _ detections: [SwingDetection], _ labels: [SwingTruth.Swing], _ toleranceS: Double
  ) -> [MomentMatcher.Pair] {
    let detected = detections.indices.filter { detections[$0].label == label }
    let labelled = labels.indices.filter { labels[$0].label == label }
    return MomentMatcher.pairs(
      detected.map { detections[$0].comparedTime }, labelled.map { labels[$0].contactTime }, toleranceS: toleranceS
    ).map { MomentMatcher.Pair(detected[$0.first], labelled[$0.second]) }
  }

  /// Counts of detected hits against labelled hits.
  public var hitCounts: DetectionCounts { counts(hits, of: .hit) }

  /// Counts of detected misses against labelled misses.
  public var missCounts: DetectionCounts { counts(misses, of: .miss) }

  /// Counts of detected swings against labelled swings, whatever their labels.
  public var allCounts: DetectionCounts { counts(all, of: nil) }

  /// Detected labels against true labels, over the pairs of ``all``.
  public var confusion: LabelConfusion {
    var confusion = LabelConfusion()
    for pair in all { confusion.count(detections[pair.first].label, as: labels[pair.second].label) }
    let found = Set(all.map(\.second))
    for position in labels.indices where !found.contains(position) {
      confusion.count(nil, as: labels[position].label)
    }
    let explained = Set(all.map(\.first) + ignored)
    for position in detections.indices where !explained.contains(position) {
      confusion.count(detections[position].label, as: nil)
    }
    return confusion
  }

  private func counts(_ pairs: [MomentMatcher.Pair], of label: SwingLabel?) -> DetectionCounts {
    let detected = detections.count { label == nil || $0.label == label }
    let passedOver = ignored.count { label == nil || detections[$0].label == label }
    return DetectionCounts(
      truePositives: pairs.count, falsePositives: detected - passedOver - pairs.count,
      falseNegatives: labels.count { label == nil || $0.label == label } - pairs.count)
  }
}

extension SwingTruth {
  /// The labelled swings that count, in the order of time: those whose contact time is not itself an ignored moment.
  public var counted: [Swing] {
    let ignoredMoments = ignored.sorted()
    return swings.filter { swing in
      !ignoredMoments.hasValue(within: ScoringRules.sameMomentS, of: swing.contactTime)
    }.sorted { $0.contactTime < $1.contactTime }
  }
}

extension [Double] {
  /// Whether a sorted list has a value within a distance of another.
  fileprivate func hasValue(within distance: Double, of value: Double) -> Bool {
    let place = partitionPoint(indices) { self[$0] < value - distance }
    return place < count && self[place] <= value + distance
  }
}
