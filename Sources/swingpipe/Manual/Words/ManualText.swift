/// What manual pages say beyond the help.
enum ManualText {
  /// What the tool takes from its environment.
  static let environment =
    [".SH ENVIRONMENT"]
    + [
      (
        "SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, SGE_TASK_ID, LSB_JOBINDEX, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX",
        "The task of an array job, from which --shard-index-from-env takes the shard's number."
      ),
      (
        "SLURM_CPUS_PER_TASK, SLURM_CPUS_ON_NODE, NCPUS, PBS_NP, NSLOTS, LSB_DJOB_NUMPROC",
        "The processors that a scheduler grants, which limit the default of --jobs."
      ),
      ("TMPDIR", "Where run --rows keeps its tables while it works without --output; /tmp by default."),
      ("COLUMNS", "How wide the lines of head and columns may be; by default as wide as the terminal."),
      ("TERM", "If it is not set, or is dumb, progress is written as plain lines."),
    ].flatMap { Roff.item(Roff.bold($0), Roff.filled($1)) }

  /// The files that the tool writes.
  static let files =
    [".SH FILES"]
    + [
      ("OUTPUT/swings/", "The tables of swings, one per recording; other tables have folders of their own names."),
      ("OUTPUT/merged/", "These joined, sorted by recording."),
      ("OUTPUT/_meta/schema.json", "Types, units and definitions of all columns."),
      ("OUTPUT/_meta/status/", "What became of each recording."),
      ("OUTPUT/_meta/plan.jsonl", "The recordings of the last run."),
      ("OUTPUT/_meta/run.json", "What the last run did, and with which pipeline."),
      ("OUTPUT/_meta/profile.json", "How long each stage of a run with --profile took."),
      ("OUTPUT/_meta/logs/", "One log per run."),
    ].flatMap { Roff.item(Roff.italic($0), Roff.filled($1)) }
}
