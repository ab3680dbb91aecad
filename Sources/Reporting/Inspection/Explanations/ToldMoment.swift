import SPBasics
import SPPipelines
import SPRecordings
import SPTables

/// The explanations of one moment of a recording by the stages of a pipeline, as text and for programs.
struct ToldMoment {
  let recordingID: String
  let pipeline: String
  /// The moment, in s on the recording's clock.
  let time: Double
  /// The recording's start, in s on its clock; nil if unknown.
  let start: Double?
  let explanations: [StageExplanation]

  /// For people: the verdicts, each with its reasons below.
  var lines: [String] {
    explanations.flatMap { told in
      ["\(recordingID) at \(RecordingTime.words(time, from: start)), by \(pipeline): \(told.verdict)"]
        + told.reasons.map { "  \($0)" }
    }.map(\.withoutControls)
  }

  /// For programs.
  var json: JSONValue {
    let facts = explanations.flatMap(\.facts)
    let told = explanations.map { told -> JSONValue in
      ["verdict": .string(told.verdict), "reasons": .array(told.reasons.map { .string($0) })]
    }
    let place: [JSONValue.Member] = [
      .init(key: "recording_id", value: .string(recordingID)), .init(key: "pipeline", value: .string(pipeline)),
      .init(key: "time_s", value: .number(time)),
    ]
    return .object(place + (facts.isEmpty ? [.init(key: "explanations", value: .array(told))] : facts))
  }
}

extension ToldMoment {
  /// Runs a pipeline up to its last stage that explains times, without writing anything, and asks each such stage.
  /// - Throws: `InspectionError` for a moment outside of the recording; the errors of planning and running the
  ///   pipeline.
  init(_ moment: RecordingTime, of path: String, reachS: Double, by pipeline: Pipeline) throws {
    let recording = try pipeline.open(path)
    let spans = try recording.knownStreams.compactMap { try $0.timeBase.span }
    let (first, last) = (spans.map(\.lowerBound).min() ?? 0, spans.map(\.upperBound).max() ?? 0)
    let start = try recording.startTime() ?? first
    let time = moment.onClock(of: start)
    guard first...max(first, last) ~= time else {
      throw InspectionError(.unusableData, moment.outside(first...max(first, last), start: start), at: path)
    }
    let plan = pipeline.plan(try pipeline.sessionPaths(around: path))
    self.init(
      recordingID: plan.recordingID ?? recording.attributes.recordingID, pipeline: pipeline.name, time: time,
      start: start, explanations: try pipeline.explanations(of: plan, at: time, reachS: reachS))
  }

  /// Asks the evidence of a run about a moment or a swing.
  /// - Throws: `RequestFault` and `NoSuchEvent` for a moment or swing that the recording does not contain; the errors
  ///   of reading the recording.
  init(
    _ question: RecordingExplanation.Question, _ events: any EventEvidence, reachS: Double, by pipeline: Pipeline
  ) throws {
    let start = events.startTime ?? events.extent?.lowerBound
    switch question {
    case .swing(let index): time = try events.time(ofEvent: index)
    case .moment(let moment):
      time = moment.onClock(of: start ?? 0)
      if let extent = events.extent, !extent.contains(time) {
        throw RequestFault(description: moment.outside(extent, start: start ?? 0))
      }
    }
    (recordingID, self.pipeline, self.start) = (events.recordingID, pipeline.name, start)
    explanations = [try events.explanation(at: time, reachS: reachS)]
  }
}
