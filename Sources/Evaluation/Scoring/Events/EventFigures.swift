/// The quality of detected events in one or more recordings. Counts are summed, and differences in time form one list.
public struct EventFigures: Hashable, ScoreFigures {
  /// Number of recordings.
  public var recordingCount = 0
  /// Length of the recordings, in s; nil if the length of any is not known.
  public var durationS: Double?
  /// Detections against labels.
  public var counts = DetectionCounts()
  /// Detections that are not counted.
  public var ignoredCount = 0
  /// Mean `Event.overlap(with:)` of the pairs of two intervals; nil without such pairs.
  public var overlap: Double?
  /// Times of detections minus labelled ones, over the pairs of two moments.
  public var time: TimingStatistics
  /// Starts of detections minus labelled ones, over the pairs of two intervals.
  public var start: TimingStatistics
  /// Ends of detections minus labelled ones, over the pairs of two intervals.
  public var end: TimingStatistics
  /// The smallest `DetectionCounts.f1` of any recording; nil if it is undefined for all recordings.
  public var worstF1: Double?

  /// False detections per hour; nil if the length is not known or zero.
  public var falsePerHour: Double? {
    durationS.flatMap { $0 > 0 ? 3600 * Double(counts.falsePositives) / $0 : nil }
  }

  /// All figures, in order.
  public static let metrics: [ScoreMetric<EventFigures>] =
    ScoreMetric.counts("", "events") { $0.counts }
    + [
      .fraction("worst.f1", "f1 of the recording where it is lowest") { $0.worstF1 },
      ScoreMetric(
        name: "false_per_hour", unit: "1/h", isLargerBetter: false, summary: "detections that fit no label"
      ) { $0.falsePerHour },
      .fraction("overlap", "mean fraction of the time of a pair of intervals that both cover") { $0.overlap },
    ]
    + ScoreMetric.timing("time", "time minus labelled time, of moments") { $0.time }
    + ScoreMetric.timing("start", "start minus labelled start, of intervals") { $0.start }
    + ScoreMetric.timing("end", "end minus labelled end, of intervals") { $0.end }
}

/// The score of a set of recordings: separate scores, and a score of all recordings together.
public struct EventSessionScore: ScoredSession {
  /// The recordings, in the order given.
  public let recordings: [EventScore]
  /// The figures of all recordings together.
  public let figures: EventFigures

  private let sheet: EventSheet

  /// Sums recordings that were scored by the same rules.
  public init(_ recordings: [EventScore]) {
    self.recordings = recordings
    sheet = EventSheet(recordings)
    figures = sheet.figures(weights: [Int](repeating: 1, count: recordings.count))
  }

  /// The identifiers of the recordings, in the order given.
  public var recordingIDs: [String] { recordings.map(\.recordingID) }

  /// The figures, with each recording counted as often as its weight says.
  public func figures(weights: [Int]) -> EventFigures { sheet.figures(weights: weights) }

  /// The figures of one recording by itself.
  public func figures(ofRecordingAt position: Int) -> EventFigures {
    EventSheet([recordings[position]]).figures(weights: [1])
  }

  /// The first recording with the lowest F1. Nil if all recordings lack an F1, which needs a label or a detection.
  public var worst: EventScore? {
    recordings.compactMap { score in score.counts.f1.map { (score, $0) } }.min { $0.1 < $1.1 }?.0
  }
}

/// The figures of recordings, prepared and sorted so that any selection of recordings is summed quickly.
private struct EventSheet {
  private let recordings: [(counts: DetectionCounts, ignoredCount: Int, durationS: Double?)]
  private let overlaps: [(value: Double, recording: Int)]
  private let time: [TimingStatistics.Difference]
  private let start: [TimingStatistics.Difference]
  private let end: [TimingStatistics.Difference]

  init(_ scores: [EventScore]) {
    recordings = scores.map { ($0.counts, $0.ignored.count, $0.durationS) }
    let pairs = scores.enumerated().flatMap { position, score in
      score.pairs.map { (found: score.detections[$0.first], label: score.labels[$0.second], recording: position) }
    }
    let intervals = pairs.filter { $0.found.isInterval && $0.label.isInterval }
    overlaps = intervals.map { ($0.found.overlap(with: $0.label), $0.recording) }
    func sorted(_ differences: [(seconds: Double, recording: Int)]) -> [TimingStatistics.Difference] {
      differences.map { .init(seconds: $0.seconds, recording: $0.recording) }.sorted {
        abs($0.seconds) < abs($1.seconds)
      }
    }
    time = sorted(
      pairs.filter { !$0.found.isInterval && !$0.label.isInterval }.map {
        ($0.found.time - $0.label.time, $0.recording)
      })
    start = sorted(intervals.map { (($0.found.startTime ?? 0) - ($0.label.startTime ?? 0), $0.recording) })
    end = sorted(intervals.map { ($0.found.time - $0.label.time, $0.recording) })
  }

  /// The figures, with each recording counted as often as its weight says.
  func figures(weights: [Int]) -> EventFigures {
    var figures = EventFigures(
      time: TimingStatistics(sorted: time, weights: weights), start: TimingStatistics(sorted: start, weights: weights),
      end: TimingStatistics(sorted: end, weights: weights))
    var duration: Double? = 0
    for (recording, weight) in zip(recordings, weights) where weight > 0 {
      figures.recordingCount += weight
      figures.counts.add(recording.counts, times: weight)
      figures.ignoredCount += weight * recording.ignoredCount
      duration = recording.durationS.flatMap { length in duration.map { $0 + Double(weight) * length } }
      if let f1 = recording.counts.f1 { figures.worstF1 = min(f1, figures.worstF1 ?? f1) }
    }
    figures.durationS = duration
    let weighed = overlaps.map { (sum: Double(weights[$0.recording]) * $0.value, count: weights[$0.recording]) }
    let count = weighed.reduce(0) { $0 + $1.count }
    figures.overlap = count > 0 ? weighed.reduce(0) { $0 + $1.sum } / Double(count) : nil
    return figures
  }
}
