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
      Pairs detections and labels one to one in time: as many pairs as possible, as close as possible. A detected hit \
      counts at its onset, a miss at its anchor, and a label at its contact time. --hit-tolerance-ms applies if both \
      are hits, and --miss-tolerance-ms to all other pairs. A detection without a label does not count near a moment \
      under annotations/ignore. Counts are sums over the recordings. Confidence intervals come from resampling the \
      recordings (bootstrap).

      With --kind, it scores events of another kind, such as dives. It also does so if the recordings have labels of \
      only one other kind. Two intervals pair if they share at least --min-overlap of the time that they cover \
      together. Two moments pair within --tolerance-ms. The events come from the table with rows of this kind \
      (swingpipe describe columns).

      \(metrics)

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary,
        someFailed: "a bound of --fail-under or --fail-over is not met"))
      """)

  // Lines of at most 80 columns; a test compares them with the list of metrics.
  private static let metrics = """
    METRICS (for --fail-under and --fail-over):
      precision, recall, f1        detected swings, whether hit or miss
      hits.precision, ...          detected hits against labelled hits
      misses.precision, ...        detected misses against labelled misses
      worst.f1                     lowest f1 of any recording
      accuracy                     fraction of found swings with the right label
      sensitivity                  fraction of found labelled hits called hits
      false_positive_rate          fraction of found labelled misses called hits
      false_swings_per_hour        detections without a label
      auroc, brier, ece            quality of hit_probability, over found swings
      onset.bias_ms, .sd_ms,       detected minus labelled time: mean, standard
      .p95_ms                      deviation, 95th percentile of the magnitude;
                                   also for impact, start, hits.start,
                                   misses.start, time_to_contact

    METRICS of other events: precision, recall, f1, worst.f1, false_per_hour, and
      overlap                      mean overlap of the paired intervals
      start.bias_ms, ...           for intervals, also end; for moments, time
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
    help: ArgumentHelp("Tables of another run over the same recordings, for comparison.", valueName: "table"),
    completion: .file(extensions: TableFile.extensions.sorted()))
  var compare: [String] = []

  @Option(
    help: ArgumentHelp(
      "Kind of events to score, such as dive (default: swings, or the only labelled kind).", valueName: "kind"),
    transform: { ["swings", "swing"].contains($0) ? .swings : .events(try LabelKind(parsing: $0)) })
  var kind: ScoredKind?

  @OptionGroup var tolerances: ToleranceArguments

  @Option(
    help: ArgumentHelp(
      "Number of bootstrap samples for the intervals, up to 100,000; 0 for no intervals", valueName: "count"))
  var resamples = 1000

  @Option(
    help: ArgumentHelp("Seed of the samples (default: 1). Equal seeds give equal intervals.", valueName: "number"),
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
      "Fail unless a metric is at most this value, as in onset.p95_ms=2.5; may be repeated. For a bias, this bounds "
        + "the magnitude.",
      valueName: "metric=value"))
  var failOver: [String] = []

  @Flag(help: "List every false swing, missed swing and wrong label.")
  var errors = false

  @Flag(help: "Print all metrics and errors as JSON, also for each recording.")
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
