import Plots
import Signals
import Stages
import Swings

/// The picture of a moment: raw and filtered acceleration on the impacts' axis, rotation along gravity, and the
/// findings.
struct SwingPicture {
  private let explanation: MomentExplanation
  private let text: SwingExplanationText
  private let picture: MotionPicture

  /// How much is drawn on each side of what is shown, in s.
  private static let marginS = 0.4

  /// The panels that show a swing.
  static let panels: [MotionFigure.PanelKind] = [.raw, .highPassed, .rotation]

  /// - Parameter picture: what to draw, and its source; its panels may differ from ``panels``.
  init(_ explanation: MomentExplanation, text: SwingExplanationText, picture: MotionPicture) {
    self.explanation = explanation
    self.text = text
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
    var figure = try picture.figure(of: first...last, title: text.title)
    figure.notes = text.notes
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
