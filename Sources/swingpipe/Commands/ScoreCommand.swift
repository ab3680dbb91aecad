import ArgumentParser
import Swings
import Tables

struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Score tables of swings against labelled recordings.",
    usage: "swingpipe score [<options>] <table> ... --labels <recording> ...",
    discussion: """
      A detection and a label are paired one to one in time, as many as can be and as near as can be: a detected hit at \
      its onset, a miss at its anchor, a label at its contact time. Two hits pair within the tolerance of hits, all \
      others within that of misses. A detection that fits no label, near a moment under annotations/ignore, counts \
      neither way. Counts are summed over the recordings; intervals are drawn over them.

      \(metrics)

      \(ExitCode.explanation(.success, .someFailed, .usage, someFailed: "a bound of --fail-under or --fail-over is not kept"))
      """)

  // Lines of 80 columns; a test holds them against the list of metrics.
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
      onset.bias_ms, .sd_ms,       times less labelled ones: mean, deviation, 95th
      .p95_ms                      percentile of the size; also of impact, start,
                                   hits.start, misses.start, time_to_contact
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

  @Option(help: ArgumentHelp("Tolerance between a detected and a labelled hit.", valueName: "ms"))
  var hitToleranceMs = 50.0

  @Option(help: ArgumentHelp("Tolerance of all other pairs.", valueName: "ms"))
  var missToleranceMs = 150.0

  @Option(help: ArgumentHelp("How near to an ignored moment a detection counts neither way.", valueName: "ms"))
  var ignoreWithinMs = 200.0

  @Option(
    help: ArgumentHelp(
      "How often the recordings are drawn for the intervals, up to 100,000; 0 for none.", valueName: "count"))
  var resamples = 1000

  @Option(help: ArgumentHelp("What the draws start from: equal seeds give equal intervals.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Fail unless a metric is as large, as in f1=0.95; may be repeated.", valueName: "metric=value"))
  var failUnder: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Fail unless a metric is as small, and a bias of that size at most, as in onset.p95_ms=2.5; may be repeated.",
      valueName: "metric=value"))
  var failOver: [String] = []

  @Flag(help: "List every false swing, missed swing and wrong label.")
  var errors = false

  @Flag(help: "Print all figures, of each recording too, and all errors as JSON.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    for (name, value) in [
      ("--hit-tolerance-ms", hitToleranceMs), ("--miss-tolerance-ms", missToleranceMs),
      ("--ignore-within-ms", ignoreWithinMs),
    ] where !(value >= 0 && value.isFinite) {
      throw ValidationError("\(name) is \(value); expected 0 or more")
    }
    guard (0...Bootstrap.maxResamples).contains(resamples) else {
      throw ValidationError("--resamples is \(resamples); expected 0 to \(Bootstrap.maxResamples)")
    }
    if errors, json { throw ValidationError("--json lists the errors too; expected --errors without it") }
    _ = try bounds()
  }

  func run() throws {
    let report: ScoreReport
    do {
      report = try makeReport()
    } catch let fault as ScoreTables.Fault {
      for message in fault.messages { StandardStreams.error("error: \(message)") }
      throw ExitCode.usage
    }
    let failures = try bounds().compactMap { $0.failure(of: report.scores) }
    StandardStreams.output(json ? report.json(failures: failures).pretty + "\n" : report.text(withErrors: errors))
    for failure in failures { StandardStreams.error("error: \(failure)") }
    if !failures.isEmpty { throw ExitCode.someFailed }
  }

  private func makeReport() throws -> ScoreReport {
    let labelled = try ScoreLabels(try InputArguments.recordings(in: labels))
    let found = try ScoreTables(tables)
    let others = compare.isEmpty ? nil : try ScoreTables(compare, option: "--compare")
    for source in [found, others].compactMap(\.self) {
      for warning in labelled.warnings(about: source) { StandardStreams.error("warning: \(warning)") }
    }
    var rules = ScoringRules()
    rules.hitToleranceS = hitToleranceMs / 1000
    rules.missToleranceS = missToleranceMs / 1000
    rules.ignoreWithinS = ignoreWithinMs / 1000
    var bootstrap = Bootstrap()
    bootstrap.resamples = resamples
    bootstrap.seed = seed
    return ScoreReport(
      try labelled.score(found, by: rules), rules: rules, bootstrap: bootstrap,
      other: try others.map { (try labelled.score($0, by: rules), tables: compare) })
  }

  private func bounds() throws -> [ScoreBound] {
    try failUnder.map { try ScoreBound($0, .under) } + failOver.map { try ScoreBound($0, .over) }
  }
}
