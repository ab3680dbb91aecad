import SPPipelines
import SPPlots
import SPRecordings
import SPStages
import SPSwings

/// A picture of a recording of a wrist's motion. It also chooses what to draw if the request leaves that open.
struct WristPicture {
  private let asked: RecordingPicture
  private let tell: (String) -> Void

  private static let wholeS = RecordingPicture.longestWholeS

  /// - Parameters:
  ///   - asked: what to draw.
  ///   - tell: called with remarks on choices that the request leaves open, one line each.
  init(_ asked: RecordingPicture, tell: @escaping (String) -> Void) {
    self.asked = asked
    self.tell = tell
  }

  /// Runs the pipeline, if there is one to run, and draws the result.
  /// - Throws: `InspectionError`, and `PipelineError` for invalid overrides.
  func figure() throws -> MotionFigure {
    if let pipeline = asked.pipeline {
      let (found, source) = try findings(of: pipeline)
      if let swing = asked.swing { return try figure(ofSwing: swing, found, source, pipeline: pipeline.name) }
      return try figure(found, source, pipeline: pipeline.name)
    }
    let recording = try explaining { try opened() }
    let source = try explaining { try PlotSource(recording) }
    let sport = recording.attributes.sport
    if let swing = asked.swing {
      guard let pipeline = try builtIn(for: sport) else {
        let other = try PipelineChoice.pipeline(for: asked.path, overrides: asked.overrides, tell: tell)
        throw InspectionError(
          .request, "--swing is for pipelines of swings, and \(other.name) looks for none; expected it left out")
      }
      let (found, source) = try findings(of: pipeline)
      return try figure(ofSwing: swing, found, source, pipeline: pipeline.name)
    }
    guard asked.stretch.isWhole, let whole = source.span, Self.isLong(whole) else {
      return try figure(of: try span(of: source), source, pipeline: nil)
    }
    return try firstSwing(source, sport: sport)
  }

  /// The default for a long recording: its first swing if one can be found, or else its beginning.
  private func firstSwing(_ source: PlotSource, sport: String?) throws -> MotionFigure {
    guard source.accelerometer != nil, source.rotation != nil, let pipeline = try builtIn(for: sport) else {
      return try beginning(of: source, nil)
    }
    let found: SwingEvidence
    do {
      found = try pipeline.evidence(SwingEvidence.self, in: asked.path)
    } catch {
      // The recorded streams can still be drawn.
      tell("warning: its swings cannot be found; --sport \(pipeline.name) tells why")
      return try beginning(of: source, nil)
    }
    return try figure(found, PlotSource(found, labels: source.labels), pipeline: pipeline.name)
  }

  /// The built-in pipeline for a recording's sport, which the function reports to the user. Nil if the sport has no
  /// pipeline.
  private func builtIn(for name: String?) throws -> Pipeline? {
    guard let sport = name.flatMap(Sport.init(rawValue:)) else { return nil }
    tell("pipeline: built-in \(sport.rawValue), by the recording's sport")
    return try SportPipeline.pipeline(for: sport, overrides: asked.overrides)
  }

  private func findings(of pipeline: Pipeline) throws -> (SwingEvidence, PlotSource) {
    try explaining {
      let found = try pipeline.evidence(SwingEvidence.self, in: asked.path)
      return (found, try PlotSource(found, at: asked.path))
    }
  }

  private static func isLong(_ span: ClosedRange<Double>) -> Bool {
    span.upperBound - span.lowerBound > Double(wholeS)
  }

  // MARK: Figures

  /// The requested stretch. By default, it is all of a short recording, the first swing of a long recording, or the
  /// beginning of a long recording without swings.
  private func figure(_ found: SwingEvidence, _ source: PlotSource, pipeline: String) throws -> MotionFigure {
    guard asked.stretch.isWhole, let whole = source.span, Self.isLong(whole) else {
      return try figure(of: try span(of: source), source, pipeline: pipeline)
    }
    guard found.findings.labelled?.isEmpty == false || found.findings.swings?.isEmpty == false else {
      return try beginning(of: source, pipeline)
    }
    tell("the recording is over \(Self.wholeS) s long: swing 0 is drawn; choose with --swing, --from or --to")
    return try figure(ofSwing: 0, found, source, pipeline: pipeline)
  }

  private func beginning(of source: PlotSource, _ pipeline: String?) throws -> MotionFigure {
    tell(
      "the recording is over \(Self.wholeS) s long: its first \(Self.wholeS) s are drawn; choose with --from and --to")
    let whole = try span(of: source)
    let first = whole.lowerBound...min(whole.upperBound, whole.lowerBound + Double(Self.wholeS))
    return try figure(of: first, source, pipeline: pipeline)
  }

  private func figure(
    ofSwing index: Int, _ found: SwingEvidence, _ source: PlotSource, pipeline: String
  ) throws -> MotionFigure {
    let (time, told) = try explaining {
      let time = try found.time(ofEvent: index)
      return (time, try found.explanation(at: time, reachS: 1))
    }
    let picture = try picture(of: source, SwingPicture.panels)
    return try explaining {
      try SwingPicture(found, at: time, reachS: 1, told, pipeline: pipeline, picture: picture).figure()
    }
  }

  private func figure(
    of span: ClosedRange<Double>, _ source: PlotSource, pipeline: String?
  ) throws -> MotionFigure {
    let acceleration: MotionFigure.PanelKind = asked.compareRateHz == nil ? .acceleration : .raw
    let usual = pipeline == nil ? [acceleration, .rotation] : [acceleration, .highPassed, .rotation]
    var picture = try picture(of: source, usual)
    picture.isOverview = true
    let start = source.startTime ?? source.span?.lowerBound ?? span.lowerBound
    let times = [span.lowerBound, span.upperBound].map { DecimalText.text($0 - start, decimals: 2) }
    let title = "\(source.recordingID), \(times[0]) to \(times[1]) s from its start"
    return try explaining {
      var figure = try picture.figure(of: span, title: pipeline.map { "\(title), by \($0)" } ?? title)
      let summary = PlotTracks(source, over: span).summary
      figure.origin = .init(time: start, name: "the recording's start")
      figure.notes = [summary, whatAndWhen(source)].filter { !$0.isEmpty }
      return figure
    }
  }

  /// The recording, opened as the pipeline's reader opens it if the request has a pipeline.
  private func opened() throws -> Recording { try asked.pipeline?.open(asked.path) ?? Recording(opening: asked.path) }

  /// The subject, the activity, the duration, and the time; empty if the file cannot be read.
  private func whatAndWhen(_ source: PlotSource) -> String {
    guard let recording = try? opened(), let whole = source.span else { return "" }
    return Overview.subtitle(of: recording.attributes, over: whole)
  }

  private func span(of source: PlotSource) throws -> ClosedRange<Double> {
    guard let whole = source.span, whole.lowerBound < whole.upperBound else {
      throw fault(.nothingThere, "nothing can be drawn: it has no samples of acceleration or device motion")
    }
    return try explaining {
      try asked.stretch.resolved(
        in: whole, start: source.startTime, leastS: asked.stretch.isWhole ? 0 : 2 * source.medianIntervalS)
    }
  }

  /// The picture of the available signals; panels without data are reported and left out.
  private func picture(of source: PlotSource, _ usual: [MotionFigure.PanelKind]) throws -> MotionPicture {
    var source = source
    let wanted = asked.panels ?? usual
    if wanted.contains(.highPassed), source.findings == nil { try explaining { try source.filterByDefault() } }
    let drawn = wanted.filter { source.absence(of: $0) == nil }
    for panel in wanted {
      if let absence = source.absence(of: panel) { tell("warning: no panel \(panel.rawValue): \(absence)") }
    }
    guard !drawn.isEmpty else { throw fault(.nothingThere, "nothing can be drawn of it") }
    var picture = MotionPicture(source, panels: drawn)
    picture.compareRateHz = asked.compareRateHz
    picture.columns = asked.columns
    return picture
  }

  // MARK: Faults

  private func fault(_ kind: InspectionError.Kind, _ reason: String) -> InspectionError {
    InspectionError(kind, reason, at: asked.path)
  }

  /// Does work on the recording. An error counts as unusable data if the file cannot be opened; otherwise the recording
  /// counts as unsuitable for the pipeline.
  private func explaining<Value>(_ work: () throws -> Value) throws -> Value {
    try InspectionError.explaining(
      at: asked.path, otherwise: (try? opened()) == nil ? .unusableData : .unsuitable, work)
  }
}
