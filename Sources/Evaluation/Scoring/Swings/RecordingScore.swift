import SPSignals
import SPSwings

/// The largest distances at which a detection and a label count as the same swing.
package struct ScoringRules: Hashable, Sendable {
  /// Largest distance in time of a detected hit from a labelled hit, in s, inclusive.
  package var hitToleranceS = 0.05
  /// Largest distance in time of any other pair, in s, inclusive. It is larger, since the moment of a miss is less
  /// sharp.
  package var missToleranceS = 0.15
  /// A detection without a label within this distance of an ignored moment is not counted, in s, inclusive.
  package var ignoreWithinS = 0.2

  /// Makes the default rules: 50 ms for hits, 150 ms for misses, 0.2 s around ignored moments.
  package init() {}

  /// A label this close to an ignored moment is not counted; in s, less than a sample at 800 Hz.
  fileprivate static let sameMomentS = 1e-3

  /// Largest distance in time, in s, between a detection and a label with these values.
  package func tolerance(_ detected: SwingLabel, _ labelled: SwingLabel) -> Double {
    detected == .hit && labelled == .hit ? hitToleranceS : missToleranceS
  }
}

/// The labelled swings of a recording, against which detections are scored.
package struct SwingTruth: Hashable, Sendable {
  /// A labelled swing. Times in s on the recording's clock.
  package struct Swing: Hashable, Sendable {
    /// Start of the swing, in s; nil if not known, in which case the start is not scored.
    package var startTime: Double?
    /// Onset of the contact, or the moment at which a miss passed the ball, in s.
    package var contactTime: Double
    /// Whether the swing hit the ball.
    package var label: SwingLabel

    package init(startTime: Double?, contactTime: Double, label: SwingLabel) {
      self.startTime = startTime
      self.contactTime = contactTime
      self.label = label
    }
  }

  /// The labelled swings, in any order.
  package var swings: [Swing]
  /// Moments that the labels leave open, in s: a detection there is not counted.
  package var ignored: [Double]
  /// Length of the recording, in s, for error rates over time; nil if not known.
  package var durationS: Double?

  package init(swings: [Swing], ignored: [Double] = [], durationS: Double? = nil) {
    self.swings = swings
    self.ignored = ignored
    self.durationS = durationS
  }
}

/// The match between the detections in one recording and its labels.
///
/// Detections and labels are paired three times, one to one in time (see `MomentMatcher`). The time of a detection is
/// its `SwingDetection.comparedTime`, and the time of a label is its contact time.
///
/// - ``hits``: detected hits with labelled hits, at the tolerance of hits;
/// - ``misses``: detected misses with labelled misses, at the tolerance of misses;
/// - `all`: swings whatever their labels. The tolerance is the tolerance of hits if both are hits, otherwise the
///   tolerance of misses.
///
/// A detection without a pair is not counted if it is within `ScoringRules.ignoreWithinS` of an ignored moment. A
/// detection that matches a label always counts. A label counts even if ignored moments are near it, unless its own
/// contact time is an ignored moment.
package struct RecordingScore: Hashable, Sendable {
  /// Identifier of the recording.
  package let recordingID: String
  /// Length of the recording, in s, if known.
  package let durationS: Double?
  /// The labels that count, in the order of time.
  package let labels: [SwingTruth.Swing]
  /// The detections, in the order of time.
  package let detections: [SwingDetection]
  /// Pairs of hits, as positions in the detections and the labels.
  package let hits: [MomentMatcher.Pair]
  /// Pairs of misses, as positions in the detections and the labels.
  package let misses: [MomentMatcher.Pair]
  /// Pairs of swings, whatever their labels, as positions in the detections and the labels.
  package let all: [MomentMatcher.Pair]
  /// Positions of the detections that are not counted.
  package let ignored: [Int]

  /// Scores detections against labels.
  ///
  /// Labels and detections whose times are not finite are never paired.
  package init(
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
  package var hitCounts: DetectionCounts { counts(hits, of: .hit) }

  /// Counts of detected misses against labelled misses.
  package var missCounts: DetectionCounts { counts(misses, of: .miss) }

  /// Counts of detected swings against labelled swings, whatever their labels.
  package var allCounts: DetectionCounts { counts(all, of: nil) }

  /// Detected labels against true labels, over the pairs of `all`.
  package var confusion: LabelConfusion {
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
  /// The labelled swings that count, in the order of time: all swings whose contact time is not an ignored moment.
  package var counted: [Swing] {
    let ignoredMoments = ignored.sorted()
    return swings.filter { swing in
      !ignoredMoments.hasValue(within: ScoringRules.sameMomentS, of: swing.contactTime)
    }.sorted { $0.contactTime < $1.contactTime }
  }
}

/// One error of a detector, based on the pairs of `RecordingScore.all`.
package struct SwingMistake: Hashable, Sendable {
  /// The kind of error.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A detection that fits no label.
    case falseSwing = "false_swing"
    /// A label that no detection fits.
    case missedSwing = "missed_swing"
    /// A swing that was found but given the wrong label.
    case wrongLabel = "wrong_label"
  }

  /// The kind of error.
  package var kind: Kind
  /// The label's contact time, or the false detection's time, in s.
  package var time: Double
  /// The detector's label; nil for a swing that was not found.
  package var called: SwingLabel?
  /// The true label; nil for a detection that is not a swing.
  package var labelled: SwingLabel?
  /// Probability of a contact, if the detector gave one.
  package var hitProbability: Double?
  /// Distance in s, positive for later; nil without a distance. It is measured from a false detection to the nearest
  /// label, from a missed label to the nearest detection, or from a label to its own detection.
  package var offsetS: Double?

  package init(
    kind: Kind, time: Double, called: SwingLabel? = nil, labelled: SwingLabel? = nil, hitProbability: Double? = nil,
    offsetS: Double? = nil
  ) {
    self.kind = kind
    self.time = time
    self.called = called
    self.labelled = labelled
    self.hitProbability = hitProbability
    self.offsetS = offsetS
  }
}

extension RecordingScore {
  /// All errors, in the order of time.
  package var mistakes: [SwingMistake] {
    let paired = Dictionary(uniqueKeysWithValues: all.map { ($0.second, $0.first) })
    let labelTimes = labels.map(\.contactTime)
    let detectionTimes = detections.map(\.comparedTime)
    var mistakes: [SwingMistake] = []
    for (position, label) in labels.enumerated() {
      if let found = paired[position].map({ detections[$0] }) {
        guard found.label != label.label else { continue }
        mistakes.append(
          SwingMistake(
            kind: .wrongLabel, time: label.contactTime, called: found.label, labelled: label.label,
            hitProbability: found.hitProbability, offsetS: found.comparedTime - label.contactTime))
      } else {
        mistakes.append(
          SwingMistake(
            kind: .missedSwing, time: label.contactTime, labelled: label.label,
            offsetS: detectionTimes.offsetOfNearest(to: label.contactTime)))
      }
    }
    let explained = Set(all.map(\.first) + ignored)
    for (position, detection) in detections.enumerated() where !explained.contains(position) {
      mistakes.append(
        SwingMistake(
          kind: .falseSwing, time: detection.comparedTime, called: detection.label,
          hitProbability: detection.hitProbability, offsetS: labelTimes.offsetOfNearest(to: detection.comparedTime)))
    }
    return mistakes.sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
  }
}

extension [Double] {
  /// Whether a sorted list has a value within a distance of another.
  fileprivate func hasValue(within distance: Double, of value: Double) -> Bool {
    let place = partitionPoint(indices) { self[$0] < value - distance }
    return place < count && self[place] <= value + distance
  }

  fileprivate func offsetOfNearest(to time: Double) -> Double? {
    self.min { abs($0 - time) < abs($1 - time) }.map { $0 - time }
  }
}
