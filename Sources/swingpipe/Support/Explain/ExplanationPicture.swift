import Plots
import Signals
import Stages
import Swings

/// The picture of a moment: raw and filtered acceleration on the impacts' axis, rotation along gravity, and what was found in them.
struct ExplanationPicture {
  private let explanation: MomentExplanation
  private let found: PipelineFindings
  private let text: ExplanationText

  /// How much is drawn on each side of what is shown, in s.
  private static let marginS = 0.4

  init(_ explanation: MomentExplanation, _ found: PipelineFindings, text: ExplanationText) {
    self.explanation = explanation
    self.found = found
    self.text = text
  }

  func figure() throws -> Figure {
    let candidate = explanation.chosen.map { explanation.candidates[$0] }
    let swing = explanation.swing?.swing
    let times = [explanation.time, candidate?.time, candidate?.impact?.time, swing?.startTime].compactMap(\.self)
    let first = (times.min() ?? explanation.time) - Self.marginS
    let last = (times.max() ?? explanation.time) + Self.marginS
    let impact = candidate?.impact
    let origin: SwingFigure.Origin =
      if let impact {
        .init(time: impact.time, name: "impact")
      } else if let candidate, candidate.kind == .airSwing {
        .init(time: candidate.time, name: "peak rate")
      } else {
        .init(time: explanation.time, name: "the moment asked for")
      }
    let axis = impact?.axis ?? found.impactAxis
    return SwingFigure(
      title: text.title, notes: text.notes, origin: origin, axis: axis.rawValue,
      raw: try series(found.accelerometer?[axis], first...last),
      filtered: try series(found.filtered?[axis], first...last),
      rotation: try series(found.rotation, first...last),
      filteredThreshold: impact?.threshold ?? found.impactThresholdG,
      rotationThreshold: swing.map { $0.peakRate < 0 ? -$0.rateThreshold : $0.rateThreshold },
      moments: SwingFigure.Moments(
        start: swing?.startTime, onset: impact?.onsetTime, impact: impact?.time, peakRate: swing?.peakTime,
        anchor: swing?.anchorTime)
    ).figure
  }

  private func series(_ signal: (any Signal)?, _ interval: ClosedRange<Double>) throws -> TimeSeries {
    guard let signal else { return .empty }
    let range = try signal.timeBase.indices(in: interval)
    return try TimeSeries(times: signal.timeBase.times(range), values: signal.samples(range))
  }
}
