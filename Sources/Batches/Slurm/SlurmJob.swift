import SPBasics
import SPPipelines

/// An array job of Slurm for the shards of a work list, and the job that then joins its tables.
///
/// All paths in the scripts are absolute, so that they can be submitted from any folder.
package struct SlurmJob: Sendable {
  /// The resources requested from the cluster, in the form of sbatch; nil means the cluster's default.
  package struct Resources: Hashable, Sendable {
    /// The longest time of a task: minutes, or `[days-]hours:minutes:seconds`.
    package var time: String?
    /// The memory of a task: megabytes, or as in `2G`.
    package var memory: String?
    /// The partition of the cluster.
    package var partition: String?
    /// The account to charge.
    package var account: String?
    /// Processors per task: the number of recordings processed at a time.
    package var cpusPerTask = 1
    /// How many tasks of the array may run at a time.
    package var concurrent: Int?

    /// Requests one processor, and the cluster's defaults for everything else.
    package init() {}
  }

  /// The executable that the jobs run.
  package let tool: String
  /// The output folder, by its absolute path.
  package let output: OutputFolder
  /// The number of tasks that share the recordings.
  package let shards: Int
  /// How often a task that failed for a temporary reason is requeued.
  package var maxRetries = 3
  /// The name of the array job; the merge job is called `NAME-merge`.
  package var name = "swingpipe"
  /// The requested resources.
  package var resources = Resources()
  /// How long the tasks and the merge wait for a file without any progress before they give it up, in s; nil for the
  /// default, 0 for no limit.
  package var stallTimeoutS: Double?
  /// More options of the tasks, such as `--allow-python`.
  package var moreOptions: [String] = []

  /// Describes the jobs without writing anything.
  /// - Parameters:
  ///   - tool: the executable of swingpipe, by its absolute path.
  ///   - output: the output folder, by its absolute path.
  ///   - shards: the number of tasks that share the recordings, 1 or more.
  package init(tool: String, output: OutputFolder, shards: Int) {
    self.tool = tool
    self.output = output
    self.shards = shards
  }

  /// Writes the scripts, the pipeline, and the description of what the output folder should contain.
  /// - Parameters:
  ///   - pipeline: the pipeline that the tasks run.
  ///   - list: the recordings.
  ///   - toolVersion: the version of the executable.
  /// - Throws: `FileError` if that cannot be written, and errors of the JSON encoder.
  package func write(_ pipeline: Pipeline, _ list: WorkList, toolVersion: String) throws {
    // sbatch opens the logs, but does not create folders.
    try Folder.create(output.logFolder)
    try WholeFile.write([
      NewFile(try JSONOutput.bytes(pipeline.resolved), to: pipelinePath),
      NewFile(Array(arrayScript.utf8), to: arrayPath),
      NewFile(Array(mergeScript.utf8), to: mergePath),
    ])
    // From now on the status of the folder refers to these jobs.
    try output.prepare(list, pipeline, toolVersion: toolVersion)
  }

  private var more: String { moreOptions.map { " " + $0.shellWord }.joined() }
  private var guarding: String { stallTimeoutS.map { " --stall-timeout-s " + String(printf: "%g", $0) } ?? "" }

  /// The folder of the scripts.
  package var folder: String { output.path + "/_meta/slurm" }
  var pipelinePath: String { folder + "/pipeline.json" }
  var arrayPath: String { folder + "/array.sh" }
  var mergePath: String { folder + "/merge.sh" }

  /// The script of the array: each task processes one shard.
  var arrayScript: String {
    """
    #!/bin/bash
    # Written by "swingpipe slurm": one task per shard. A task that runs again skips the recordings that are done;
    # with --array=3,7 after sbatch, only the tasks of those two shards run.
    \(directives(name: name, array: true))

    \(tool.shellWord) run \(pipelinePath.shellWord) \\
      --plan \(output.planPath.shellWord) --output \(output.path.shellWord) \\
      --shards \(shards) --shard-index-from-env\(guarding)\(more)
    code=$?
    # 75 is worth a retry: no space, or a read or write that failed. Slurm itself requeues what a lost node ran.
    if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt \(maxRetries) ]; then
      scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
    fi
    exit "$code"

    """
  }

  /// The script of the merge, which determines itself whether a recording is missing.
  var mergeScript: String {
    """
    #!/bin/bash
    # Written by "swingpipe slurm": joins the tables, and fails if a recording is missing.
    \(directives(name: name + "-merge", array: false))

    exec \(tool.shellWord) merge \(output.path.shellWord) --require-complete\(guarding)

    """
  }

  /// The arguments of sbatch that submit the array.
  var arrayArguments: [String] { ["--parsable", "--output=\(logPattern("%A_%a"))", arrayPath] }

  /// The arguments of sbatch that submit the merge to run after the array, however its tasks ended.
  func mergeArguments(after array: String) -> [String] {
    ["--parsable", "--dependency=afterany:\(array)", "--output=\(logPattern("%j-merge"))", mergePath]
  }

  /// The shell commands that submit both jobs.
  package var commands: [String] {
    let array = arrayArguments.map(\.shellWord).joined(separator: " ")
    // On several clusters sbatch prints the cluster's name after the id.
    let dependency = #"--dependency=afterany:"${array%%;*}""#
    let merge = mergeArguments(after: "").map { $0.hasPrefix("--dependency") ? dependency : $0.shellWord }
    return ["array=$(sbatch \(array))", "sbatch \(merge.joined(separator: " "))"]
  }

  private func directives(name: String, array: Bool) -> String {
    var options = ["job-name=\(name)"]
    if array {
      options.append("array=1-\(shards)" + (resources.concurrent.map { "%\($0)" } ?? ""))
      options.append("cpus-per-task=\(resources.cpusPerTask)")
    }
    // A task that is run again adds to its log.
    options += ["requeue", "open-mode=append"]
    let asked = [
      ("time", resources.time), ("mem", resources.memory), ("partition", resources.partition),
      ("account", resources.account),
    ]
    options += asked.compactMap { option, value in value.map { "\(option)=\($0)" } }
    return options.map { "#SBATCH --\($0)" }.joined(separator: "\n")
  }

  /// The path of a log as sbatch reads it: % starts a placeholder, %% is a percent sign.
  ///
  /// It is an argument rather than a line of the script, where sbatch has its own rules for quotes.
  private func logPattern(_ name: String) -> String {
    output.logFolder.replacing("%", with: "%%") + "/slurm-\(name).log"
  }
}

/// The accepted values of options of sbatch, which need no quotes in an `#SBATCH` line.
package enum SlurmSyntax: Hashable, Sendable {
  /// A time: minutes, hours:minutes:seconds, or days-hours:minutes:seconds.
  case time
  /// An amount of memory.
  case memory
  /// A name, for example of a partition or a job.
  case name

  /// Whether a text has this syntax.
  package func matches(_ text: String) -> Bool {
    switch self {
    case .time: text.wholeMatch(of: /(\d+-)?\d+(:\d+){0,2}/) != nil
    case .memory: text.wholeMatch(of: /\d+[KMGT]?/) != nil
    case .name: text.wholeMatch(of: /[A-Za-z0-9_.,:@+-]+/) != nil
    }
  }

  /// The expected syntax, for messages.
  package var expectation: String {
    switch self {
    case .time: "minutes, hours:minutes:seconds, or days-hours:minutes:seconds"
    case .memory: "megabytes, or a number with K, M, G or T, as in 2G"
    case .name: "letters, digits, and any of _ . , : @ + -"
    }
  }
}
