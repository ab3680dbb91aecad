/// What manual pages say beyond the help.
enum ManualText {
  /// A line of the shell, and what it is for.
  struct Example {
    let text: String
    let line: String
  }

  /// What the tool takes from its environment.
  static let environment =
    [".SH ENVIRONMENT"]
    + [
      (
        "SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, SGE_TASK_ID, LSB_JOBINDEX, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX",
        "The task of an array job, which --shard-index-from-env takes the shard's number from."
      ),
      (
        "SLURM_CPUS_PER_TASK, SLURM_CPUS_ON_NODE, NCPUS, PBS_NP, NSLOTS, LSB_DJOB_NUMPROC",
        "The processors that a scheduler grants, which bound the default of --jobs."
      ),
      ("TMPDIR", "Where run --rows keeps its tables while it works without --output; /tmp by default."),
      (
        "XDG_CACHE_HOME, HOME",
        "Where the cache folder is that measure-fft writes to and commands that filter read from: $XDG_CACHE_HOME, or ~/.cache."
      ),
      ("COLUMNS", "How wide the lines of head may be; by default as wide as the terminal."),
      ("TERM", "Without one, or with dumb, progress is plain lines."),
    ].flatMap { Roff.item(Roff.bold($0), Roff.filled($1)) }

  /// What a run leaves.
  static let files =
    [".SH FILES"]
    + [
      ("OUTPUT/swings/", "The tables of swings, one a recording; other tables have folders of their own names."),
      ("OUTPUT/merged/", "These joined, sorted by recording."),
      ("OUTPUT/_meta/schema.json", "Types, units and definitions of all columns."),
      ("OUTPUT/_meta/status/", "What became of each recording."),
      ("OUTPUT/_meta/plan.jsonl", "The recordings of the last run."),
      ("OUTPUT/_meta/run.json", "What the last run did, and with which pipeline."),
      ("OUTPUT/_meta/profile.json", "What each stage of a run with --profile took."),
      ("OUTPUT/_meta/logs/", "A log a run."),
      ("~/.cache/swingpipe/fftw-wisdom", "Plans of transforms that measure-fft has measured."),
    ].flatMap { Roff.item(Roff.italic($0), Roff.filled($1)) }

  /// Examples by command; those of the tool as a whole have none.
  static let examples: [String: [Example]] = [
    "": [
      Example(
        text: "Find the swings in a folder of recordings:",
        line: "swingpipe run baseball.json sessions --output out --summary"),
      Example(text: "Look at them:", line: "swingpipe head out/swings"),
    ],
    "run": [
      Example(text: "Tables for a folder of recordings:", line: "swingpipe run tennis.json sessions --output out"),
      Example(
        text: "The hits of one recording, without a table being kept:",
        line: "swingpipe run tennis.json monday.h5 --rows swings | jq -c 'select(.label == \"hit\")'"),
      Example(
        text: "What is new since the last run, with another threshold:",
        line: "find sessions -newer last -name '*.h5' -print0 | "
          + "swingpipe run tennis.json --files-from - --output out --set hit.threshold_g=2"),
    ],
    "head": [
      Example(
        text: "Three columns of all swings:",
        line: "swingpipe head out/swings --all --columns recording_id,label,time_to_contact_s"),
      Example(text: "What the columns hold:", line: "swingpipe head out/merged/swings.parquet --schema"),
      Example(
        text: "The fastest swing:",
        line: "swingpipe head out/swings --all --json-lines | jq -s 'max_by(.peak_rotation_rate_rad_s)'"),
    ],
    "plan": [
      Example(
        text: "What another option would have to make again:",
        line: "swingpipe plan tennis.json sessions --output out --set hit.threshold_g=2")
    ],
    "status": [
      Example(
        text: "The files that failed, with their causes:",
        line: "swingpipe status out --json | "
          + "jq -r '.recordings[] | select(.state == \"failed\") | [.path, .causes[0]] | @tsv'")
    ],
    "slurm": [
      Example(
        text: "Twenty tasks of a cluster:",
        line: "swingpipe slurm tennis.json sessions --output out --shards 20 --submit")
    ],
    "info": [
      Example(
        text: "What is wrong with each recording of a folder:",
        line: "swingpipe info sessions --json | jq -r '.[] | [.path, .faults[].text] | @tsv'")
    ],
    "check": [
      Example(
        text: "Whether all recordings have what swings need, before a run:",
        line: "swingpipe check sessions --require accelerometer,device_motion --min-rate-hz accelerometer=700")
    ],
    "explain": [
      Example(
        text: "Why the first swing is a hit, with a picture:",
        line: "swingpipe explain monday.h5 --pipeline tennis.json --swing 0 --plot swing.svg")
    ],
    "label add": [
      Example(text: "A contact 12.5 s after the start:", line: "swingpipe label add monday.h5 --contact +12.5"),
      Example(
        text: "What was labelled in Audacity, with words of one's own:",
        line: "swingpipe label add monday.h5 --from monday.txt --hit-words forehand,backhand --miss-words air"),
    ],
    "label remove": [
      Example(
        text: "The label nearest to a moment on the recording's clock:",
        line: "swingpipe label remove monday.h5 --at 59692.53")
    ],
    "score": [
      Example(
        text: "A check for a build: it fails unless the score is kept.",
        line: "swingpipe score out --labels sessions --fail-under f1=0.95 --fail-over onset.p95_ms=3")
    ],
    "stages show": [
      Example(text: "A stage's options:", line: "swingpipe stages show detectors.impact")
    ],
    "measure-fft": [
      Example(text: "The fastest plans for this machine, once:", line: "swingpipe measure-fft"),
      Example(text: "Back to estimated plans:", line: "swingpipe measure-fft --clear"),
    ],
    "simulate": [
      Example(
        text: "Five labelled golf sessions to try things on:",
        line: "swingpipe simulate --sport golf --count 5 --output practice")
    ],
    "simulate-dives": [
      Example(
        text: "Breath-hold dives in fresh water, with their truth beside them:",
        line: "swingpipe simulate-dives --profile breath_hold --water fresh --output practice")
    ],
    "simulate-workouts": [
      Example(
        text: "Five rides on a watch and its phone, with all that is wrong with them:",
        line: "swingpipe simulate-workouts --count 5 --output rides")
    ],
    "simulate-heads": [
      Example(
        text: "Three sets of push-ups, with pauses and headphones that change over:",
        line: "swingpipe simulate-heads --sets 3 --disturb pauses handovers --output gym")
    ],
  ]
}
