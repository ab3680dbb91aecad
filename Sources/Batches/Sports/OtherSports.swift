import SPPipelines
import SPStages

/// The recordings of a plan that state another sport than its pipeline is for.
package struct OtherSports {
  /// A sport that the pipeline is not for.
  private struct Mismatch {
    let sport: String
    let count: Int
    let suitable: String?
  }

  private let mismatches: [Mismatch]
  private let pipeline: Pipeline
  private let listed: Int

  /// Compares the selected recordings with the pipeline.
  package init(_ plan: BatchPlan, _ pipeline: Pipeline) {
    self.init(plan.items.filter(\.isSelected).map(\.work), of: plan.items.count, pipeline)
  }

  /// Compares recordings with the pipeline.
  /// - Parameters:
  ///   - items: The recordings.
  ///   - listed: The number of recordings that the inputs of the command name.
  package init(_ items: [WorkItem], of listed: Int, _ pipeline: Pipeline) {
    let sports = items.compactMap { item in item.sports.first { pipeline.isForOtherSports(than: $0) } }
    let counts = Dictionary(sports.map { ($0, 1) }, uniquingKeysWith: +)
    mismatches = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { sport, count in
      Mismatch(sport: sport, count: count, suitable: RecordedSport(sport)?.pipeline)
    }
    self.pipeline = pipeline
    self.listed = listed
  }

  /// The ends of the warnings that each recording would give by itself.
  package var clauses: Set<String> {
    Set(mismatches.compactMap { SportMismatch($0.sport, suitable: $0.suitable, pipeline)?.clause })
  }

  /// How many recordings state which sport, most first.
  package var counts: [(sport: String, count: Int)] { mismatches.map { ($0.sport, $0.count) } }

  /// A warning about how many recordings state which sport, with the command for them; nil if there are none.
  /// - Parameters:
  ///   - command: the command of the tool: `run`.
  ///   - inputs: its inputs, as words of a command line; nil if it takes them from a plan for one pipeline.
  ///   - output: its output folder.
  package func warning(for command: String = "run", _ inputs: [String]?, output: String?) -> String? {
    guard !mismatches.isEmpty else { return nil }
    let count = mismatches.reduce(0) { $0 + $1.count }
    let sports =
      mismatches.count == 1
      ? "the sport \(mismatches[0].sport)"
      : "other sports (" + mismatches.map { "\($0.count) \($0.sport)" }.joined(separator: ", ") + ")"
    return "warning: \(count == 1 ? "1 recording states" : "\(count) recordings state") \(sports), but the pipeline "
      + "\"\(pipeline.name)\" is for \(pipeline.sports.joined(separator: " or ")); " + advice(command, inputs, output)
  }

  private func advice(_ command: String, _ inputs: [String]?, _ output: String?) -> String {
    guard let suitable = mismatches.lazy.compactMap(\.suitable).first else {
      return "no built-in pipeline is for " + mismatches.map(\.sport).joined(separator: " or ")
    }
    let isForAll = mismatches[0].count == listed
    guard command == "run", let inputs else {
      let pipelines = Set(mismatches.compactMap(\.suitable)).sorted().joined(separator: " or ")
      return "expected the pipeline \(pipelines)" + (isForAll ? "" : " for these")
    }
    let words = inputs + (output.map { ["--output", (isForAll ? $0 : $0 + "_by_sport").shellWord] } ?? [])
    let line = (["swingpipe", command] + (isForAll ? [suitable] : []) + words).joined(separator: " ")
    return "expected \(isForAll ? suitable : "the pipeline of each recording's sport"): \(line)"
  }
}
