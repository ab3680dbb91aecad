import SPHeadMotion
import SPPipelines
import SPSubmersion
import SPSwings
import SPWorkouts

/// The results of a pipeline's run, from swings, dives or a workout, in the form that tests of pipelines use.
package struct FoundResults: Sendable {
  /// Number of impacts; nil without a stage that finds them.
  var impacts: Int?
  /// Number of swings that the classifier wrote; for a pipeline without a classifier, the number that the last detector
  /// wrote.
  var swings: Int?
  /// Number of candidates that are not swings.
  var rejected: Int?
  var dives: Int?
  /// Swings labelled hit or miss.
  package var labelled: [LabelledSwing]?
  /// The scores of the swings against the recording's labels, by the names of the metrics, or the reason why they are
  /// missing. A score that is not defined is left out.
  package var scores: Result<[String: Double], any Error>?
  /// The workout; nil without a stage that computes one.
  var workout: WorkoutSession?

  /// The slots that the results need.
  package struct Slots: Sendable {
    var impacts: SlotReference?
    var swings: SlotReference?
    var rejected: SlotReference?
    var labelled: SlotReference?
    var dives: SlotReference?
    var workout: SlotReference?

    package init(of pipeline: Pipeline) {
      impacts = pipeline.lastWriter(of: "impacts")
      swings = pipeline.lastWriter(of: "swings")
      rejected = pipeline.lastWriter(of: "rejected")
      labelled = pipeline.lastWriter(of: "labelled_swings")
      dives = pipeline.lastWriter(of: "submersion")
      workout = pipeline.lastWriter(of: "workout")
    }

    package var all: Set<SlotReference> {
      Set([impacts, swings, rejected, labelled, dives, workout].compactMap(\.self))
    }
  }

  /// Takes the counts of a run that kept the values of the slots.
  package init(in result: RunResult, at slots: Slots) {
    impacts = result.value(.impacts, at: slots.impacts)?.count
    labelled = result.value(.labelledSwings, at: slots.labelled)
    // A classifier may reject swings that were found.
    swings = labelled?.count ?? result.value(.swings, at: slots.swings)?.count
    rejected = result.value(.rejected, at: slots.rejected)?.count
    dives = result.value(.submersion, at: slots.dives)?.dives.count
    workout = result.value(.workout, at: slots.workout)
  }
}

/// A figure of swings, dives or a workout, and its measurement.
package struct ResultFigure: Sendable {
  /// Its name, limits and meaning.
  package let figure: TestFigure
  /// Its value; throws the reason if it cannot be measured.
  package let value: @Sendable (FoundResults) throws -> Double
  /// The name of the score, if the figure is a score of swings; nil for another figure.
  package private(set) var metric: String?

  /// An error for a figure without a value in a run, with the reason.
  struct Undefined: Error, CustomStringConvertible {
    var description: String
  }

  /// All figures: first the figures of swings and dives, then the figures of workouts.
  package static let all = swings + workouts

  /// Counts of findings, then scores.
  private static let swings: [ResultFigure] = [
    count(.count("swings", from: .swings, help: "number of swings")) { $0.swings },
    count(.count("hits", from: .labelledSwings, help: "number of swings called hit")) {
      $0.labelled?.count { $0.label == .hit }
    },
    count(.count("misses", from: .labelledSwings, help: "number of swings called miss")) {
      $0.labelled?.count { $0.label == .miss }
    },
    count(.count("impacts", from: .impacts, help: "number of impacts, of a swing or not")) { $0.impacts },
    count(.count("rejected", from: .rejected, help: "number of candidates that are not swings")) { $0.rejected },
    count(.count("dives", from: .submersion, help: "number of dives")) { $0.dives },
    score(
      "f1", of: "f1", .atLeast, in: 0...1, "F1 of all swings, whether called hit or miss",
      none: "swing is labelled or found"),
    score("hits_f1", of: "hits.f1", .atLeast, in: 0...1, "F1 of the hits alone", none: "hit is labelled or found"),
    score(
      "misses_f1", of: "misses.f1", .atLeast, in: 0...1, "F1 of the misses alone", none: "miss is labelled or found"),
    score(
      "hit_recall", of: "hits.recall", .atLeast, in: 0...1, "fraction of labelled hits that are found and called hits",
      none: "hit is labelled"),
    score(
      "false_positive_rate", of: "false_positive_rate", .atMost, in: 0...1,
      "fraction of found labelled misses called hits", none: "labelled miss is found"),
    score(
      "onset_p95_ms", of: "onset.p95_ms", .atMost, in: 0..., "95th percentile of onset errors, in ms",
      none: "labelled hit is found"),
    score(
      "start_p95_ms", of: "start.p95_ms", .atMost, in: 0..., "95th percentile of start errors, in ms",
      none: "labelled swing is found"),
  ]

  /// Counts of the parts of a workout.
  private static let workouts: [ResultFigure] = [
    count(.count("devices", from: .workout, help: "number of devices of a workout")) {
      $0.workout?.timeline.devices.count
    },
    count(.count("laps", from: .workout, help: "number of laps of a workout")) { $0.workout?.analysis?.laps.count },
    count(.count("intervals", from: .workout, help: "number of efforts that are found in a workout")) {
      $0.workout?.analysis?.intervals.count
    },
    count(
      .count("illegal_transitions", from: .workout, help: "number of changes of state that the system never makes")
    ) { $0.workout?.states.count { $0.verdict == .illegal } },
    count(.count("device_differences", from: .workout, help: "number of differences between a workout's devices")) {
      $0.workout?.differences.count
    },
  ]

  private static func count(
    _ figure: TestFigure, _ value: @escaping @Sendable (FoundResults) -> Int?
  ) -> ResultFigure {
    ResultFigure(figure: figure) { found in
      guard let count = value(found) else {
        throw Undefined(description: "no stage wrote slot \"\(figure.source.name)\"")
      }
      return Double(count)
    }
  }

  /// - Parameters:
  ///   - metric: the name of the score.
  ///   - none: the missing things, if the score is not defined.
  private static func score(
    _ name: String, of metric: String, _ bound: TestFigure.Bound, in range: some NumberBounds, _ help: String,
    none: String
  ) -> ResultFigure {
    var figure = ResultFigure(figure: .measure(name, bound, in: range, from: .labelledSwings, help: help)) { found in
      guard let scores = try found.scores?.get() else {
        throw Undefined(description: "no stage wrote slot \"labelled_swings\"")
      }
      guard let value = scores[metric] else { throw Undefined(description: "no \(none)") }
      return value
    }
    figure.metric = metric
    return figure
  }
}

/// A figure of tests that counts the contents of a slot at the end of a pipeline.
package struct SlotCountFigure: Sendable {
  /// Its name and meaning.
  package let figure: TestFigure
  private let count: @Sendable (RunResult, SlotReference) -> Int?

  private init<Value>(
    _ name: String, _ slot: Slot<Value>, _ help: String, _ count: @escaping @Sendable (Value) -> Int
  ) {
    figure = .count(name, from: slot, help: help)
    self.count = { $0.value(slot, at: $1).map(count) }
  }

  /// All figures of this kind.
  package static let all = [
    SlotCountFigure("poses", .poses, "number of poses of the head") { $0.count },
    SlotCountFigure("head_gaps", .headMotion, "number of gaps in headphone motion") { $0.summary.gapCount },
    SlotCountFigure("postures", .postures, "number of intervals of a posture") { $0.count },
    SlotCountFigure("repetitions", .repetitions, "number of repetitions") { $0.count },
    SlotCountFigure("sets", .repetitionSets, "number of sets of repetitions") { $0.count },
    SlotCountFigure("plan_steps_reached", .planSteps, "number of steps of a plan whose goal was reached") {
      $0.match.count(.reached)
    },
  ]

  /// The counts, by name, of a run that kept the values of the last stages.
  package static func counts(in result: RunResult, of pipeline: Pipeline) -> [String: Double] {
    all.reduce(into: [:]) { counts, figure in
      let writer = pipeline.lastWriter(of: figure.figure.source.name)
      if let count = writer.flatMap({ figure.count(result, $0) }) { counts[figure.figure.name] = Double(count) }
    }
  }
}
