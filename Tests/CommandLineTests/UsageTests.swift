import Foundation
import SPPipelines
import Testing

/// Faults of the command line.
struct UsageTests {
  /// Command lines that cannot be understood, and what the first line on standard error says.
  static let slips: [(line: [String], message: String)] = [
    (["rnu"], #"unknown command "rnu"; did you mean "run"?"#),
    (["help", "simulat"], #"unknown topic or command "simulat"; did you mean "simulate"?"#),
    (["help", "tabls"], #"unknown topic or command "tabls"; did you mean "tables"?"#),
    (
      ["frobnicate"],
      "unknown command \"frobnicate\"; expected one of "
        + Tool.commands.map { "\"\($0)\"" }.joined(separator: ", ")
    ),
    (["pipelines", "shwo"], #"unknown command "shwo"; did you mean "show"?"#),
    (["plan", "tennis", "a.h5"], #""plan" is now "run --dry-run""#),
    (["help", "train"], #""train" is now "pipelines train""#),
    (["simulate-heads", "--help"], #""simulate-heads" is now "simulate heads""#),
    (["stages", "show", "filters.high_pass"], #""stages show" is now "describe stages""#),
    (["run", "tennis", "a.h5", "--force"], #""--force" is now "--overwrite""#),
    (["workout-plan", "schema"], #""workout-plan schema" is now "describe schema workout-plan""#),
    (
      ["check", "a.h5", "--details", "--min-rate-hz", "700"],
      "--min-rate-hz has no effect with --details; expected one of them"
    ),
    (
      ["run", "a.h5", "--dry-run", "--json"],
      "--json lists recordings for --plan, which runs one pipeline; expected a pipeline before the recordings"
    ),
    (
      ["simulate", "--seed", "3"],
      #""simulate" is a group of commands; expected one of "swings", "heads", "dives", "workouts" after it"#
    ),
    (["run", "p.json", "a.h5", "--ouput", "out"], #"unknown option "--ouput"; did you mean "--output"?"#),
    (
      ["simulate", "swings", "-o", "out", "--duration=5"], #"unknown option "--duration"; did you mean "--duration-s"?"#
    ),
    (["describe", "stages", "--jsn"], #"unknown option "--jsn"; did you mean "--json"?"#),
    (
      ["run", "p.json", "a.h5"],
      "--output is missing; expected a folder, or --rows to print a table's rows and keep nothing"
    ),
    (
      ["run", "p.json", "a.h5", "--rows", "swings", "--retry-failed"],
      "--retry-failed needs the results of an earlier run; expected --output with its folder"
    ),
    (
      ["run", "p.json", "a.h5", "-o", "out", "--rows", "swings", "--json"],
      "--json and --rows both write to standard output; expected one"
    ),
    (
      ["run", "p.json", "a.h5", "-o", "out", "--profile", "--dry-run"],
      "--dry-run runs nothing to measure; expected it without --profile"
    ),
    (
      ["run", "p.json", "a.h5", "--rows", "swings", "--profile", "-q"],
      "--profile is not printed with --quiet, and not stored without --output; expected --output, or no --quiet"
    ),
    (
      ["run", "p.json", "a.h5", "-o", "out", "--rows", "swings", "--dry-run"],
      "--dry-run makes no rows; expected it without --rows"
    ),
    (["head"], "Missing expected argument '<table> ...'"),
    (["head", "a.csv", "--rows", "-1"], "--rows is -1; expected 0 or more"),
    (["head", "a.csv", "-n", "-3"], "--rows is -3; expected 0 or more"),
    (["head", "a.csv", "--all", "-n", "3"], "--all prints all rows and --rows some; expected one"),
    (["head", "a.csv", "--schema", "--all"], "--schema prints no rows; expected it without --all"),
    (["head", "a.csv", "--schema", "-n", "3"], "--schema prints no rows; expected it without --rows"),
    (["head", "a.csv", "--csv", "--json-lines"], "--json-lines and --csv are two forms of output; expected one"),
    (["head", "a.csv", "--json"], "--json goes with --schema; for rows as JSON expected --json-lines"),
    (["head", "a.csv", "--columns", "a,,b"], "--columns has an empty name; expected names between commas"),
    (["head", "a.csv", "--columns", "a,b,a"], "--columns names \"a\" twice; expected each once"),
    (["run", "p.json", "a.h5", "-o", ""], "--output is empty; expected a folder"),
    (
      ["run", "p.json", "-o", "out"], "no recording is given; expected inputs, or --files-from with a list of them"
    ),
    (["run", "--dry-run", "p.json"], "no recording is given; expected inputs, or --files-from with a list of them"),
    (
      ["run", "p.json", "-o", "out", "--files-from", ""],
      "--files-from is empty; expected a file, or - for standard input"
    ),
    (["run", "p.json", "a.h5", "-o", "out", "--jobs", "-1"], "--jobs is -1; expected 1 or more"),
    (
      ["run", "p.json", "a.h5", "-o", "out", "--json", "--summary"],
      "--summary and --json both write to standard output; expected one"
    ),
    (
      ["describe", "stages", "--json", "--markdown"],
      "--json and --markdown both write to standard output; expected one"
    ),
    (["check", "--details"], "no recording is given; expected inputs, or --files-from with a list of them"),
    (
      ["pipelines", "train", "p.json", "a.h5"],
      "Missing --output, --reference or --swing-model; expected one of them, with the file to write"
    ),
    (["pipelines", "train", "p.json", "-o", "m.json"], "Missing expected argument '<input> ...'"),
    (["pipelines", "train", "p.json", "a.h5", "-o", ""], "--output is empty; expected a file"),
    (["pipelines", "train", "p.json", "a.h5", "-o", "m.json", "--jobs", "0"], "--jobs is 0; expected 1 or more"),
    (["pipelines", "train", "p.json", "a.h5", "-o", "m.json", "--name", ""], "--name is empty; expected a name"),
    (
      ["pipelines", "train", "p.json", "a.h5", "-o", "m.json", "--out-of-fold", ""],
      "--out-of-fold is empty; expected a folder"
    ),
    (["slurm", "p.json", "a.h5", "-o", "out"], "Missing expected argument '--shards <shards>'"),
    (["slurm", "p.json", "a.h5", "-o", "out", "--shards", "0"], "--shards is 0; expected 1 or more"),
    (
      ["slurm", "p.json", "a.h5", "-o", "out", "--shards", "2", "--max-retries", "-1"],
      "--max-retries is -1; expected 0 or more"
    ),
    (
      ["slurm", "p.json", "a.h5", "-o", "out", "--shards", "2", "--time", "1 hour"],
      #"--time is "1 hour"; expected minutes, hours:minutes:seconds, or days-hours:minutes:seconds"#
    ),
    (
      ["slurm", "p.json", "a.h5", "-o", "out", "--shards", "2", "--memory", "2GB"],
      #"--memory is "2GB"; expected megabytes, or a number with K, M, G or T, as in 2G"#
    ),
    (
      ["slurm", "p.json", "a.h5", "-o", "out", "--shards", "2", "--job-name", "a b"],
      #"--job-name is "a b"; expected letters, digits, and any of _ . , : @ + -"#
    ),
    (
      ["slurm", "p.json", "a.h5", "-o", #"o\ut"#, "--shards", "2"],
      "--output has a backslash, which sbatch misreads in the names of logs; expected none"
    ),
    (["pipelines", "test"], "Missing expected argument '<pipeline> ...'"),
    (["pipelines", "test", "p.json", "--jobs", "0"], "--jobs is 0; expected 1 or more"),
    (["score", "out"], "Missing expected argument '--labels <recording> ...'"),
    (
      ["score", "out", "--labels", "a.h5", "--fail-under", "hit.f1=0.9"],
      #"--fail-under names an unknown metric "hit.f1"; did you mean "hits.f1"?"#
    ),
    (
      ["score", "out", "--labels", "a.h5", "--fail-over", "speed=2"],
      #"--fail-over names an unknown metric "speed"; the command's help lists them"#
    ),
    (
      ["score", "out", "--labels", "a.h5", "--fail-over", "f1"],
      #"--fail-over is "f1"; expected a metric and a number, as in f1=0.95"#
    ),
    (
      ["score", "out", "--labels", "a.h5", "--fail-under", "f1=nan"],
      #"--fail-under is "f1=nan"; expected a metric and a number, as in f1=0.95"#
    ),
    (
      ["score", "out", "--labels", "a.h5", "--hit-tolerance-ms", "-1"], "--hit-tolerance-ms is -1.0; expected 0 or more"
    ),
    (
      ["score", "out", "--labels", "a.h5", "--hit-tolerance-ms", "-.5"],
      "--hit-tolerance-ms is -0.5; expected 0 or more"
    ),
    (["score", "out", "--labels", "a.h5", "--resamples", "-1"], "--resamples is -1; expected 0 to 100000"),
    (
      ["score", "out", "--labels", "a.h5", "--resamples", "100001"], "--resamples is 100001; expected 0 to 100000"
    ),
    (
      ["score", "out", "--labels", "a.h5", "--json", "--errors"],
      "--json lists the errors too; expected --errors without it"
    ),
    (
      ["score", "out", "--labels", "a.h5", "--seed", "-1"],
      "The value '-1' is invalid for '--seed <number>': expected a whole number from 0 to 18446744073709551615"
    ),
    (
      ["score", "out", "--labels", "a.h5", "--kind", "dive", "--hit-tolerance-ms", "9"],
      "--hit-tolerance-ms is not for dive; expected --tolerance-ms or --min-overlap"
    ),
    (
      ["score", "out", "--labels", "a.h5", "--kind", "swings", "--min-overlap", "0.9"],
      "--min-overlap is not for swings; expected --hit-tolerance-ms or --miss-tolerance-ms"
    ),
    (
      ["check", "a.h5", "--max-gap-s", "-1"],
      "--max-gap-s is \"-1\"; expected a number in s, 0 or more, or none, perhaps for one stream, as in accelerometer=0.5"
    ),
    (["diff", "out"], "Missing expected argument '<second>'"),
    (["diff", "out", "out", "--within-ms", "-1"], "--within-ms is -1.0; expected 0 or more"),
    (["diff", "out", "out", "--moved-over-ms", "-1"], "--moved-over-ms is -1.0; expected 0 or more"),
    (["diff", "out", "out", "--tolerance", "nan"], "--tolerance is nan; expected 0 or more"),
    (["diff", "out", "out", "--json", "--swings"], "--json lists the swings too; expected --swings without it"),
    (["diff", "out", "out", "--json", "--brief"], "--json gives everything; expected --brief without it"),
  ]

  @Test("A slip of the keys is named, with the nearest name", arguments: slips)
  func slip(_ item: (line: [String], message: String)) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(item.line, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.first == "error: " + item.message)
    #expect(outcome.errors.contains("\nUsage: swingpipe"))
    #expect(scratch.files().isEmpty)
  }

  @Test("A misspelt type of a stage is a fault of the command line, with the nearest type")
  func stageType() async throws {
    let outcome = try await Tool.run(["describe", "stages", "filters.high_pas"])
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        error: unknown stage type "filters.high_pas"; did you mean "filters.high_pass"? ("swingpipe describe stages" lists them)

        """)
  }

  @Test(
    "Every input that leads to no recording is named",
    arguments: ["run", "pipelines train", "pipelines validate", "run --dry-run", "check --details", "check"])
  func inputs(_ line: String) async throws {
    let scratch = try Scratch()
    try scratch.write("no recording", to: "notes/read.me")
    let command = line.split(separator: " ").map(String.init)
    let pipeline = line.hasPrefix("check") ? [] : [Project.pipeline("baseball")]
    let output = ["run", "pipelines train"].contains(line) ? ["--output", "out"] : []
    let outcome = try await Tool.run(command + pipeline + ["gone.h5", "notes"] + output, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        error: gone.h5: cannot read the input: no such file or directory
        error: notes: holds no recording; expected files that end in .h5, .hdf5, .mat, .nc or .nwb

        """)
    #expect(scratch.files() == ["notes/read.me"])
  }

  @Test("Two recordings of one id fail, each with the other's path, and the others run; a work list with them, too")
  func sharedID() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try await scratch.copy(Fixtures.recording(), to: "in/b.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "in/c.h5")
    let planned = try await Tool.run(["run", "--dry-run", "impacts", "in", "--json"], in: scratch.path)
    #expect(planned.status == 0)
    try scratch.write(planned.output, to: "list.jsonl")
    for (inputs, folder) in [(["in"], ""), (["--plan", "list.jsonl"], scratch.path + "/")] {
      let outcome = try await Tool.run(["run", "impacts"] + inputs + ["-o", "out", "--verbose"], in: scratch.path)
      #expect(outcome.status == 1)
      for (one, other) in [("a", "b"), ("b", "a")] {
        let fault =
          "in/\(one).h5: its recording id \"baseball-000003\" is used by in/\(other).h5, too; expected one file per id"
        #expect(outcome.errors.contains("error: " + folder + fault), "\(outcome.errors)")
      }
      #expect(scratch.files(below: "out/impacts").count == 1)
    }
    let checked = try await Tool.run(["pipelines", "validate", "impacts", "in"], in: scratch.path)
    #expect(checked.status == 1 && checked.errors.contains("is used by in/b.h5, too"))
  }

  @Test("A folder that is taken as the pipeline is named, with the way to its recordings")
  func folderAsPipeline() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "golf/a.h5")
    try scratch.write("time,x\n", to: "a b.csv")
    let file = try await Tool.run(["run", "a b.csv", "-o", "out"], in: scratch.path)
    let advice = "if it is a file of another program: swingpipe import 'a b.csv' --output recordings"
    #expect(file.status == 64 && file.errors.contains("a b.csv is neither a recording nor a pipeline; \(advice)"))
    let outcome = try await Tool.run(["run", "golf", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(
      outcome.errorLines.first
        == "error: golf is taken as the pipeline, and no recording is given; for the recordings in it: ./golf")
    #expect(try await Tool.run(["run", "./golf", "-o", "out"], in: scratch.path).status == 0)
  }

  @Test("A plan for an output path that is a file is refused")
  func plannedOutputIsFile() async throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "out")
    let outcome = try await Tool.run(
      ["run", "--dry-run", "baseball", try await Fixtures.recording(), "--output", "out"], in: scratch.path)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "error: --output: out: cannot make the folder, since a file of that name is there: file exists\n")
  }

  @Test(
    "A run or an import into the folder of its inputs is refused",
    arguments: [["run", "in"], ["run", "tennis", "in"], ["import", "in"]])
  func outputIsInput(_ inputs: [String]) async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    let outcome = try await Tool.run(inputs + ["--output", "./in/"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(
      outcome.errorLines.first
        == "error: --output is ./in/, and so is the input in; expected another folder, which keeps results and inputs apart"
    )
    #expect(scratch.files() == ["in/a.h5"])
  }

  @Test("An output path that is a file is refused and the file left alone", arguments: ["run", "simulate"])
  func outputIsFile(_ command: String) async throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "out")
    let arguments =
      command == "simulate"
      ? ["simulate", "swings"] : ["run", Project.pipeline("baseball"), try await Fixtures.recording()]
    let outcome = try await Tool.run(arguments + ["--output", "out"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errorLines == [
        "error: --output: out: cannot make the folder, since a file of that name is there: file exists"
      ])
    #expect(try scratch.text("out") == "mine")
  }
}
