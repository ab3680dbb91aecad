import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPImporting
import SPStages

extension RunCommand {
  /// Checks that there are recordings, and that there is a pipeline if the arguments require one.
  /// - Throws: `ValidationError`.
  func checkInputs() throws {
    let given = pipelineArguments.split(batchArguments.inputs)
    guard let pipeline = given.pipeline?.pipeline else {
      if batchArguments.plan != nil {
        throw ValidationError("--plan is given without a pipeline; expected the pipeline that the list was made for")
      }
      try given.inputs.checkGiven()
      if let misplaced = RunPipelineArguments.misplacedPipeline(in: given.inputs.inputs) {
        throw ValidationError("\(misplaced) is a pipeline; expected it before the recordings")
      }
      return
    }
    if batchArguments.plan == nil, !given.inputs.areGiven, !StandardPipelines.names.contains(pipeline),
      !Folder.exists(pipeline), !pipeline.hasSuffix(".json")
    {
      throw ValidationError(
        "no recording is given, and \(pipeline) is not a recording, a folder or a pipeline; expected one of these")
    }
    if batchArguments.plan == nil, !given.inputs.areGiven, !Folder.isFolder(pipeline), Folder.exists(pipeline),
      ImportSource.isSource(pipeline), !pipeline.hasSuffix(".json")
    {
      throw ValidationError(
        "\(pipeline) is neither a recording nor a pipeline; if it is a file of another program: swingpipe import "
          + "\(pipeline.shellWord) --output recordings")
    }
    if batchArguments.plan == nil, !given.inputs.areGiven, Folder.exists(pipeline) {
      throw ValidationError(
        "\(pipeline) is taken as the pipeline, and no recording is given; for the recordings in it: ./\(pipeline)")
    }
    try batchArguments.checkGiven()
  }

  /// Runs each recording with the built-in pipeline of its sport.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func runBySport(_ batch: BatchArguments) async throws {
    var sports = await SportGroups.reading(try batch.inputs.recordings())
    let places = SportOutputs(sports.groups, in: output.map(OutputFolder.init))
    if let fault = places.fault { throw usage("--output: \(fault)") }
    let unassigned = sports.unassigned
    let unknown = batch.only.isEmpty ? [] : sports.select(ids: batch.only)
    if let id = unknown.first { throw usage("--only: no recording has the id \"\(id)\"") }
    // Otherwise each shard would name them.
    if let shard = try batch.shards.selection(), shard.index > 1 { sports.forgetUnassigned() }
    if !Supervisor.process.isForOne { sports.tellUnassigned() }
    let groups = try rows.map { try sports.groups(writing: $0, through: until) } ?? sports.groups
    for group in sports.groups where !groups.contains(where: { $0.pipeline == group.pipeline }) {
      StandardStreams.error(
        "warning: \(counted(group.paths.count, "recording")) not run: the pipeline \(group.pipeline) writes no table "
          + "\(rows ?? "")")
    }
    places.leftovers.forEach { StandardStreams.error("warning: \($0)") }
    var prepared: [(group: SportGroups.Group, run: Prepared, batch: BatchArguments)] = []
    for group in groups {
      let place = places.path(of: group)
      if dryRun { announce(group, at: place, isOnly: groups.count == 1) }
      var own = batch
      own.only = batch.only.filter(group.ids.contains)
      let run = try await prepare(
        pipelineArguments.arguments(of: group.pipeline), own, paths: group.paths,
        output: place, subfolder: "/\(group.pipeline)")
      if let run { prepared.append((group, run, own)) }
    }
    var runs: [(done: Done, place: String?)] = []
    for (index, (group, run, own)) in prepared.enumerated() {
      let stops = runs.contains { $0.done.wasInterrupted || (failFast && $0.done.report.count(.failed) > 0) }
      guard !stops else { continue }
      announce(group, at: run.output, isOnly: groups.count == 1)
      let later = prepared[(index + 1)...].reduce(0) { $0 + $1.run.plan.work.count }
      runs.append((try await work(run, own, laterRecordings: later), run.output))
    }
    guard !dryRun else {
      if !sports.unassigned.isEmpty { throw groups.isEmpty ? ExitCode.unusableData : ExitCode.someFailed }
      return
    }
    if let place = runs.first?.place, batch.only.isEmpty { record(unassigned, at: places, in: place) }
    if json { try printJSON(runs, sports.unassigned) }
    let wasInterrupted = runs.contains(where: \.done.wasInterrupted)
    let shard = runs.first?.done.shard
    if let output, !runs.isEmpty, !wasInterrupted, summary || (!progress.quiet && shard == nil) {
      let found = runs.map { RunSummary(of: $0.done.report, $0.done.pipeline, output: $0.place ?? output) }
      if found.count == 1 {
        tell(faults: found[0].faults, text: found[0].text, table: found[0].table, line: found[0].line, shard: shard)
      } else {
        let all = RunSummaries(found, output: output)
        tell(faults: all.faults, text: all.text, table: all.table, line: all.line, shard: shard)
      }
    }
    if !wasInterrupted { for run in runs { try run.done.rows?.print(run.done.report, in: run.done.folder) } }
    try finish(
      RunEnding(
        of: runs.map(\.done.report), planned: groups.reduce(0) { $0 + $1.paths.count },
        unassigned: sports.unassigned.count,
        isWorthRetrying: sports.unassigned.contains(where: \.isWorthRetrying), wasInterrupted: wasInterrupted,
        keepsTables: output != nil))
  }

  /// Records the recordings without a pipeline for `status` and `report`.
  private func record(_ unassigned: [SportGroups.Unassigned], at places: SportOutputs, in place: String) {
    guard !Supervisor.process.isForOne else { return }
    do {
      try places.record(unassigned, in: place)
    } catch {
      StandardStreams.error("warning: the recordings without a pipeline are not in the run's records: \(error)")
    }
  }

  /// Reports which pipeline runs on how many recordings, and the folder of its tables.
  private func announce(_ group: SportGroups.Group, at place: String?, isOnly: Bool) {
    let recordings = counted(group.paths.count, "recording")
    if dryRun, !json {
      StandardStreams.output("\(group.pipeline): \(recordings)\(place.map { " -> \($0)" } ?? "")\n")
    } else if !progress.quiet {
      StandardStreams.error(
        isOnly
          ? "pipeline: built-in \(group.pipeline), by the sport or streams of the recordings"
          : "\(group.pipeline): \(recordings)\(place.map { " -> \($0)" } ?? "")")
    }
  }

  /// Prints the outcome of the recordings: the report of each run, and the recordings without a pipeline.
  private func printJSON(_ runs: [(done: Done, place: String?)], _ unassigned: [SportGroups.Unassigned]) throws {
    // The text is printed unchanged: the encoder has escaped the characters that control a terminal.
    func write(_ text: String) { StandardStreams.output(Data(text.utf8)) }
    func quoted(_ text: String?) throws -> String { try JSONOutput.line(text) }
    write("{\n\"runs\" : [")
    for (index, run) in runs.enumerated() {
      write("\(index > 0 ? "," : "")\n{\n\"pipeline\" : \(try quoted(run.done.pipeline.name)),\n")
      write("\"output\" : \(try quoted(run.place)),\n\"report\" : ")
      try run.done.report.writeJSON { StandardStreams.output(Data($0)) }
      write("}")
    }
    let others = try unassigned.map {
      "{ \"path\" : \(try quoted($0.path)), \"reason\" : \(try quoted($0.reason)) }"
    }
    write("\n],\n\"not_run\" : [\(others.joined(separator: ", "))]\n}\n")
  }

  func usage(_ message: String) -> ExitCode {
    StandardStreams.error("error: \(message)")
    return .usage
  }
}

extension SportGroups {
  /// Reads the headers of recordings, and groups the recordings by pipelines.
  fileprivate static func reading(_ paths: [String]) async -> SportGroups {
    var outcomes: [(path: String, choice: Result<PipelineForRecording, any Error>)] = []
    await RecordingWork.forEach(paths, as: "choose") {
      try PipelineForRecording(forRecordingAt: $0)
    } finished: {
      outcomes.append(($0, $1))
    }
    return SportGroups(outcomes)
  }

  /// Reports on standard error the recordings that are not run: for programs, one by one.
  fileprivate func tellUnassigned() {
    guard Console.shared.format == .json else { return complaints.forEach(StandardStreams.error) }
    for recording in unassigned {
      Console.shared.tell(
        "error: \(recording.path): \(recording.reason)", level: .error,
        [
          .init(key: "recording_id", value: .string(recording.id ?? recording.path)),
          .init(key: "path", value: .string(recording.path)),
        ])
    }
  }
}
