import FoundationEssentials
import SPBasics
import SPPipelines
import SPPlots
import SPStages

/// The result of a pipeline at one time of a recording, and the reasons: as text, as JSON and as a picture.
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
  private let told: ToldMoment
  private let reachS: Double
  /// Nil for a pipeline that detects no events to explain one by one.
  private let events: (any EventEvidence)?

  /// Runs a pipeline on a recording without writing anything, and explains a moment.
  ///
  /// - Parameters:
  ///   - url: the recording's file.
  ///   - question: the moment or swing. Pipelines with `Pipeline.explainsTimesOnly` can explain moments only.
  ///   - pipeline: the pipeline to explain.
  ///   - reachS: the time before and after the moment within which candidates and changes are listed, in s.
  /// - Throws: `InspectionError`.
  public init(of url: URL, about question: Question, by pipeline: Pipeline, reachS: Double = 1) throws {
    try self.init(of: url.filePath, about: question, by: pipeline, reachS: reachS)
  }

  /// Explains a moment of the recording at a path, as the public initializer does.
  package init(of path: String, about question: Question, by pipeline: Pipeline, reachS: Double = 1) throws {
    (self.path, self.reachS) = (path, reachS)
    (told, events) = try InspectionError.explaining(at: path, otherwise: .unusableData) {
      let pipeline = try pipeline.concerning(recordingAt: path)
      if pipeline.explainsTimesOnly {
        guard case .moment(let moment) = question else {
          throw InspectionError(
            .request,
            "--swing is for pipelines of swings, and \(pipeline.name) looks for none; expected --at without it")
        }
        return (try ToldMoment(moment, of: path, reachS: reachS, by: pipeline), nil)
      }
      guard let events = try pipeline.events(in: path, around: Self.times(question, of: path, by: pipeline)) else {
        throw InspectionError(.request, "the pipeline \(pipeline.name) has no stage that explains what it finds")
      }
      return (try ToldMoment(question, events, reachS: reachS, by: pipeline), events)
    }
    (lines, json) = (told.lines, told.json)
  }

  /// The range of times around the requested moment. Nil for a swing, whose time is known only after the run. Nil also
  /// for a recording that cannot be opened: the run reports that fault.
  private static func times(_ question: Question, of path: String, by pipeline: Pipeline) -> ClosedRange<Double>? {
    guard case .moment(let moment) = question, let start = try? pipeline.open(path).startTime() ?? 0 else { return nil }
    let time = moment.onClock(of: start)
    return time - SwingEvidence.momentReachS...time + SwingEvidence.momentReachS
  }

  /// The picture of the moment: raw and filtered acceleration on the axis of the impacts, and rotation along gravity.
  ///
  /// - Returns: nil for a pipeline that does not look for swings.
  /// - Throws: `InspectionError`.
  public func figure() throws -> Figure? {
    guard let events = events as? any DrawnEvidence else { return nil }
    return try InspectionError.explaining(at: path, otherwise: .unusableData) {
      try events.figure(of: told, reachS: reachS, at: path)
    }
  }
}

/// Evidence that can be drawn around a moment.
protocol DrawnEvidence: EventEvidence {
  /// The picture of an explained moment.
  ///
  /// - Parameters:
  ///   - told: the moment.
  ///   - reachS: how far around it candidates were listed, in s.
  ///   - path: the recording's file, for its labels.
  /// - Throws: the errors of reading the recording.
  func figure(of told: ToldMoment, reachS: Double, at path: String) throws -> Figure
}
