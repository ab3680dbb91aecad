import ArgumentParser
import FoundationEssentials
import SPBatches

/// The shard of a batch that a process works on.
struct ShardArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run one of n parts of about the same size, such as 3/10. The parts depend only on the list of recordings.",
      valueName: "i/n"))
  var shard: String?

  @Option(help: ArgumentHelp("Number of parts for --shard-index-from-env.", valueName: "n"))
  var shards: Int?

  @Flag(
    help: """
      Take the part's number from an array job's variable. It is SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, SGE_TASK_ID or \
      LSB_JOBINDEX (from 1), or JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX (from 0).
      """)
  var shardIndexFromEnv = false

  func validate() throws {
    if shard != nil, shards != nil || shardIndexFromEnv {
      throw ValidationError(
        "--shard gives both index and number; expected no --shards and no --shard-index-from-env")
    }
    if shardIndexFromEnv, shards == nil {
      throw ValidationError(
        "--shard-index-from-env needs --shards, since the environment does not give the number of shards")
    }
    if shards != nil, !shardIndexFromEnv {
      throw ValidationError("--shards needs --shard-index-from-env; or use --shard i/n")
    }
    if let shard {
      do { _ = try ShardSelection(parsing: shard) } catch { throw ValidationError("--shard: \(error)") }
    }
  }

  /// The shard; nil for a batch that is not divided.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error.
  func selection() throws -> ShardSelection? {
    do {
      if let shard { return try ShardSelection(parsing: shard) }
      guard shardIndexFromEnv, let shards else { return nil }
      return try ShardSelection(environment: ProcessInfo.processInfo.environment, count: shards)
    } catch {
      StandardStreams.error("error: \(shardIndexFromEnv ? "--shard-index-from-env" : "--shard"): \(error)")
      throw ExitCode.usage
    }
  }
}
