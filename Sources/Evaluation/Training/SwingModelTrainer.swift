import SPSignals
import SPSwings

/// Fits a `SwingModel` to movements that are known to be strokes or not, and evaluates it.
///
/// For the scores, each source, such as a folder of recordings, is left out in turn. To leave out single recordings
/// would not suffice, since the recordings of a source share the player, the watch and the sport.
package enum SwingModelTrainer {
  /// A movement.
  struct Example: Hashable, Sendable {
    /// The time of the movement, in s.
    var time: Double
    /// The measured traits of the movement.
    var traits: StrokeTraits
    /// Whether it is a stroke.
    var isStroke: Bool
  }

  /// The movements of a recording.
  package struct Recording: Hashable, Sendable {
    /// Identifier of the recording.
    package let recordingID: String
    /// The source, such as a folder, whose recordings are left out together.
    package var source: String
    /// Its movements, by time.
    let examples: [Example]

    /// Compares the movements that a detector judged with labels.
    ///
    /// Movements within 0.3 s of a label that are not the stroke itself are parts of the stroke, and are left out.
    /// Backswings and recoveries further away do not count as strokes.
    /// - Parameters:
    ///   - found: the swings and the rejected candidates.
    ///   - possible: the movements that would be swings with evidence of play.
    ///   - truth: the labels.
    package init(
      recordingID: String, source: String, _ found: DecidedSwings, possible: [PossibleStroke], _ truth: SwingTruth
    ) {
      let swings = found.swings.compactMap { swing in
        swing.traits.map { (time: swing.impact?.onsetTime ?? swing.anchorTime, traits: $0) }
      }
      let rejected = found.rejected.compactMap { candidate in
        candidate.traits.map { (time: candidate.time, traits: $0) }
      }
      let movements = (swings + rejected + possible.map { (time: $0.time, traits: $0.traits) }).sorted {
        $0.time < $1.time
      }
      let tolerance = ScoringRules().missToleranceS
      let strokes = Set(
        MomentMatcher.pairs(movements.map(\.time), truth.counted.map(\.contactTime), largestS: tolerance) { _, _ in
          tolerance
        }
        .map(\.first))
      let moments = (truth.swings.map(\.contactTime) + truth.ignored).sorted()
      func isNear(_ time: Double) -> Bool {
        let next = partitionPoint(moments.indices) { moments[$0] < time - SwingModelTrainer.apartS }
        return next < moments.count && moments[next] <= time + SwingModelTrainer.apartS
      }
      (self.recordingID, self.source) = (recordingID, source)
      examples = movements.indices.compactMap { place in
        let movement = movements[place]
        guard strokes.contains(place) || !isNear(movement.time) else { return nil }
        return Example(time: movement.time, traits: movement.traits, isStroke: strokes.contains(place))
      }
    }

    init(recordingID: String, source: String, examples: [Example]) {
      (self.recordingID, self.source, self.examples) = (recordingID, source, examples)
    }

    /// The number of movements that are strokes, or are not strokes.
    package func count(isStroke: Bool) -> Int { examples.count { $0.isStroke == isStroke } }
  }

  /// A movement farther than this from every label, in s, is not part of a stroke.
  private static let apartS = 0.3

  /// An error if no model can be trained.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The available and the expected movements.
    package var description: String
  }

  /// Fits a model and evaluates it. The result is the same, bit for bit, whatever the order of the recordings.
  /// - Throws: `Failure` for fewer than two sources, or if the recordings lack strokes or other movements.
  package static func train(_ recordings: [Recording], name: String, pipeline: String) throws(Failure) -> SwingModel {
    let recordings = recordings.sorted { ($0.source, $0.recordingID) < ($1.source, $1.recordingID) }
    let rows = recordings.flatMap { recording in
      recording.examples.map { example in
        LogisticTrainer.Row(
          values: StrokeTraits.Feature.allCases.map { example.traits[$0] }, label: example.isStroke,
          group: recording.source)
      }
    }
    let sources = Set(recordings.map(\.source)).sorted()
    guard sources.count > 1 else {
      throw Failure(
        description:
          "expected recordings in 2 folders or more, to leave one out, found \(sources.isEmpty ? "none" : "one")")
    }
    for (isStroke, kind) in [(true, "stroke"), (false, "movement that is no stroke")]
    where !rows.contains(where: { $0.label == isStroke }) {
      throw Failure(description: "expected strokes and other movements to tell apart, found no \(kind)")
    }
    var (probabilities, labels): ([Double], [Bool]) = ([], [])
    var told: [SwingModel.Source] = []
    for source in sources {
      let training = rows.filter { $0.group != source }
      let own = rows.filter { $0.group == source }
      var described = SwingModel.Source(
        name: source, recordings: recordings.count { $0.source == source }, strokes: own.count(where: \.label),
        others: own.count { !$0.label })
      // A model that judges this folder is fitted to all further folders, and needs both strokes and other movements.
      if !own.isEmpty, training.contains(where: \.label), training.contains(where: { !$0.label }) {
        let fit = LogisticTrainer.fit(training)
        let judged = own.map { fit.probability($0.values) }
        described.meanProbability = Statistics.mean(judged)
        described.auroc = Calibration(probabilities: judged, areHits: own.map(\.label)).auroc
        probabilities += judged
        labels += own.map(\.label)
      }
      told.append(described)
    }
    let calibration = Calibration(probabilities: probabilities, areHits: labels)
    let fit = LogisticTrainer.fit(rows)
    let terms = StrokeTraits.Feature.allCases.enumerated().map { place, feature in
      SwingModel.Term(
        name: feature, mean: fit.means[place], scale: fit.scales[place], weight: fit.weights[place])
    }
    let losses = zip(probabilities, labels).map { LogisticTrainer.loss($0, $1) }
    return SwingModel(
      name: name, pipeline: pipeline, features: terms, intercept: fit.intercept, l2: fit.l2, sources: told,
      scores: .init(
        auroc: calibration.auroc, calibrationError: calibration.expectedError,
        logLoss: losses.isEmpty ? nil : Statistics.mean(losses)))
  }
}
