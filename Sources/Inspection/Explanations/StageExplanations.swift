import JSON
import Pipelines
import Recordings
import Tables

/// The explanations of a time by the stages of a pipeline.
struct StageExplanations {
  private let recordingID: String
  private let pipeline: String
  private let time: Double
  private let start: Double
  private let explanations: [StageExplanation]

  /// Runs the pipeline up to its last stage that explains, without writing anything.
  /// - Throws: ``InspectionError`` for a moment outside of the recording; the errors of planning and running the
  ///   pipeline.
  init(of path: String, at moment: RecordingTime, reachS: Double, by pipeline: Pipeline) throws {
    let recording = try Recording(opening: path)
    let spans = try recording.knownStreams.compactMap { try $0.timeBase.span }
    let (first, last) = (spans.map(\.lowerBound).min() ?? 0, spans.map(\.upperBound).max() ?? 0)
    start = try recording.startTime() ?? first
    let time = moment.onClock(of: start)
    guard first...max(first, last) ~= time else {
      throw InspectionError(.unusableData, moment.outside(first...max(first, last), start: start), at: path)
    }
    let plan = pipeline.plan(try pipeline.sessionPaths(around: path))
    recordingID = plan.recordingID ?? recording.attributes.recordingID
    self.pipeline = pipeline.name
    self.time = time
    explanations = try pipeline.explanations(of: plan, at: time, reachS: reachS)
  }

  /// For people: the verdicts, each with its reasons below.
  var lines: [String] {
    explanations.flatMap { told in
      ["\(recordingID) at \(SwingExplanationText.moment(time, from: start)), by \(pipeline): \(told.verdict)"]
        + told.reasons.map { "  \($0)" }
    }.map(\.withoutControls)
  }

  /// For programs.
  var json: JSONValue {
    [
      "recording_id": .string(recordingID), "pipeline": .string(pipeline), "time_s": .number(time),
      "explanations": .array(
        explanations.map {
          ["verdict": .string($0.verdict), "reasons": .array($0.reasons.map { .string($0) })]
        }),
    ]
  }
}
