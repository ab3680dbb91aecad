import FoundationEssentials
import SPBasics
import SPPipelines
import SPPlots
import SPRecordings
import SPStages

/// A picture of a recording: of one swing, of a stretch, or of the whole, with a pipeline's findings.
///
/// ```swift
/// var picture = RecordingPicture(of: "court-1.h5")
/// picture.swing = 3
/// let svg = try picture.figure().picture(as: .svg)
/// ```
public struct RecordingPicture: Sendable {
  /// The recording's file.
  package var path: String
  /// The pipeline that finds the marked swings or events; nil to choose it from the recording's sport and
  /// streams.
  public var pipeline: Pipeline?
  /// Options for the built-in pipeline that the recording's sport chooses, each `id.option=value`.
  public var overrides: [String] = []
  /// The position of a swing in the table of swings, from 0; nil for a stretch.
  public var swing: Int?
  /// The part of the recording to draw. If that is a whole recording and a long one, only its first swing or its
  /// beginning is drawn.
  public var stretch = RecordingStretch()
  /// The panels from top to bottom; nil for the panels that suit the picture.
  public var panels: [MotionFigure.PanelKind]?
  /// The rate, in Hz, of a slower sensor. The picture also shows the raw acceleration as that sensor would record it;
  /// nil for no slower sensor.
  public var compareRateHz: Double?
  /// Whether the whole stretch is drawn in one overview, however long it is: magnitudes, labels and findings.
  public var isOverview = false
  /// The streams of an overview, with a panel for each dataset; nil for the magnitudes of acceleration and rotation, or
  /// for all streams if the recording has neither.
  public var streams: [StreamName]?
  /// The resolution, in columns over the time axis. It should exceed the width of the picture in pixels.
  public var columns = 2000

  /// The longest recording, in s, that is drawn whole if the request gives no stretch.
  package static let longestWholeS = 60

  /// A picture of a recording, with all choices left open.
  public init(of url: URL) { self.init(of: url.filePath) }

  package init(of path: String) { self.path = path }

  /// Reads the recording, runs the pipeline without writing anything, and draws signals and findings.
  ///
  /// - Parameter tell: called with remarks for people, one line each: defaults that were chosen, and parts left out.
  /// - Throws: `InspectionError`; `PipelineError` for invalid ``overrides``.
  public func figure(tell: @escaping (_ remark: String) -> Void = { _ in }) throws -> Figure {
    var concerned = self
    concerned.pipeline = try pipeline.map { pipeline in
      try InspectionError.explaining(at: path, otherwise: .unusableData) { try pipeline.concerning(recordingAt: path) }
    }
    if isOverview { return try concerned.overview() }
    let isPlain = swing == nil && pipeline == nil && panels == nil && compareRateHz == nil
    if isPlain, let timeline = RecordedTimeline(at: path, stretch: stretch, columns: columns) {
      return try InspectionError.explaining(at: path, otherwise: .unusableData) { try timeline.figure(tell: tell) }
    }
    if let pipeline = concerned.pipeline, pipeline.explainsTimesOnly { return try timeline(by: pipeline) }
    return try WristPicture(concerned, tell: tell).figure().figure
  }

  /// The stretch in one picture, with the swings that the pipeline finds.
  private func overview() throws -> Figure {
    if let pipeline, pipeline.explainsTimesOnly {
      throw InspectionError(
        .request,
        "--overview marks swings, and \(pipeline.name) looks for none; expected --pipeline without --overview, "
          + "which draws what it finds")
    }
    return try InspectionError.explaining(at: path, otherwise: .unusableData) {
      let overview = try Overview(of: pipeline?.open(path) ?? Recording(opening: path), streams)
      let span = try stretch.resolved(
        in: overview.span, start: overview.startTime, leastS: stretch.isWhole ? 0 : 2 * overview.medianIntervalS)
      let found = try pipeline.map { try $0.evidence(SwingEvidence.self, in: path).findings }
      return try overview.figure(over: span, columns: columns, found: found)
    }
  }

  /// The findings of a pipeline that does not look for swings.
  private func timeline(by pipeline: Pipeline) throws -> Figure {
    let others = [("--swing", swing != nil), ("--panels", panels != nil), ("--compare-rate-hz", compareRateHz != nil)]
    if let option = others.first(where: \.1)?.0 {
      throw InspectionError(
        .request, "\(option) is for pipelines of swings, and \(pipeline.name) looks for none; expected it left out")
    }
    return try InspectionError.explaining(at: path, otherwise: .unsuitable) {
      try FoundTimeline(path: path, pipeline: pipeline, stretch: stretch, columns: columns).figure()
    }
  }
}
