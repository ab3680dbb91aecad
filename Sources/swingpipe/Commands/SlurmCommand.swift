import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines

struct SlurmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slurm",
    abstract: "Write or submit a Slurm array job that runs a pipeline.",
    usage: """
      swingpipe slurm [<options>] <pipeline> [<input> ...]
                      --output <output> --shards <shards>
      """,
    discussion: """
      Lists the recordings in OUTPUT/_meta/plan.jsonl and divides them among the shards by size. It writes the \
      pipeline as it is now, and two scripts, to OUTPUT/_meta/slurm. Each task of array.sh works on one shard. When \
      all tasks have ended, merge.sh joins the tables, and fails if a recording is missing. Logs go to \
      OUTPUT/_meta/logs. If a task loses its node or ends with code 75, it runs again and continues where it \
      stopped. Inputs, OUTPUT and this program must have the same paths on every node.

      Without --submit, the command prints the commands that submit both jobs.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .temporary, .pipelineFault, someFailed: "sbatch rejected a job"))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @OptionGroup var inputs: InputArguments

  @Option(name: .shortAndLong, help: "Folder for the tables, created if missing.", completion: .directory)
  var output: String

  @Option(help: "Number of tasks that share the recordings.")
  var shards: Int

  @Flag(help: "Submit both jobs with sbatch and print their ids.")
  var submit = false

  @Option(help: "How often to requeue a task that ends with code 75")
  var maxRetries = 3

  @Option(help: "Time limit of a task: minutes, or [days-]hours:minutes:seconds.")
  var time: String?

  @Option(help: "Memory of a task: megabytes, or a number with a unit, as in 2G.")
  var memory: String?

  @Option(help: "Processors of a task, and recordings that it runs at a time")
  var cpusPerTask = 1

  @Option(help: "Partition of the cluster.", completion: .shellCommand("sinfo --noheader --format=%R 2>/dev/null"))
  var partition: String?

  @Option(help: "Account to charge.")
  var account: String?

  @Option(help: "How many tasks may run at a time (default: no limit).")
  var concurrent: Int?

  @Option(help: "Name of the array job; the merge job is called NAME-merge")
  var jobName = "swingpipe"

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try inputs.checkGiven()
    try OutputArgument.validate(output)
    if output.contains("\\") {
      throw ValidationError("--output has a backslash, which sbatch misreads in the names of logs; expected none")
    }
    for (option, value, least) in [
      ("--shards", shards, 1), ("--max-retries", maxRetries, 0), ("--cpus-per-task", cpusPerTask, 1),
      ("--concurrent", concurrent ?? 1, 1),
    ] where value < least {
      throw ValidationError("\(option) is \(value); expected \(least) or more")
    }
    let texts: [(String, String?, SlurmSyntax)] = [
      ("--time", time, .time), ("--memory", memory, .memory), ("--partition", partition, .name),
      ("--account", account, .name), ("--job-name", jobName, .name),
    ]
    for (option, text, syntax) in texts {
      guard let text, !syntax.matches(text) else { continue }
      throw ValidationError("\(option) is \"\(text)\"; expected \(syntax.expectation)")
    }
  }

  func run() throws {
    let pipeline = try pipelineArguments.load()
    try pythonArguments.check(pipeline)
    // With the list of an earlier run, headers need not be read again.
    let list = try InputArguments.list(
      pipeline, inputs.recordings(), known: try? OutputFolder(output).plan())
    OtherSports(list.items, of: list.items.count, pipeline).tell(for: "slurm", inputs.words, output: output)
    for failure in BatchPlan(pipeline, list).expectedFailures { StandardStreams.error("warning: \(failure)") }
    try OutputArgument.create(output)
    let job = job(recordings: list.items.count)
    try write(job, pipeline, list)
    StandardStreams.error(
      "\(job.folder): \(counted(job.shards, "shard")) of \(counted(list.items.count, "recording"))")
    if submit {
      try submit(job)
    } else {
      StandardStreams.output(job.commands.joined(separator: "\n") + "\n")
    }
  }

  private func job(recordings: Int) -> SlurmJob {
    if shards > recordings {
      StandardStreams.error(
        "warning: --shards is \(shards), but there \(recordings == 1 ? "is" : "are") "
          + "\(counted(recordings, "recording")); \(counted(recordings, "shard")) \(recordings == 1 ? "is" : "are") used"
      )
    }
    let used = min(shards, recordings)
    if used > 1000 {
      StandardStreams.error(
        "warning: \(used) tasks: a cluster accepts indices up to 1000 unless its MaxArraySize "
          + "(scontrol show config) is raised"
      )
    }
    let folder = output.hasPrefix("/") ? output : FileManager.default.currentDirectoryPath + "/" + output
    var job = SlurmJob(
      tool: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "swingpipe",
      output: OutputFolder(folder), shards: used)
    job.maxRetries = maxRetries
    job.name = jobName
    job.resources.time = time
    job.resources.memory = memory
    job.resources.partition = partition
    job.resources.account = account
    job.resources.cpusPerTask = cpusPerTask
    job.resources.concurrent = concurrent
    job.stallTimeoutS = guarding.stallTimeoutS
    job.moreOptions = pythonArguments.words
    return job
  }

  private func write(_ job: SlurmJob, _ pipeline: Pipeline, _ list: WorkList) throws {
    do {
      try job.write(pipeline, list, toolVersion: ToolVersion.current)
    } catch let error as FileError {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }

  private func submit(_ job: SlurmJob) throws {
    guard let sbatch = Sbatch() else {
      StandardStreams.error("error: --submit: there is no sbatch on PATH; on a machine of the cluster, run:")
      job.commands.forEach(StandardStreams.error)
      throw ExitCode.usage
    }
    do {
      try sbatch.submit(job) { StandardStreams.output($0 + "\n") }
    } catch {
      StandardStreams.error("error: --submit: \(error)")
      throw ExitCode.someFailed
    }
  }
}
