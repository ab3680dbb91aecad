import Files
import Foundation

/// An array job of Slurm over the shards of a work list, and the job that joins its tables afterwards.
///
/// Everything that the scripts name is an absolute path, so that they may be submitted from any folder.
public struct SlurmJob: Sendable {
  /// What the jobs ask of the cluster, as sbatch takes it; what is nil is left to the cluster.
  public struct Resources: Hashable, Sendable {
    /// The longest time of a task: minutes, or `[days-]hours:minutes:seconds`.
    public var time: String?
    /// The memory of a task: megabytes, or as in `2G`.
    public var memory: String?
    /// The partition of the cluster.
    public var partition: String?
    /// The account that is charged.
    public var account: String?
    /// Processors of a task: as many recordings are worked on at a time.
    public var cpusPerTask = 1
    /// How many tasks of the array may run at a time.
    public var concurrent: Int?

    /// Asks for one processor, and leaves all else to the cluster.
    public init() {}
  }

  /// The executable that the jobs run.
  public let tool: String
  /// The output folder, by its absolute path.
  public let output: OutputFolder
  /// How many tasks the recordings are shared out among.
  public let shards: Int
  /// How often a task that failed for a reason that passes is put back into the queue.
  public var maxRetries = 3
  /// The name of the array job; the other is called `NAME-merge`.
  public var name = "swingpipe"
  /// What the jobs ask of the cluster.
  public var resources = Resources()
  /// How long tasks and merge wait for a file at which nothing moves, in s; nil for as long as usual.
  public var stallTimeoutS: Double?

  /// Describes the jobs; nothing is written.
  /// - Parameters:
  ///   - tool: the executable of swingpipe, by its absolute path.
  ///   - output: the output folder, by its absolute path.
  ///   - shards: how many tasks the recordings are shared out among, 1 or more.
  public init(tool: String, output: OutputFolder, shards: Int) {
    self.tool = tool
    self.output = output
    self.shards = shards
  }

  /// Writes the scripts, the pipeline as it is, and what the output folder is to hold.
  /// - Parameters:
  ///   - pipeline: what the tasks run.
  ///   - list: the recordings that are shared out.
  ///   - toolVersion: the version of the executable.
  /// - Throws: `FileError` where that cannot be written, and whatever the JSON encoder throws.
  public func write(_ pipeline: Pipeline, _ list: WorkList, toolVersion: String) throws {
    // sbatch opens the logs, and makes no folder.
    try Folder.create(output.logFolder)
    try WholeFile.write([
      NewFile(try JSONBytes.pretty(pipeline.resolved), to: pipelinePath),
      NewFile(Array(arrayScript.utf8), to: arrayPath),
      NewFile(Array(mergeScript.utf8), to: mergePath),
    ])
    // From here on the folder is judged by what the jobs are to make.
    try output.prepare(list, pipeline, toolVersion: toolVersion)
  }

  private var guarding: String { stallTimeoutS.map { " --stall-timeout-s " + String(format: "%g", $0) } ?? "" }

  /// The folder of the scripts.
  public var folder: String { output.path + "/_meta/slurm" }
  var pipelinePath: String { folder + "/pipeline.json" }
  var arrayPath: String { folder + "/array.sh" }
  var mergePath: String { folder + "/merge.sh" }

  /// The script of the array: a task works on one shard.
  var arrayScript: String {
    """
    #!/bin/bash
    # Written by "swingpipe slurm": a task a shard. What is done is not done again, whichever task is run anew:
    # with --array=3,7 after sbatch, those of two shards alone.
    \(directives(name: name, array: true))

    \(tool.shellWord) run \(pipelinePath.shellWord) \\
      --plan \(output.planPath.shellWord) --output \(output.path.shellWord) \\
      --shards \(shards) --shard-index-from-env\(guarding)
    code=$?
    # 75 is worth a retry: no space, or a read or write that failed. Slurm puts back by itself what a lost node ran.
    if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt \(maxRetries) ]; then
      scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
    fi
    exit "$code"

    """
  }

  /// The script of the merge, which judges by itself whether a recording is missing.
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

  /// The arguments of sbatch that submit the merge for when the array is through, however its tasks ended.
  func mergeArguments(after array: String) -> [String] {
    ["--parsable", "--dependency=afterany:\(array)", "--output=\(logPattern("%j-merge"))", mergePath]
  }

  /// What to type to submit both: lines of the shell.
  public var commands: [String] {
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

  /// Where a log goes, as sbatch reads it: % stands for what follows it, %% for itself.
  ///
  /// It is an argument rather than a line of the script, in which sbatch has quotes of its own.
  private func logPattern(_ name: String) -> String {
    output.logFolder.replacing("%", with: "%%") + "/slurm-\(name).log"
  }
}
