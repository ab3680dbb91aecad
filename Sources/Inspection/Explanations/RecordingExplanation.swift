import JSON
import Pipelines
import Plots
import Swings

/// The result of a pipeline at one time of a recording, and the reasons: as text, for programs, and as a
/// picture.
///
/// ```swift
/// let pipeline = try StandardPipelines.load("tennis")
/// let explanation = try RecordingExplanation(of: "court-1.h5", about: .swing(3), by: pipeline)
/// print(explanation.lines.joined(separator: "\n"))
/// ```
public struct RecordingExplanation {
  /// The swing or time to explain.
  public enum Question: Hashable, Sendable {
    /// A moment of the recording.
    case moment(RecordingTime)
    /// The swing of this position in the table of swings, from 0.
    case swing(Int)
  }

  /// For people: the result, one line each, with candidates, checks and the decision.
  public let lines: [String]
  /// For programs: an object with the same content, with `null` for unknown values.
  public let json: JSONValue

  private let path: String
  /// Nil for pipelines that do not look for swings.
  private let swing: (explanation: MomentExplanation, found: PipelineFindings, text: SwingExplanationText)?

  /// Runs a pipeline on a recording without writing anything, and explains a moment.
  ///
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - question: the moment or swing. Pipelines that do not look for swings (`Pipeline.explains`) can only explain
  ///     moments.
  ///   - pipeline: the pipeline to explain.
  ///   - reachS: how far around the moment candidates and changes are listed, in s.
  /// - Throws: ``InspectionError``.
  public init(of path: String, about question: Question, by pipeline: Pipeline, reachS: Double = 1) throws {
    self.path = path
    if pipeline.explains {
      guard case .moment(let moment) = question else {
        throw InspectionError(
          .request,
          "--swing is for pipelines of swings, and \(pipeline.name) looks for none; expected --at without it")
      }
      let told = try InspectionError.explaining(at: path, otherwise: .unusableData) {
        try StageExplanations(of: path, at: moment, reachS: reachS, by: pipeline)
      }
      (lines, json, swing) = (told.lines, told.json, nil)
      return
    }
    let (explanation, found, text) = try InspectionError.explaining(at: path, otherwise: .unusableData) {
      let found = try PipelineFindings(of: path, foundBy: pipeline)
      let explanation = try found.explanation(at: Self.time(of: question, in: found), reachS: reachS)
      return (explanation, found, try SwingExplanationText(explanation, found, pipeline: pipeline.name))
    }
    lines = text.lines
    json = explanation.json(found, pipeline: pipeline.name)
    swing = (explanation, found, text)
  }

  private static func time(of question: Question, in found: PipelineFindings) throws -> Double {
    switch question {
    case .swing(let index): return try found.anchor(ofSwing: index)
    case .moment(let moment):
      let start = found.startTime ?? found.extent?.lowerBound ?? 0
      let time = moment.onClock(of: start)
      if let extent = found.extent, !extent.contains(time) {
        throw RequestFault(description: moment.outside(extent, start: start))
      }
      return time
    }
  }

  /// The picture of the moment: raw and filtered acceleration on the axis of the impacts, and rotation along gravity.
  ///
  /// - Returns: nil for pipelines that look for no swings.
  /// - Throws: ``InspectionError``.
  public func figure() throws -> Figure? {
    guard let swing else { return nil }
    return try InspectionError.explaining(at: path, otherwise: .unusableData) {
      let source = PlotSource(swing.found, labels: try PlotSource.labels(of: path))
      let picture = MotionPicture(source, panels: SwingPicture.panels)
      return try SwingPicture(swing.explanation, text: swing.text, picture: picture).figure().figure
    }
  }
}
