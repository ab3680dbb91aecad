import SPPipelines
import SPPlots
import SPStages
import SPSwings

/// The picture of a moment: raw and filtered acceleration on the impacts' axis, rotation along gravity, and the
/// findings.
struct SwingPicture {
  private let explanation: MomentExplanation
  private let title: String
  private let notes: [String]
  private let picture: MotionPicture

  /// The margin on each side of the drawn moments, in s.
  private static let marginS = 0.4

  /// The panels that show a swing.
  static let panels: [MotionFigure.PanelKind] = [.raw, .highPassed, .rotation]

  /// - Parameters:
  ///   - found: The evidence.
  ///   - time: The moment, in s on the recording's clock.
  ///   - told: The explanation of the moment.
  ///   - pipeline: The name of the pipeline.
  ///   - picture: The source of the picture and its options. Its panels may differ from ``panels``.
  /// - Throws: `NoSuchEvent` for a moment outside of the recording.
  init(
    _ found: SwingEvidence, at time: Double, reachS: Double, _ told: StageExplanation, pipeline: String,
    picture: MotionPicture
  ) throws {
    explanation = try found.moment(at: time, reachS: reachS)
    title = "\(found.recordingID), \(pipeline): \(told.verdict)"
    notes = told.notes
    self.picture = picture
  }

  func figure() throws -> MotionFigure {
    let candidate = explanation.chosen.map { explanation.candidates[$0] }
    let swing = explanation.swing?.swing
    let times = [explanation.time, candidate?.time, candidate?.impact?.time, swing?.startTime].compactMap(\.self)
    let first = (times.min() ?? explanation.time) - Self.marginS
    let last = (times.max() ?? explanation.time) + Self.marginS
    let impact = candidate?.impact
    var picture = picture
    picture.axis = impact?.axis ?? picture.axis
    var figure = try picture.figure(of: first...last, title: title)
    figure.notes = notes
    figure.origin =
      if let impact {
        .init(time: impact.time, name: "impact")
      } else if let candidate, candidate.kind == .airSwing {
        .init(time: candidate.time, name: "peak rate")
      } else {
        .init(time: explanation.time, name: "the moment asked for")
      }
    figure.filteredThreshold = impact?.threshold ?? picture.source.thresholdG
    figure.rotationThreshold = swing.map { $0.peakRate < 0 ? -$0.rateThreshold : $0.rateThreshold }
    figure.moments = MotionFigure.Moments(
      start: swing?.startTime, onset: impact?.onsetTime, impact: impact?.time, peakRate: swing?.peakTime,
      anchor: swing?.anchorTime)
    return figure
  }
}

extension SwingEvidence: DrawnEvidence {
  func figure(of told: ToldMoment, reachS: Double, at path: String) throws -> Figure {
    let source = try PlotSource(self, at: path)
    let picture = MotionPicture(source, panels: SwingPicture.panels)
    return try SwingPicture(
      self, at: told.time, reachS: reachS, told.explanations[0], pipeline: told.pipeline, picture: picture
    ).figure().figure
  }
}
