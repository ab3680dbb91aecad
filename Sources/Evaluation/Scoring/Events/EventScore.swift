import SPRecordings

/// The limits within which a detected event and a labelled event count as the same.
public struct EventRules: Hashable, Sendable {
  /// Largest distance in time of two moments, and of a moment from an interval, in s, inclusive.
  public var toleranceS = 0.5
  /// Smallest `Event.overlap(with:)` of two intervals, inclusive. The default is half, as is usual for the detection of
  /// actions in time (Caba Heilbron et al., "ActivityNet", CVPR 2015).
  public var minOverlap = 0.5
  /// A detection without a label within this distance of an ignored moment is not counted, in s, inclusive.
  public var ignoreWithinS = 0.2

  /// The rules with all defaults: 0.5 s for moments, half for intervals, 0.2 s around ignored moments.
  public init() {}

  /// The cost of pairing two events: the better they fit, the smaller it is. Nil for two events that cannot be the
  /// same.
  func cost(_ detected: Event, _ labelled: Event) -> Double? {
    if detected.isInterval, labelled.isInterval {
      let overlap = detected.overlap(with: labelled)
      return overlap > 0 && overlap >= minOverlap ? 1 - overlap : nil
    }
    let distance =
      detected.isInterval ? detected.distance(of: labelled.time) : labelled.distance(of: detected.time)
    return distance <= toleranceS + MomentMatcher.roundingS ? distance : nil
  }
}

/// The match between the detected events of one recording and its labels.
///
/// Events are paired one to one in the order of time (see `MomentMatcher`): two intervals by their overlap, moments by
/// their distance. A detection without a label is not counted near an ignored moment.
public struct EventScore: Hashable, Sendable {
  /// Identifier of the recording.
  public let recordingID: String
  /// Length of the recording, in s, if known.
  public let durationS: Double?
  /// The labels, in the order of time.
  public let labels: [Event]
  /// The detections, in the order of time.
  public let detections: [Event]
  /// The pairs, as positions in the detections and the labels.
  public let pairs: [MomentMatcher.Pair]
  /// Positions of the detections that are not counted.
  public let ignored: [Int]

  /// Scores detections against labels.
  ///
  /// - Parameters:
  ///   - recordingID: Identifier of the recording.
  ///   - labels: The labelled events, in any order. Events at times that are not finite are never paired.
  ///   - detections: The detected events, in any order. Events at times that are not finite are never paired.
  ///   - ignoredMoments: Moments that the labels leave open, in s.
  ///   - durationS: Length of the recording, in s, for rates over time; nil if it is not known.
  ///   - rules: The limits within which two events count as the same.
  public init(
    recordingID: String, labels: [Event], detections: [Event], ignoredMoments: [Double] = [], durationS: Double? = nil,
    rules: EventRules = EventRules()
  ) {
    self.recordingID = recordingID
    self.durationS = durationS
    let labels = labels.sorted { $0.middle < $1.middle }
    let detections = detections.sorted { $0.middle < $1.middle }
    (self.labels, self.detections) = (labels, detections)
    // If two intervals overlap or touch, the distance of their middles is at most half the sum of their lengths.
    let longestS = (labels + detections).map(\.lengthS).filter(\.isFinite).max() ?? 0
    pairs = MomentMatcher.pairs(
      detections.map(\.middle), labels.map(\.middle), reachS: longestS + rules.toleranceS
    ) { rules.cost(detections[$0], labels[$1]) }
    let paired = Set(pairs.map(\.first))
    let window = rules.ignoreWithinS + MomentMatcher.roundingS
    ignored = detections.indices.filter { index in
      !paired.contains(index) && ignoredMoments.contains { detections[index].distance(of: $0) <= window }
    }
  }

  /// Detections against labels.
  public var counts: DetectionCounts {
    DetectionCounts(
      truePositives: pairs.count, falsePositives: detections.count - ignored.count - pairs.count,
      falseNegatives: labels.count - pairs.count)
  }

  /// Detections that fit no label and are counted, in the order of time.
  public var falseDetections: [Event] {
    let explained = Set(pairs.map(\.first) + ignored)
    return detections.indices.filter { !explained.contains($0) }.map { detections[$0] }
  }

  /// Labels that no detection fits, in the order of time.
  public var missedLabels: [Event] {
    let found = Set(pairs.map(\.second))
    return labels.indices.filter { !found.contains($0) }.map { labels[$0] }
  }
}
