import ArgumentParser
import SPBasics
import SPEvaluation
import SPRecordings
import SPSwings
import SPTables

struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Score tables of swings or other events against labelled recordings.",
    usage: "swingpipe score [<options>] <table> ... --labels <recording> ...",
    discussion: """
      Detections and labels are paired one to one in time, as many as possible and as near as possible: a detected \
      hit at its onset, a miss at its anchor, a label at its contact time. Two hits pair within the tolerance of \
      hits, all others within that of misses. A detection without a label that is near a moment under \
      annotations/ignore is not counted. Counts are summed over the recordings; confidence intervals are bootstrapped \
      over them.

      With --kind, or where the recordings have labels of one other kind alone, events of that kind are scored, such as \
      dives: two intervals pair where they share at least --min-overlap of the time that they cover together, moments \
      within --tolerance-ms. The table is the one whose rows are called so (swingpipe columns).

      \(metrics)

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary,
        someFailed: "a bound of --fail-under or --fail-over is not met"))
      """)

  // Lines of at most 80 columns; a test compares them with the list of metrics.
  private static let metrics = """
    METRICS (of --fail-under and --fail-over):
      precision, recall, f1        detected swings, whatever they are called
      hits.precision, ...          detected hits against labelled hits
      misses.precision, ...        detected misses against labelled misses
      worst.f1                     f1 of the recording where it is lowest
      accuracy, sensitivity,       found swings that were called right, hits that
      false_positive_rate          were, and misses that were called hits
      false_swings_per_hour        detections that fit no label
      auroc, brier, ece            quality of hit_probability, over found swings
      onset.bias_ms, .sd_ms,       detected minus labelled time: mean, standard
      .p95_ms                      deviation, 95th percentile of the magnitude;
                                   also of impact, start, hits.start,
                                   misses.start, time_to_contact

    METRICS of other events: precision, recall, f1, worst.f1, false_per_hour, and
      overlap                      mean fraction that pairs of intervals share
      start.bias_ms, ...           of intervals, also end; of moments, time
    """

  @Argument(
    help: ArgumentHelp(
      "Output folders of swingpipe run, folders of tables, or tables.", valueName: "table"),
    completion: .file(extensions: TableFile.extensions.sorted()))
  var tables: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Labelled recordings, or folders of them; may be repeated.", valueName: "recording"),
    completion: .file(extensions: ["h5", "hdf5"]))
  var labels: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Tables of another run over the same recordings, to compare with.", valueName: "table"),
    completion: .file(extensions: TableFile.extensions.sorted()))
  var compare: [String] = []

  @Option(
    help: ArgumentHelp("What is scored: swings, or another kind, such as dive. (default: swings)", valueName: "kind"),
    transform: { ["swings", "swing"].contains($0) ? .swings : .events(try LabelKind(parsing: $0)) })
  var kind: ScoredKind?

  @OptionGroup var tolerances: ToleranceArguments

  @Option(
    help: ArgumentHelp(
      "Bootstrap samples of recordings for the intervals, up to 100,000; 0 for no intervals.", valueName: "count"))
  var resamples = 1000

  @Option(
    help: ArgumentHelp("Seed of these samples: equal seeds give equal intervals. (default: 1)", valueName: "number"),
    transform: UInt64.init(seed:))
  var seed: UInt64 = 1

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Fail unless a metric is at least this value, as in f1=0.95; may be repeated.", valueName: "metric=value"))
  var failUnder: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Fail unless a metric, or the magnitude of a bias, is at most this value, as in onset.p95_ms=2.5; may be "
        + "repeated.",
      valueName: "metric=value"))
  var failOver: [String] = []

  @Flag(help: "List every false swing, missed swing and wrong label.")
  var errors = false

  @Flag(help: "Print all figures, also of each recording, and all errors as JSON.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    guard (0...Bootstrap.maxResamples).contains(resamples) else {
      throw ValidationError("--resamples is \(resamples); expected 0 to \(Bootstrap.maxResamples)")
    }
    if let kind { try tolerances.check(for: kind) }
    if errors, json { throw ValidationError("--json lists the errors too; expected --errors without it") }
    do {
      // Without --kind, only the labels show whether swings or other events are scored, so bounds of either kind are
      // accepted here.
      switch kind {
      case .swings: _ = try bounds(of: SwingScores.self)
      case .events: _ = try bounds(of: EventFigures.self)
      case nil: if (try? bounds(of: EventFigures.self)) == nil { _ = try bounds(of: SwingScores.self) }
      }
    } catch let fault as ScoreBoundFault {
      throw ValidationError(fault.description)
    }
  }

  func run() throws {
    do {
      let labelled = LabelledRecordings(
        try InputArguments.recordings(in: labels), guardedBy: Supervisor.crashHistory)
      var scored = ScoredTables(tables, comparedWith: compare)
      scored.bootstrap.resamples = resamples
      scored.bootstrap.seed = seed
      let kind = kind ?? onlyKind(of: labelled)
      try tolerances.check(for: kind)
      switch kind {
      case .events(let kind):
        let report = try scored.events(kind, in: labelled, by: tolerances.eventRules, warn: warn)
        try tell(report.session.figures, text: report.text, json: report.json)
      case .swings:
        let report = try scored.swings(in: labelled, by: tolerances.swingRules, warn: warn)
        try tell(report.session.figures, text: report.text, json: report.json)
      }
    } catch let fault as ScoringFault {
      for message in fault.messages { StandardStreams.error("error: \(message)") }
      throw fault.isWorthRetrying ? ExitCode.temporary : fault.hasUnreadableFiles ? .unusableData : .usage
    } catch let fault as ScoreBoundFault {
      throw ValidationError(fault.description)
    }
  }

  /// The kind of the labels if all labels are of one kind other than swings; this kind is then reported. Otherwise
  /// swings.
  private func onlyKind(of labelled: LabelledRecordings) -> ScoredKind {
    guard let kind = labelled.onlyOtherKind else { return .swings }
    StandardStreams.error("scored: \(kind.rawValue), the only kind that is labelled")
    return .events(kind)
  }

  private func warn(_ warning: String) { StandardStreams.error("warning: \(warning)") }

  /// Prints a report.
  /// - Throws: `ExitCode.someFailed`, after every violated bound was named on standard error.
  private func tell<Figures: ScoreFigures>(
    _ figures: Figures, text: (Bool) -> String, json document: ([String]) -> JSONValue
  ) throws {
    let failures = try bounds(of: Figures.self).compactMap { $0.failure(of: figures) }
    StandardStreams.output(text(errors), json: document(failures).pretty + "\n", isJSON: json)
    for failure in failures { StandardStreams.error("error: \(failure)") }
    if !failures.isEmpty { throw ExitCode.someFailed }
  }

  private func bounds<Figures: ScoreFigures>(of figures: Figures.Type) throws -> [ScoreBound<Figures>] {
    try failUnder.map { try ScoreBound($0, .under) } + failOver.map { try ScoreBound($0, .over) }
  }
}
