import ArgumentParser
import Files
import Pipelines
import Plots
import Recordings
import Stages
import Swings

/// What `plot` is to draw of a recording, and how that is decided where nothing is said of it.
struct PlotJob {
  var path: String
  /// How long a recording is drawn whole by default, in s.
  var wholeS: Double
  var swing: Int?
  var stretch: PlotStretch
  var pipeline: String?
  var sport: SportPreset.Sport?
  var overrides: [String]
  var panels: [MotionFigure.PanelKind]?
  var compareRateHz: Double?
  /// How finely peaks are to be told apart.
  var columns: Int

  private var isStretchGiven: Bool { stretch.from != nil || stretch.to != nil }

  /// Finds what is to be found and draws it; choices that were left open are said on standard error.
  /// - Throws: an `ExitCode`, after the reason was written to standard error.
  func figure() throws -> MotionFigure {
    if let loaded = try chosenPipeline() {
      let (found, source) = try findings(of: loaded)
      if let swing { return try figure(ofSwing: swing, found, source, pipeline: loaded.name) }
      return try figure(found, source, pipeline: loaded.name)
    }
    let recording = try reported { try Recording(opening: path) }
    let source = try reported { try PlotSource(recording) }
    if swing != nil {
      let sport = recording.attributes.sport
      guard let loaded = try builtIn(for: sport) else {
        let named = sport.map { "is of \"\($0)\"" } ?? "does not say of what sport it is"
        throw fault(
          "the recording \(named), so that no built-in pipeline is chosen; give one with --pipeline or --sport")
      }
      let (found, source) = try findings(of: loaded)
      return try figure(ofSwing: swing ?? 0, found, source, pipeline: loaded.name)
    }
    guard !isStretchGiven, let whole = source.span, isLong(whole) else {
      return try figure(of: try span(of: source), source, pipeline: nil)
    }
    return try figureByItself(source, sport: recording.attributes.sport)
  }

  /// A long recording of which nothing was asked for: its first swing, if one can be found.
  private func figureByItself(_ source: PlotSource, sport: String?) throws -> MotionFigure {
    guard source.accelerometer != nil, source.rotation != nil, let loaded = try builtIn(for: sport) else {
      return try beginning(of: source, nil)
    }
    let found: PipelineFindings
    do {
      found = try PipelineFindings(of: path, foundBy: loaded)
    } catch {
      // What was recorded can be drawn all the same.
      StandardStreams.error("warning: its swings cannot be looked for; --sport \(loaded.name) tells why")
      return try beginning(of: source, nil)
    }
    return try figure(found, PlotSource(found, labels: source.labels), pipeline: loaded.name)
  }

  // MARK: Choices

  /// The pipeline that is asked for; nil where none is.
  /// - Throws: an `ExitCode`, after the reason was written to standard error.
  func chosenPipeline() throws -> Pipeline? {
    if let pipeline {
      var arguments = PipelineArguments()
      arguments.pipeline = pipeline
      arguments.overrides = overrides
      return try arguments.load()
    }
    if let sport { return try load(sport) }
    guard overrides.isEmpty || swing != nil else {
      throw fault("--set sets options of a pipeline; give one with --pipeline or --sport")
    }
    return nil
  }

  /// The built-in pipeline for a recording's sport, which is said; nil for a sport that there is none for.
  private func builtIn(for name: String?) throws -> Pipeline? {
    guard let sport = name.flatMap(SportPreset.Sport.init(rawValue:)) else { return nil }
    StandardStreams.error("pipeline: built-in \(sport.rawValue), by the recording's sport")
    return try load(sport)
  }

  private func load(_ sport: SportPreset.Sport) throws -> Pipeline {
    do {
      return try SportPipeline.pipeline(for: sport, overrides: overrides)
    } catch let error as PipelineError {
      StandardStreams.error(error.diagnostics)
      throw ExitCode.pipelineFault
    }
  }

  private func findings(of pipeline: Pipeline) throws -> (PipelineFindings, PlotSource) {
    try reported {
      let found = try PipelineFindings(of: path, foundBy: pipeline)
      return (found, PlotSource(found, labels: try PlotSource.labels(of: path)))
    }
  }

  private func isLong(_ span: ClosedRange<Double>) -> Bool { span.upperBound - span.lowerBound > wholeS }

  // MARK: Figures

  /// The stretch that is asked for; else all of a short recording, or the first swing of a long one.
  private func figure(_ found: PipelineFindings, _ source: PlotSource, pipeline: String) throws -> MotionFigure {
    guard !isStretchGiven, let whole = source.span, isLong(whole) else {
      return try figure(of: try span(of: source), source, pipeline: pipeline)
    }
    guard found.findings.labelled?.isEmpty == false || found.findings.swings?.isEmpty == false else {
      return try beginning(of: source, pipeline)
    }
    StandardStreams.error(
      "the recording is over \(Int(wholeS)) s long: swing 0 is drawn; choose with --swing, --from or --to")
    return try figure(ofSwing: 0, found, source, pipeline: pipeline)
  }

  private func beginning(of source: PlotSource, _ pipeline: String?) throws -> MotionFigure {
    StandardStreams.error(
      "the recording is over \(Int(wholeS)) s long: its first \(Int(wholeS)) s are drawn; choose with --from and --to")
    let whole = try span(of: source)
    let first = whole.lowerBound...min(whole.upperBound, whole.lowerBound + wholeS)
    return try figure(of: first, source, pipeline: pipeline)
  }

  private func figure(
    ofSwing index: Int, _ found: PipelineFindings, _ source: PlotSource, pipeline: String
  ) throws -> MotionFigure {
    let moment = try reported(as: .usage) { try found.anchor(ofSwing: index) }
    let explanation = try reported(as: .usage) { try found.explanation(at: moment, reachS: 1) }
    let picture = try picture(of: source, ExplanationPicture.panels)
    return try reported {
      let text = try ExplanationText(explanation, found, pipeline: pipeline)
      return try ExplanationPicture(explanation, text: text, picture: picture).figure()
    }
  }

  private func figure(
    of span: ClosedRange<Double>, _ source: PlotSource, pipeline: String?
  ) throws -> MotionFigure {
    let acceleration: MotionFigure.PanelKind = compareRateHz == nil ? .acceleration : .raw
    let usual = pipeline == nil ? [acceleration, .rotation] : [acceleration, .highPassed, .rotation]
    var picture = try picture(of: source, usual)
    picture.isOverview = true
    let start = source.startTime ?? source.span?.lowerBound ?? span.lowerBound
    let times = [span.lowerBound, span.upperBound].map { DecimalText.text($0 - start, decimals: 2) }
    let title = "\(source.recordingID), \(times[0]) to \(times[1]) s from its start"
    return try reported {
      var figure = try picture.figure(of: span, title: pipeline.map { "\(title), by \($0)" } ?? title)
      let summary = PlotTracks(source, over: span).summary
      figure.origin = .init(time: start, name: "the recording's start")
      figure.notes = [summary, whatAndWhen(source)].filter { !$0.isEmpty }
      return figure
    }
  }

  /// Who did what, how long, and when; empty where the file cannot be read as the layout has it.
  private func whatAndWhen(_ source: PlotSource) -> String {
    guard let recording = try? Recording(opening: path), let whole = source.span else { return "" }
    return Overview.subtitle(of: recording.attributes, over: whole)
  }

  private func span(of source: PlotSource) throws -> ClosedRange<Double> {
    guard let whole = source.span, whole.lowerBound < whole.upperBound else {
      throw fault("nothing can be drawn: it has no samples of acceleration or device motion", code: .someFailed)
    }
    return try reported(as: .usage) {
      try stretch.resolved(in: whole, start: source.startTime, leastS: isStretchGiven ? 2 * source.medianIntervalS : 0)
    }
  }

  /// The picture of what there is; panels that there is nothing for are said and left out.
  private func picture(of source: PlotSource, _ usual: [MotionFigure.PanelKind]) throws -> MotionPicture {
    var source = source
    let wanted = panels ?? usual
    if wanted.contains(.highPassed), source.findings == nil { try reported { try source.filterByDefault() } }
    let drawn = wanted.filter { source.absence(of: $0) == nil }
    for panel in wanted {
      if let absence = source.absence(of: panel) {
        StandardStreams.error("warning: no panel \(panel.rawValue): \(absence)")
      }
    }
    guard !drawn.isEmpty else { throw fault("nothing can be drawn of it", code: .someFailed) }
    var picture = MotionPicture(source, panels: drawn)
    picture.compareRateHz = compareRateHz
    picture.columns = columns
    return picture
  }

  // MARK: Faults

  private func fault(_ text: String, code: ExitCode = .usage) -> ExitCode {
    StandardStreams.error("error: \(path): \(text)")
    return code
  }

  /// Work on the recording whose error is said on standard error and ends the command.
  private func reported<Value>(as code: ExitCode = .someFailed, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let code as ExitCode {
      throw code
    } catch {
      error.lines(at: path).forEach(StandardStreams.error)
      if error is MotionPicture.RateFault || code == .usage { throw ExitCode.usage }
      if isWorthRetrying(error) { throw ExitCode.temporary }
      // What does not suit the pipeline can be read all the same.
      throw (try? Recording(opening: path)) == nil ? .unusableData : code
    }
  }
}
