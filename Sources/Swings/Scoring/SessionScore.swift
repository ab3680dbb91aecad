import Scoring

/// The score of a set of recordings: each by itself, and all together.
public struct SessionScore: ScoredSession {
  /// The recordings, in the order given.
  public let recordings: [RecordingScore]
  /// The figures of all recordings together.
  public let figures: SwingScores

  private let sheet: ScoreSheet

  /// Sums recordings that were scored by the same rules.
  public init(_ recordings: [RecordingScore]) {
    self.recordings = recordings
    sheet = ScoreSheet(recordings)
    figures = sheet.scores(weights: [Int](repeating: 1, count: recordings.count))
  }

  /// The figures of one recording by itself.
  public func figures(ofRecordingAt position: Int) -> SwingScores {
    ScoreSheet([recordings[position]]).scores(weights: [1])
  }

  /// The identifiers of the recordings, in the order given.
  public var recordingIDs: [String] { recordings.map(\.recordingID) }

  /// The figures with each recording counted as often as its weight says.
  public func figures(weights: [Int]) -> SwingScores { sheet.scores(weights: weights) }

  /// The recording with the lowest F1 over all swings; of equal ones, that with the most wrong labels, then the first.
  ///
  /// Nil where no recording has an F1, which needs a label or a detection.
  public var worst: RecordingScore? {
    let ranked = recordings.compactMap { recording in
      recording.allCounts.f1.map { (recording: recording, rank: ($0, -recording.confusion.wrongLabels)) }
    }
    return ranked.min { $0.rank < $1.rank }?.recording
  }
}
