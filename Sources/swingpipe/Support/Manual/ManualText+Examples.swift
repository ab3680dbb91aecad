extension ManualText {
  /// A line of the shell, and what it is for.
  struct Example {
    let text: String
    let line: String
  }

  /// Examples by command, for its help and its manual page.
  static let examples: [String: [Example]] = [
    "": [
      Example(text: "Find the swings in a folder of recordings:", line: "swingpipe run baseball sessions --output out"),
      Example(text: "Look at them:", line: "swingpipe head out"),
    ],
    "import": [
      Example(
        text: "A CSV of a logging app, with its sport:",
        line: "swingpipe import monday.csv --sport tennis --output recordings"),
      Example(text: "A phone's export of all workouts:", line: "swingpipe import export.zip --output rides"),
      Example(
        text: "With the labels of a video beside it:",
        line: "swingpipe import monday.csv --labels monday.txt --output recordings"),
    ],
    "info": [
      Example(text: "What is in a recording, and what can be found in it:", line: "swingpipe info monday.h5"),
      Example(
        text: "What is wrong with each recording of a folder:",
        line: "swingpipe info sessions --json | jq '.[] | {path, faults: [.faults[].text]}'"),
    ],
    "check": [
      Example(text: "Whether a pipeline can work on all recordings:", line: "swingpipe check sessions --for tennis"),
      Example(
        text: "Whether all have what swings need:",
        line: "swingpipe check sessions --require accelerometer,device_motion"),
    ],
    "label add": [
      Example(text: "A contact 12.5 s after the start:", line: "swingpipe label add monday.h5 --contact +12.5"),
      Example(
        text: "What was labelled in Audacity, with words of one's own:",
        line: "swingpipe label add monday.h5 --from monday.txt --hit-words ball"),
    ],
    "label list": [
      Example(text: "The labels of a recording:", line: "swingpipe label list monday.h5"),
      Example(text: "Their times for a script:", line: "swingpipe label list monday.h5 --json | jq '.labels[].time_s'"),
    ],
    "label remove": [
      Example(
        text: "The label nearest to a moment after the start:", line: "swingpipe label remove monday.h5 --at +12.5"),
      Example(text: "All of them:", line: "swingpipe label remove monday.h5 --all"),
    ],
    "export": [
      Example(text: "A recording's streams as CSV:", line: "swingpipe export monday.h5 --csv --output monday"),
      Example(
        text: "Its acceleration as sound, to be labelled in Audacity:",
        line: "swingpipe export monday.h5 --wav --output monday.wav"),
    ],
    "plot": [
      Example(text: "A swing with its moments:", line: "swingpipe plot monday.h5 --swing 3 -o swing.svg"),
      Example(
        text: "All of a recording, with what is found in it:",
        line: "swingpipe plot monday.h5 --overview --sport tennis -o all.png"),
      Example(
        text: "Five seconds, as a video shows them:", line: "swingpipe plot monday.h5 --from +5 --to +10 -o part.svg"),
    ],
    "run": [
      Example(text: "Tables for a folder of recordings:", line: "swingpipe run tennis sessions --output out"),
      Example(
        text: "The hits of one recording, without a table being kept:",
        line: "swingpipe run tennis monday.h5 --rows swings | jq 'select(.label == \"hit\")'"),
      Example(
        text: "With another threshold:", line: "swingpipe run tennis sessions --output out --set hit.threshold_g=2"),
    ],
    "plan": [
      Example(text: "What the next run would do:", line: "swingpipe plan tennis sessions --output out"),
      Example(
        text: "What another option would have to make again:",
        line: "swingpipe plan tennis sessions --output out --set hit.threshold_g=2"),
    ],
    "status": [
      Example(text: "How far a folder is:", line: "swingpipe status out"),
      Example(
        text: "The state of each file:", line: "swingpipe status out --json | jq '.recordings[] | {path, state}'"),
    ],
    "merge": [
      Example(text: "The joined tables anew, as after the shards of a cluster:", line: "swingpipe merge out"),
      Example(text: "The same without a word:", line: "swingpipe merge out --quiet"),
    ],
    "slurm": [
      Example(
        text: "Twenty tasks of a cluster, to look at:", line: "swingpipe slurm tennis sessions --output out --shards 20"
      ),
      Example(text: "The same, submitted:", line: "swingpipe slurm tennis sessions --output out --shards 20 --submit"),
    ],
    "head": [
      Example(text: "What a run found:", line: "swingpipe head out"),
      Example(
        text: "Two columns of all swings:", line: "swingpipe head out/swings --all --columns label,time_to_contact_s"),
      Example(text: "What the columns hold:", line: "swingpipe head out/merged/swings.parquet --schema"),
    ],
    "report": [
      Example(text: "A page of a run:", line: "swingpipe report out"),
      Example(
        text: "Two days beside each other, in degrees and km/h:",
        line: "swingpipe report monday tuesday --units deg/s,km/h -o both.html"),
    ],
    "explain": [
      Example(text: "What was made of a moment, and why:", line: "swingpipe explain monday.h5 --at +12.5"),
      Example(
        text: "Why the first swing is a hit, with a picture:",
        line: "swingpipe explain monday.h5 --swing 0 --plot swing.svg"),
    ],
    "score": [
      Example(text: "How well a run fits the labels:", line: "swingpipe score out --labels sessions"),
      Example(
        text: "A check for a build, which fails unless the score is kept:",
        line: "swingpipe score out --labels sessions --fail-under f1=0.95"),
    ],
    "sweep": [
      Example(text: "One option:", line: "swingpipe sweep tennis sessions --set hit.threshold_g=1:3:0.5"),
      Example(
        text: "With a picture:", line: "swingpipe sweep golf sessions --set hit.threshold_g=1,2 --plot sweep.svg"),
    ],
    "diff": [
      Example(text: "What changed between two runs over the same recordings:", line: "swingpipe diff out earlier"),
      Example(text: "Each swing that did:", line: "swingpipe diff out earlier --swings"),
    ],
    "pipelines list": [
      Example(text: "The built-in pipelines:", line: "swingpipe pipelines"),
      Example(text: "One of them:", line: "swingpipe pipelines show tennis"),
    ],
    "pipelines show": [
      Example(text: "A pipeline to start from:", line: "swingpipe pipelines show tennis > mine.json"),
      Example(text: "What it is made of:", line: "swingpipe pipelines show golf | less"),
    ],
    "validate": [
      Example(text: "What is wrong with a pipeline:", line: "swingpipe validate mine.json"),
      Example(text: "Whether it can work on recordings, too:", line: "swingpipe validate mine.json sessions"),
    ],
    "test": [
      Example(text: "The tests in a pipeline file:", line: "swingpipe test mine.json"),
      Example(text: "Those of all pipelines of a folder:", line: "swingpipe test Pipelines/*.json"),
    ],
    "train": [
      Example(
        text: "A model of hits and misses from labels of your own:",
        line: "swingpipe train tennis sessions -o mine.json"),
      Example(
        text: "Typical swings of each subject, for short recordings:",
        line: "swingpipe train tennis sessions --reference reference.json"),
    ],
    "stages list": [
      Example(text: "All stages:", line: "swingpipe stages"),
      Example(text: "For a program:", line: "swingpipe stages list --json"),
    ],
    "stages show": [
      Example(text: "A stage's options:", line: "swingpipe stages show detectors.impact"),
      Example(text: "Those of the writer of tables:", line: "swingpipe stages show writers.table"),
    ],
    "columns": [
      Example(text: "The tables:", line: "swingpipe columns"),
      Example(text: "A table's columns, or one:", line: "swingpipe columns swings"),
      Example(text: "What a pipeline writes:", line: "swingpipe columns swings --pipeline mine.json"),
    ],
    "presets": [
      Example(text: "What a sport sets, and its sources:", line: "swingpipe presets tennis"),
      Example(text: "All sports:", line: "swingpipe presets"),
    ],
    "schema": [
      Example(text: "A schema for editors, beside your pipelines:", line: "swingpipe schema > pipeline.schema.json"),
      Example(text: "The stages that it knows:", line: "swingpipe schema | jq -r '.. | .const? // empty'"),
    ],
    "measure-fft": [
      Example(text: "The fastest plans for this machine, once:", line: "swingpipe measure-fft"),
      Example(text: "Back to estimated plans:", line: "swingpipe measure-fft --clear"),
    ],
    "workout-plan show": [
      Example(text: "A planned workout in words:", line: "swingpipe workout-plan show week.zwo"),
      Example(text: "As a picture:", line: "swingpipe workout-plan show week.zwo --output week.svg"),
    ],
    "workout-plan validate": [
      Example(text: "What is wrong with plans:", line: "swingpipe workout-plan validate plans/*.json"),
      Example(text: "For a program:", line: "swingpipe workout-plan validate mine.json --json"),
    ],
    "workout-plan convert": [
      Example(
        text: "For a trainer that reads ZWO:", line: "swingpipe workout-plan convert mine.json --output mine.zwo"),
      Example(text: "For a watch that reads FIT:", line: "swingpipe workout-plan convert mine.json --output mine.fit"),
    ],
    "workout-plan schedule": [
      Example(
        text: "A workout on a day:", line: "swingpipe workout-plan schedule week.json --add mine.json --on 2026-11-24"),
      Example(text: "What is ahead:", line: "swingpipe workout-plan schedule week.json --list upcoming"),
    ],
    "workout-plan": [
      Example(text: "A planned workout in words:", line: "swingpipe workout-plan show week.zwo"),
      Example(text: "What is wrong with it:", line: "swingpipe workout-plan validate week.zwo"),
    ],
    "label": [
      Example(text: "A contact 12.5 s after the start:", line: "swingpipe label add monday.h5 --contact +12.5"),
      Example(text: "The labels that there are:", line: "swingpipe label list monday.h5"),
    ],
    "pipelines": [
      Example(text: "The built-in pipelines:", line: "swingpipe pipelines"),
      Example(text: "A pipeline to start from:", line: "swingpipe pipelines show tennis > mine.json"),
    ],
    "stages": [
      Example(text: "All stages:", line: "swingpipe stages"),
      Example(text: "A stage's options:", line: "swingpipe stages show detectors.impact"),
    ],
    "workout-plan complete": [
      Example(
        text: "The next workout of a plan is done:", line: "swingpipe workout-plan complete week.json --plan Hills"),
      Example(text: "That of a day:", line: "swingpipe workout-plan complete week.json --plan Hills --on 2026-11-24"),
    ],
    "workout-plan schema": [
      Example(text: "A schema for editors:", line: "swingpipe workout-plan schema > plan.schema.json"),
      Example(text: "Its parts:", line: "swingpipe workout-plan schema | jq 'keys'"),
    ],
    "workout-plan activities": [
      Example(text: "What can be planned:", line: "swingpipe workout-plan activities"),
      Example(text: "For a program:", line: "swingpipe workout-plan activities --json"),
    ],
    "simulate": [
      Example(
        text: "Five labelled golf sessions to try things on:",
        line: "swingpipe simulate --sport golf --count 5 --output practice"),
      Example(
        text: "Strokes one after another, as in a rally:",
        line: "swingpipe simulate --sport tennis --pace rally --output rallies"),
    ],
    "simulate-dives": [
      Example(
        text: "Breath-hold dives in fresh water, with their truth beside them:",
        line: "swingpipe simulate-dives --profile breath_hold --water fresh --output lake"),
      Example(text: "Three of them:", line: "swingpipe simulate-dives --profile breath_hold --count 3 --output pool"),
    ],
    "simulate-workouts": [
      Example(
        text: "Five rides on a watch and its phone, with all that is wrong with them:",
        line: "swingpipe simulate-workouts --count 5 --output rides"),
      Example(text: "The same each time:", line: "swingpipe simulate-workouts --seed 7 --output rides"),
    ],
    "simulate-heads": [
      Example(text: "Three sets of push-ups:", line: "swingpipe simulate-heads --sets 3 --output gym"),
      Example(
        text: "With pauses and headphones that change over:",
        line: "swingpipe simulate-heads --sets 3 --disturb pauses handovers --output gym"),
    ],
    "degrade": [
      Example(
        text: "As a sensor of 16 g would have recorded it:",
        line: "swingpipe degrade practice --clip-g 16 --output clipped"),
      Example(text: "As one of 400 Hz:", line: "swingpipe degrade practice --acceleration-rate-hz 400 --output slower"),
    ],
    "manual": [
      Example(text: "All manual pages into a folder:", line: "swingpipe manual man1"),
      Example(text: "The page of run:", line: "swingpipe manual man1 && man man1/swingpipe-run.1"),
    ],
  ]
}
