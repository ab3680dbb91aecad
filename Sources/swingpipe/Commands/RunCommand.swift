import ArgumentParser
import Files
import Foundation
import Pipelines

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a pipeline over recordings and write its tables.",
    discussion: """
      Writes one table a recording, OUTPUT/<folder>/<recording_id>.csv, the joined table OUTPUT/merged/<folder>.csv, the \
      columns' meanings OUTPUT/_meta/schema/<folder>.json, and what became of each recording OUTPUT/_meta/run.json. A \
      recording that fails is reported and the others go on; its earlier tables stay as they are.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault, .interrupted))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @OptionGroup var inputs: InputArguments

  @Option(name: .shortAndLong, help: "Folder for the tables; it is made if it is missing.", completion: .directory)
  var output: String

  @Option(
    name: .shortAndLong, help: "How many recordings to work on at a time (default: one a processor that is granted).")
  var jobs: Int?

  @Flag(help: "Print a short table of what was found on standard output.")
  var summary = false

  @Flag(help: "Print what became of each recording on standard output, as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    try inputs.checkGiven()
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    try OutputArgument.validate(output)
    if summary, json { throw ValidationError("--summary and --json both write to standard output; expected one") }
  }

  func run() async throws {
    let pipeline = try pipelineArguments.load(quiet: quiet)
    let plan = try inputs.plan(pipeline)
    try OutputArgument.create(output)
    let batch = Batch(
      outputFolder: output, jobs: jobs ?? GrantedProcessors.current.count,
      toolVersion: ToolVersion.current, logger: StandardErrorLog.logger(quiet: quiet))
    let progress = quiet ? nil : Progress(total: plan.recordings.count)
    let (report, wasInterrupted) = try await Interruption.cancelling {
      await batch.run(plan) { progress?.show($0, finished: $1) }
    }
    for error in report.errors { StandardStreams.error("error: \(error)") }
    if json { StandardStreams.output(String(decoding: try report.json(), as: UTF8.self)) }
    if summary { StandardStreams.output(Summary(report: report, output: output).text) }
    try finish(report, wasInterrupted: wasInterrupted)
  }

  private func finish(_ report: BatchReport, wasInterrupted: Bool) throws {
    if wasInterrupted {
      let left = report.count(.interrupted)
      StandardStreams.error("interrupted: \(report.count(.done)) done, \(left) not; tables were not joined")
      throw ExitCode.interrupted
    }
    guard !report.isComplete else { return }
    let failed = report.count(.failed)
    let total = report.recordings.count
    if failed == total {
      StandardStreams.error(total == 1 ? "the recording failed" : "all \(total) recordings failed")
    } else if failed > 0 {
      StandardStreams.error("\(failed) of \(total) recordings failed; the others are done")
    }
    throw ExitCode.someFailed
  }
}

/// A line a recording on standard error.
private struct Progress: Sendable {
  let total: Int

  func show(_ report: RecordingReport, finished: Int) {
    let name = report.recordingID ?? report.path
    switch report.status {
    case .done:
      let counts = [("impacts", "impact"), ("hits", "hit"), ("misses", "miss")].compactMap { key, noun in
        report.note(key).map { counted(Int($0), noun) }
      }
      let seconds = String(format: "%.2f s", report.seconds)
      let found = counts.isEmpty ? "done" : counts.joined(separator: ", ")
      StandardStreams.error("[\(finished)/\(total)] \(name): \(found) (\(seconds))")
    case .failed: StandardStreams.error("[\(finished)/\(total)] \(name): failed")
    case .interrupted: break
    }
  }
}

/// The short table of a run.
private struct Summary {
  let report: BatchReport
  let output: String

  var text: String {
    var table = TextTable([
      ("recording", .left), ("length", .right), ("impacts", .right), ("hits", .right), ("misses", .right),
      ("rejected", .right), ("status", .left),
    ])
    for recording in report.recordings {
      func count(_ name: String) -> String { recording.note(name).map { "\(Int($0))" } ?? "" }
      let length = recording.note("device_motion_s") ?? recording.note("accelerometer_s")
      let refused = recording.stages.compactMap { $0.notes["rejected"] }
      table.append([
        recording.recordingID ?? recording.path, length.map { String(format: "%.1f s", $0) } ?? "", count("impacts"),
        count("hits"), count("misses"), refused.isEmpty ? "" : "\(Int(refused.reduce(0, +)))",
        recording.status.rawValue,
      ])
    }
    let merged = report.merged.map { "  \($0.path)  (one a recording in \(output)/\($0.table)/)\n" }
    return table.text + (merged.isEmpty ? "" : "tables:\n" + merged.joined())
  }
}
