import ArgumentParser
import SPBasics
import SPBatches
import SPEvaluation
import SPPipelines
import SPStages

struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the tests inside pipeline files.",
    usage: "swingpipe pipelines test [<options>] <pipeline> ...",
    discussion: """
      Runs each pipeline on the recordings in its "tests", and compares the results with the expected results. It \
      writes no files. Paths are relative to the folder of the pipeline file.

      \(TestExample.text)

      \(StandardStages.testFigures.reference())

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .pipelineFault, .interrupted, someFailed: "some tests failed"))
      """)

  @Argument(
    help: ArgumentHelp("Pipeline files.", valueName: "pipeline"), completion: .custom(Completions.pipelines))
  var pipelines: [String]

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: "How many tests to run at a time (default: one per granted processor).")
  var jobs: Int?

  @Flag(help: "Print all outcomes as JSON, with every measured metric.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only failed tests, and no warnings.")
  var quiet = false

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
  }

  func run() async throws {
    let pipelines = try load()
    for pipeline in pipelines { try pythonArguments.check(pipeline) }
    try checkForTests(pipelines)
    let run = TestRun(pipelines, jobs: jobs ?? GrantedProcessors.current.count)
    let clock = ContinuousClock()
    let start = clock.now
    let (outcomes, wasInterrupted) = try await Interruption.cancelling {
      await run.outcomes { if !json { tell($0) } }
    }
    let summary = TestSummary(
      pipelines: pipelines, outcomes: outcomes, seconds: (clock.now - start) / .seconds(1),
      toolVersion: ToolVersion.current)
    if json {
      StandardStreams.output(json: try JSONOutput.text(summary))
    } else if !wasInterrupted, !quiet || summary.failed > 0 {
      StandardStreams.output(summary.text + "\n")
    }
    if wasInterrupted {
      StandardStreams.error("interrupted: \(summary.passed + summary.failed) of \(outcomes.count) tests done")
      throw ExitCode.interrupted
    }
    if summary.failed > 0 { throw ExitCode.someFailed }
  }

  /// Loads all pipelines.
  /// - Throws: `ExitCode.pipelineFault`, after every fault of every pipeline was written to standard error.
  private func load() throws -> [Pipeline] {
    var loaded: [Pipeline] = []
    var isFaulty = false
    for path in pipelines {
      // In a shell, Pipelines/*.json includes the schema.
      if pipelines.count > 1, path.hasSuffix(".schema.json") {
        if !quiet { StandardStreams.error("\(path): skipped, since schemas carry no tests") }
        continue
      }
      do {
        let pipeline = try StandardPipelines.load(path, overrides: overrides)
        if !quiet {
          for warning in pipeline.warnings { StandardStreams.error("\(warning)") }
        }
        loaded.append(pipeline)
      } catch let error as PipelineError {
        StandardStreams.error(error.diagnostics)
        isFaulty = true
      }
    }
    if isFaulty { throw ExitCode.pipelineFault }
    return loaded
  }

  /// Notes pipelines without tests.
  /// - Throws: `ExitCode.usage`, after a message to standard error, if all pipelines lack tests.
  private func checkForTests(_ pipelines: [Pipeline]) throws {
    let bare = pipelines.filter(\.tests.isEmpty)
    guard bare.count == pipelines.count else {
      if !quiet {
        for pipeline in bare { StandardStreams.error("\(pipeline.file): carries no tests") }
      }
      return
    }
    for pipeline in bare { StandardStreams.error("error: \(pipeline.file): carries no tests") }
    if json {
      StandardStreams.output(
        json: try JSONOutput.text(
          TestSummary(pipelines: pipelines, outcomes: [], seconds: 0, toolVersion: ToolVersion.current)))
      throw ExitCode.usage
    }
    StandardStreams.error("Tests are a member of the pipeline file:")
    TestExample.text.split(separator: "\n").forEach { StandardStreams.error(String($0)) }
    throw ExitCode.usage
  }

  /// Writes the outcome of a test as text.
  private func tell(_ outcome: TestRun.Outcome) {
    let report = outcome.report
    guard report.status != .interrupted else { return }
    if !quiet {
      for warning in report.warnings { StandardStreams.error("\(report.recording): warning: \(warning)") }
    }
    guard report.status == .failed || !quiet else { return }
    StandardStreams.output(outcome.lines.map { $0 + "\n" }.joined())
  }
}

/// The example of a pipeline's tests that help and messages show.
private enum TestExample {
  /// A member of a pipeline file.
  static let text = """
      "tests": [
        { "recording": "../Data/baseball-000001.h5",
          "expect": { "hits": 5, "misses_at_least": 2, "f1_at_least": 0.95 } }
      ]
    """
}
