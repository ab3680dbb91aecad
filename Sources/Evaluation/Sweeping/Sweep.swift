import SPBatches
import SPPipelines
import SPRecordings
import SPStages

/// Tries a grid of options on labelled recordings, and scores the swings of every point against the labels.
package struct Sweep: Sendable {
  /// A point of the grid with its score.
  package struct Point: Sendable {
    /// The values, one for each option of the grid.
    package let values: [String]
    /// The score of its swings against the labels.
    package let score: SessionScore
  }

  /// The results of a sweep.
  package struct Outcome: Sendable {
    /// The points; the last option changes fastest.
    package let points: [Point]
    /// The number of recordings that count.
    package let recordingCount: Int
    /// Recordings that do not count, with the reasons, one line each.
    package let faults: [String]
  }

  /// An error for a sweep without anything to try.
  package struct Fault: Error, CustomStringConvertible {
    /// The fault, and the expected value.
    package let description: String
  }

  /// The pipeline of the first point. The points differ only in the options of the grid.
  package var pipeline: Pipeline { variants[0] }

  private let grid: SweepGrid
  private let variants: [Pipeline]

  /// The largest number of points that share a pass over a recording. Memory grows with this number.
  private static let mostTogether = 64

  /// Loads the pipeline of every point.
  ///
  /// - Parameters:
  ///   - pipeline: a file, or the name of a built-in pipeline.
  ///   - grid: the values to try.
  /// - Throws: `PipelineError` for a point with invalid options, `Fault` for a pipeline that labels no swings.
  package init(_ pipeline: String, _ grid: SweepGrid) throws {
    self.grid = grid
    variants = try grid.points.map { try StandardPipelines.load(pipeline, overrides: $0) }
    guard variants.allSatisfy({ $0.lastWriter(of: Slot.labelledSwings.name) != nil }) else {
      throw Fault(
        description:
          "the pipeline \(variants.first?.name ?? pipeline) calls no swing hit or miss, so that nothing can be scored; "
          + "expected one with classifiers.hit_miss")
    }
  }

  /// Tries every point on every recording. Stages that several points share run once per recording.
  ///
  /// - Parameters:
  ///   - paths: The labelled recordings.
  ///   - jobs: The number of recordings to process at a time.
  ///   - rules: The rules that pair swings and labels.
  ///   - progress: Called with the number of finished recordings. Interrupted recordings do not count.
  /// - Throws: `CancellationError`.
  package func run(
    on paths: [String], jobs: Int, rules: ScoringRules = ScoringRules(), progress: (Int) -> Void = { _ in }
  ) async throws -> Outcome {
    var scores = [Result<[RecordingScore], SweptFault>](repeating: .failure(SweptFault(lines: [])), count: paths.count)
    var done = 0
    await Concurrently.forEach(paths, jobs: jobs) { path, _ -> Result<[RecordingScore], SweptFault> in
      do {
        return .success(try self.scores(of: path, rules))
      } catch is CancellationError {
        return .failure(SweptFault(lines: []))
      } catch {
        return .failure(SweptFault(lines: error.lines(at: path)))
      }
    } finished: { place, outcome in
      scores[place] = outcome
      if case .failure(let fault) = outcome, fault.lines.isEmpty { return }
      done += 1
      progress(done)
    }
    try Task.checkCancellation()
    let sound = scores.compactMap { try? $0.get() }
    let faults = scores.flatMap { outcome -> [String] in
      if case .failure(let fault) = outcome { fault.lines } else { [] }
    }
    let values = grid.points.map { point in
      zip(point, grid.axes).map { String($0.dropFirst($1.option.count + 1)) }
    }
    let points = values.indices.map { index in
      Point(values: values[index], score: SessionScore(sound.map { $0[index] }))
    }
    return Outcome(points: points, recordingCount: sound.count, faults: faults)
  }

  private struct SweptFault: Error {
    var lines: [String]
  }

  /// The score of every point on a recording.
  private func scores(of path: String, _ rules: ScoringRules) throws -> [RecordingScore] {
    try Task.checkCancellation()
    let recording = try variants[0].open(path)
    let truth = try SwingTruth(of: recording)
    // In a session, only the stages that read streams of the labelled recording count.
    let variants = try variants.map { try $0.concerning(recordingAt: path) }
    var scores: [RecordingScore] = []
    for first in stride(from: 0, to: variants.count, by: Self.mostTogether) {
      let part = Array(variants[first..<min(first + Self.mostTogether, variants.count)])
      guard let merged = Pipeline.merging(part, upTo: Slot.labelledSwings.name) else {
        throw RecordingError(path: path, "the pipeline calls no swing of this recording's device hit or miss")
      }
      let result = try merged.whole.run(merged.whole.plan(around: path), keeping: Set(merged.places))
      scores += merged.places.map { place in
        RecordingScore(
          recordingID: recording.attributes.recordingID, truth: truth,
          detections: (result.value(.labelledSwings, at: place) ?? []).map(SwingDetection.init), rules: rules)
      }
    }
    return scores
  }
}
