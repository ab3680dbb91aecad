import Foundation
import Pipelines

/// An array job of Slurm over the shards of a work list, and the job that joins its tables afterwards.
///
/// Everything that the scripts name is an absolute path, so that they may be submitted from any folder.
struct SlurmJob {
  /// What the jobs ask of the cluster, as sbatch takes it; what is nil is left to the cluster.
  struct Resources {
    var time: String?
    var memory: String?
    var partition: String?
    var account: String?
    var cpusPerTask = 1
    /// How many tasks of the array may run at a time.
    var concurrent: Int?
  }

  /// The executable that the jobs run.
  let tool: String
  let output: OutputFolder
  let shards: Int
  let maxRetries: Int
  let name: String
  let resources: Resources
  /// How long tasks and merge wait for a file at which nothing moves, in s.
  let stallTimeoutS: Double

  private var guarding: String { "--stall-timeout-s " + String(format: "%g", stallTimeoutS) }

  var folder: String { output.path + "/_meta/slurm" }
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
      --shards \(shards) --shard-index-from-env \(guarding)
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

    exec \(tool.shellWord) merge \(output.path.shellWord) --require-complete \(guarding)

    """
  }

  /// The arguments of sbatch that submit the array.
  var arrayArguments: [String] { ["--parsable", "--output=\(logPattern("%A_%a"))", arrayPath] }

  /// The arguments of sbatch that submit the merge for when the array is through, however its tasks ended.
  func mergeArguments(after array: String) -> [String] {
    ["--parsable", "--dependency=afterany:\(array)", "--output=\(logPattern("%j-merge"))", mergePath]
  }

  /// What to type to submit both: lines of the shell.
  var commands: [String] {
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
