import HeadMotion
import Pipelines

/// A figure of tests that counts what a slot holds at the end of a pipeline.
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

  /// All of them.
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

  /// The counts of a run that kept what the last stages wrote, by name.
  package static func counts(in result: RunResult, of pipeline: Pipeline) -> [String: Double] {
    all.reduce(into: [:]) { counts, figure in
      let writer = pipeline.lastWriter(of: figure.figure.source.name)
      if let count = writer.flatMap({ figure.count(result, $0) }) { counts[figure.figure.name] = Double(count) }
    }
  }
}
