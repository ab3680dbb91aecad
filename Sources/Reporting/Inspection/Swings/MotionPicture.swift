import SPPlots
import SPSignals
import SPSwings

/// Draws a stretch of a recording. All figures of signals and findings of swings are made here.
struct MotionPicture {
  let source: PlotSource
  /// The axis of the raw and the filtered acceleration.
  var axis: Axis
  /// The panels to draw, from top to bottom.
  var panels: [MotionFigure.PanelKind]
  /// The rate of a slower sensor to compare the raw acceleration with, in Hz.
  var compareRateHz: Double?
  /// The resolution, in columns over the time axis. It should exceed the width of the picture in pixels.
  var columns = 2000
  /// Whether the picture shows a stretch and not one swing: it marks the moments of all swings, and also shows the
  /// magnitude of the rotation.
  var isOverview = false

  init(_ source: PlotSource, panels: [MotionFigure.PanelKind]) {
    self.source = source
    self.panels = panels
    axis = source.axis
  }

  /// The figure of a stretch of time, in s on the recording's clock.
  /// - Throws: `RequestFault` if ``compareRateHz`` is not possible, and the errors of reading the signals.
  func figure(of span: ClosedRange<Double>, title: String) throws -> MotionFigure {
    var figure = MotionFigure(title: title, panels: panels)
    figure.motionName = "swing"
    figure.axis = axis.rawValue
    figure.timeRange = span
    let marks = PlotTracks(source, over: span)
    figure.tracks = marks.tracks
    if isOverview {
      figure.motions = marks.swings
      figure.filteredThreshold = source.thresholdG
    }
    try drawAcceleration(in: &figure, span)
    try drawRotation(in: &figure, span)
    return figure
  }

  private func drawAcceleration(in figure: inout MotionFigure, _ span: ClosedRange<Double>) throws {
    // A value within 0.1 % of the range counts as at the limit, as in the detection of impacts.
    let limit = source.rangeG.flatMap { $0 > 0 ? Float(Saturation.level(ofRange: $0)) : nil }
    if let raw = source.accelerometer {
      figure.accelerationGaps = SignalTraces.gaps(of: raw.timeBase, over: span, columns: columns)
      if panels.contains(.acceleration) {
        let traces = try SignalTraces(raw.axes, over: span, columns: columns, limit: limit)
        figure.acceleration = traces.series
        figure.clipped = traces.clipped
      }
      if panels.contains(.raw) {
        let traces = try SignalTraces([raw[axis]], over: span, columns: columns, limit: limit)
        figure.raw = traces.series[0]
        figure.rawName = "as recorded, \(Self.rate(raw.timeBase.rate))"
        if figure.clipped.isEmpty { figure.clipped = traces.clipped }
        if let compareRateHz { figure.compared = try compared(raw, atHz: compareRateHz, span) }
      }
    }
    if panels.contains(.highPassed), let filtered = source.filtered {
      figure.filtered = try SignalTraces([filtered[axis]], over: span, columns: columns).series[0]
    }
  }

  private func drawRotation(in figure: inout MotionFigure, _ span: ClosedRange<Double>) throws {
    guard panels.contains(.rotation), let timeBase = source.rotationRate?.timeBase ?? source.rotation?.timeBase else {
      return
    }
    figure.motionGaps = SignalTraces.gaps(of: timeBase, over: span, columns: columns)
    let magnitude = isOverview || source.rotation == nil ? source.rotationRate.map { NormSignal($0) } : nil
    let signals: [(any Signal)?] = [source.rotation, magnitude]
    var series = try SignalTraces(signals.compactMap(\.self), over: span, columns: columns).series[...]
    if source.rotation != nil { figure.rotation = series.removeFirst() }
    figure.rotationMagnitude = series.first
  }

  /// A signal as a good sensor of a lower rate would have delivered it: low-passed and decimated.
  private func compared(
    _ vector: Triaxial, atHz wanted: Double, _ span: ClosedRange<Double>
  ) throws -> MotionFigure.Named {
    guard let slower = try SlowerSensor(of: vector, axis, nearHz: wanted) else {
      let rate = vector.timeBase.rate
      let bounds = [SlowerSensor.leastHz(of: rate), rate / 2].map { DecimalText.text($0, significant: 4) }
      throw RequestFault(
        description:
          "the acceleration has \(Self.rate(rate)), which cannot be reduced to "
          + "\(DecimalText.text(wanted, significant: 4)) Hz for --compare-rate-hz; "
          + "expected \(bounds[0]) to \(bounds[1]) Hz")
    }
    let series = try SignalTraces([slower.signal], over: span, columns: columns, keepingEach: slower.factor).series
    return .init(series[0], name: "at \(Self.rate(slower.rateHz))")
  }

  private static func rate(_ rate: Double) -> String { DecimalText.text(rate, significant: 4) + " Hz" }
}
