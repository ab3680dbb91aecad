import Foundation
import SPRecordings
import Testing

struct HelpTests {
  @Test("The version goes to standard output", arguments: [["--version"], ["run", "--version"]])
  func version(_ arguments: [String]) async throws {
    let outcome = try await Tool.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(outcome.errors.isEmpty)
  }

  @Test("Images of containers in the recipes have this version")
  func images() async throws {
    let version = try await Tool.run(["--version"]).output.trimmingCharacters(in: .newlines)
    let folder = Project.path("Pipelines/Cluster")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      for match in text.matches(of: /\/swingpipe:([\d.]+)/) {
        count += 1
        #expect(match.1 == version, "\(name)")
      }
    }
    #expect(count >= 4)
  }

  /// Every command with its options and exit codes.
  static let commands: [(command: [String], options: [String], codes: [Int])] = [
    ([], [], [0, 1, 64, 65, 75, 78, 130]),
    (
      ["run"],
      [
        "--set", "--mapping", "--features", "--practice", "--files-from", "--plan", "--overwrite", "--only",
        "--retry-failed", "--verify",
        "--shard",
        "--shards",
        "--shard-index-from-env", "-o, --output", "-j, --jobs", "--until", "--fail-fast", "--dry-run", "--check",
        "--summary",
        "--verbose",
        "--profile", "--json", "--rows", "-q, --quiet", "--log-format",
      ], [0, 1, 64, 65, 75, 78, 130]
    ),
    (
      ["pipelines", "train"],
      [
        "--set", "-o, --output", "--reference", "--swing-model", "--name", "--out-of-fold", "-j, --jobs", "--json",
        "-q, --quiet",
      ],
      [0, 1, 64, 78, 130]
    ),
    (["pipelines", "validate"], ["--set", "--json"], [0, 1, 64, 78]),
    (["status"], ["--verify", "--json"], [0, 1, 64, 65]),
    (
      ["head"], ["-n, --rows", "--all", "--columns", "--vertical", "--json-lines", "--csv", "--schema", "--json"],
      [0, 64, 65, 75]
    ),
    (
      ["report"],
      ["-o, --output", "--split-by", "--units", "--compare-rate-hz", "--max-swings", "-q, --quiet"],
      [0, 64, 65, 75, 130]
    ),
    (["merge"], ["--require-complete", "-q, --quiet"], [0, 1, 64, 65, 75]),
    (["pipelines", "test"], ["--set", "-j, --jobs", "--json", "-q, --quiet"], [0, 1, 64, 78, 130]),
    (["pipelines"], [], [0, 64]),
    (["pipelines", "list"], ["--json"], [0, 64]),
    (["pipelines", "show"], [], [0, 64]),
    (["describe"], [], [0, 64, 78]),
    (["describe", "stages"], ["--json", "--markdown"], [0, 64]),
    (["describe", "labels"], ["--json"], [0, 64]),
    (["describe", "columns"], ["-p, --pipeline", "--set", "--json", "--markdown"], [0, 64, 78]),
    (["describe", "schema"], [], [0, 64]),
    (["describe", "presets"], ["--json"], [0, 64]),
    (["workout-plan"], [], [0, 1, 64, 65, 75, 78]),
    (["workout-plan", "validate"], ["--json"], [0, 64, 75, 78]),
    (
      ["workout-plan", "show"], ["--units", "-o, --output", "--format", "--width", "--theme"], [0, 64, 75, 78]
    ),
    (["workout-plan", "convert"], ["--to", "-o, --output", "--ftp-w", "--pace"], [0, 64, 75, 78]),
    (
      ["workout-plan", "schedule"],
      [
        "--list", "--add", "--on", "--remove", "--complete-from", "--limit", "--time-zone", "--now", "--json",
        "--stall-timeout-s",
      ], [0, 1, 64, 65, 75, 78]
    ),
    (["workout-plan", "complete"], ["--index", "--plan", "--on", "--at"], [0, 64, 75, 78]),
    (["workout-plan", "activities"], ["--json"], [0, 64]),
    (
      ["check"],
      ["--files-from", "--details", "--stamps-only", "--mapping-out", "--require"]
        + QualityLimit.all.map { "--" + $0.name.replacing("_", with: "-") }
        + ["--for", "--json", "-q, --quiet", "--filter-plugins"], [0, 1, 64, 65, 75, 78]
    ),
    (
      ["explain"], ["-p, --pipeline", "--run", "--sport", "--at", "--swing", "--reach-s", "--plot", "--set", "--json"],
      [0, 64, 65, 75, 78]
    ),
    (
      ["plot"],
      [
        "-o, --output", "--swing", "--from", "--to", "--overview", "--streams", "-p, --pipeline", "--run", "--sport",
        "--set", "--panels", "--compare-rate-hz", "--title", "--width", "--height", "--scale", "--theme", "--format",
      ], [0, 1, 64, 65, 75, 78]
    ),
    (
      ["import"],
      [
        "-o, --output", "--format", "--mapping", "--filter-plugins", "--platform", "--sensor", "--date",
        "--start-time", "--interpolate", "--sort",
        "--drop-duplicates", "--fill-gaps-under", "--drop-broken-lines", "--keep-going", "--correct",
        "--motion-offset-s", "--estimate-gravity", "--range-g", "--subject",
        "--session", "--device", "--sport", "--wrist", "--crown", "--dominant-hand", "--labels", "--labels-clock",
        "-j, --jobs", "--join", "--overwrite",
        "--fail-fast", "--json", "-q, --quiet", "--log-format",
      ], [0, 1, 64, 65, 75, 130]
    ),
    (["label"], [], [0, 1, 64, 65, 75, 130]),
    (["label", "list"], ["--kind", "--json"], [0, 1, 64, 65]),
    (
      ["label", "add"],
      [
        "--contact", "--start", "--end", "--at", "--kind", "--label", "--ignore", "--distractor", "--from", "--replace",
        "--format", "--clock",
        "--offset-s", "--tier", "--hit-words", "--miss-words", "--ignore-words", "--distractor-words", "--unnamed",
      ], [0, 64, 65, 75, 130]
    ),
    (["label", "remove"], ["--at", "--within", "--index", "--all", "--kind"], [0, 64, 65, 75, 130]),
    (
      ["export"],
      [
        "--files-from", "--around", "--before-s", "--after-s", "--time-column", "--streams", "-o, --output",
      ], [0, 1, 64, 65, 75, 130]
    ),
    (
      ["sweep"], ["--files-from", "--set", "--plot", "-j, --jobs", "--json", "-q, --quiet"], [0, 1, 64, 65, 78, 130]
    ),
    (
      ["score"],
      [
        "--labels", "--compare", "--kind", "--tolerance-ms", "--min-overlap", "--hit-tolerance-ms",
        "--miss-tolerance-ms", "--ignore-within-ms", "--resamples",
        "--seed", "--fail-under", "--fail-over", "--errors", "--json",
      ], [0, 1, 64, 65, 75]
    ),
    (
      ["diff"], ["--within-ms", "--moved-over-ms", "--tolerance", "--brief", "--swings", "--json"], [0, 1, 64, 65]
    ),
    (["simulate"], [], [0, 1, 64, 75, 78, 130]),
    (
      ["simulate", "swings"],
      [
        "--sport", "-o, --output", "--seed", "-c, --count", "--duration-s", "--swings-per-minute", "--pace",
        "--miss-share", "--min-peak-g", "--max-peak-g", "--distractors-per-minute", "--check-swings-per-minute",
        "--gaps", "--stamps", "--jitter-us", "--clip-g", "--wrist", "--dominant-hand", "--storage",
      ], [0, 1, 64, 75, 130]
    ),
    (
      ["simulate", "dives"],
      [
        "--profile", "-o, --output", "--seed", "-c, --count", "--dives", "--water", "--max-depth-m", "--depth-noise-m",
        "--pauses", "--without-events", "--without-states", "--storage",
      ], [0, 1, 64, 75, 130]
    ),
    (
      ["simulate", "workouts"],
      [
        "--plan", "--compliance", "--skip-chance", "--cut-short-chance", "--end-early-chance", "--repeat-chance",
        "--ride-on-s", "--auto-lap-m", "--step-laps", "-o, --output", "--seed", "-c, --count", "--duration-s",
        "--pauses", "--lag-s", "--drift-ppm", "--fault-share",
        "--break-chance", "--late-companion-chance", "--date-error-s", "--storage",
      ], [0, 1, 64, 75, 78, 130]
    ),
    (
      ["simulate", "heads"],
      [
        "--activity", "-o, --output", "--seed", "-c, --count", "--rate-hz", "--sets", "--min-repetitions",
        "--max-repetitions", "--min-cadence-hz", "--max-cadence-hz", "--duration-s", "--disturb",
        "--yaw-drift-deg-per-min",
      ], [0, 1, 64, 75, 130]
    ),
    (
      ["degrade"],
      [
        "-o, --output", "--acceleration-rate-hz", "--motion-rate-hz", "--keep-aliases", "--clip-g", "--drop-share",
        "--motion-offset-s", "--seed",
      ], [0, 1, 64, 65, 75, 130]
    ),
    (
      ["slurm"],
      [
        "--set", "--files-from", "-o, --output", "--shards", "--submit", "--max-retries", "--time", "--memory",
        "--cpus-per-task", "--partition", "--account", "--concurrent", "--job-name",
      ], [0, 1, 64, 75, 78]
    ),
  ]

  /// The commands that open recordings or tables, and so have an option more.
  private static let opening: Set<String> = [
    "run", "pipelines train", "pipelines validate", "pipelines test", "head", "report", "merge", "check", "explain",
    "plot", "export", "label list", "label add", "label remove", "import", "score", "sweep", "diff", "degrade", "slurm",
  ]

  /// Those that execute the code of pipelines.
  private static let executing: Set = ["run", "pipelines train", "pipelines test", "explain", "plot", "sweep", "slurm"]

  @Test("Help explains every option and exit code in 80 columns", arguments: commands)
  func help(_ item: (command: [String], options: [String], codes: [Int])) async throws {
    let outcome = try await Tool.run(item.command + ["--help-all"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.outputLines
    let listed = lines.compactMap { $0.wholeMatch(of: /\ \ ((?:-[a-z], )?--[a-z-]+)(?:\ .*)?/).map { String($0.1) } }
    let opens = Self.opening.contains(item.command.joined(separator: " "))
    let code = Self.executing.contains(item.command.joined(separator: " ")) ? ["--allow-python", "--python"] : []
    #expect(
      listed == item.options + code + (opens ? ["--stall-timeout-s"] : []) + ["--version", "-h, --help"])
    let codes = lines.compactMap { $0.wholeMatch(of: /\ \ (\d+) +\S.*/).flatMap { Int($0.1) } }
    #expect(codes == item.codes)
    #expect(lines.filter { $0.count > 80 } == [])
    // Without a command there is the list of commands.
    guard !item.command.isEmpty else { return }
    let short = try await Tool.run(item.command + ["--help"])
    #expect(short.status == 0 && short.errors.isEmpty)
    #expect(short.outputLines.count <= 60 && short.outputLines.allSatisfy { $0.count <= 80 })
    #expect(try await Tool.run(["help"] + item.command).output == short.output)
    // What is left out are words: each option is there, and the way to the rest.
    for option in listed { #expect(short.output.contains("  \(option)"), "\(option)") }
    let isWhole = short.output == outcome.output
    #expect(isWhole != short.output.contains("\(item.command.joined(separator: " ")) --help-all\n"))
    let examples = short.outputLines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { $0.hasPrefix(" ") }
      .filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect((2...4).contains(examples.count), "\(examples)")
    #expect(
      examples.allSatisfy { !$0.hasPrefix("swingpipe") || $0.hasPrefix("swingpipe \(item.command[0])") }, "\(examples)")
  }

  @Test("Examples use commands and options that there are")
  func examples() throws {
    let path = Project.path("Sources/swingpipe/Help/examples.txt")
    var count = 0
    for match in try String(contentsOfFile: path, encoding: .utf8).matches(of: /swingpipe ([a-z][^|&;#\n]*)/) {
      count += 1
      let words = match.1.split(separator: " ").map(String.init)
      let command = try #require(
        Self.commands.filter { !$0.command.isEmpty && words.starts(with: $0.command) }.max {
          $0.command.count < $1.command.count
        }, "\(match.0)")
      let options = command.options.flatMap { $0.split(separator: ", ").map(String.init) }
      let others = ["--allow-python", "--python", "--stall-timeout-s", "--version", "--help", "--help-all"]
      for word in words where word.hasPrefix("-") && word != "-" {
        #expect((options + others).contains(word.split(separator: "=")[0].description), "\(match.0)")
      }
    }
    #expect(count >= 60)
  }

  @Test("Pages of the documentation are topics of help, and none has the name of a command")
  func topics() async throws {
    let listed = try await Tool.run(["help", "topics"]).outputLines.dropFirst().map { String($0.prefix { $0 != " " }) }
    let files = try FileManager.default.contentsOfDirectory(atPath: Project.path("Documentation"))
    #expect(listed.map { $0 + ".md" }.sorted() == files.filter { $0.hasSuffix(".md") }.sorted())
    #expect(Set(listed).isDisjoint(with: Tool.commands))
    for topic in listed {
      let page = try String(contentsOfFile: Project.path("Documentation/\(topic).md"), encoding: .utf8)
      #expect(try await Tool.run(["help", topic]).output == page)
    }
    let readme = try String(contentsOfFile: Project.path("README.md"), encoding: .utf8)
    #expect(listed.allSatisfy { readme.contains("](Documentation/\($0).md)") })
    #expect(readme.utf8.count <= 8192)
  }

  @Test("Help of validate, word for word")
  func exactHelp() async throws {
    #expect(
      try await Tool.run(["pipelines", "validate", "--help"]).output == """
        OVERVIEW: Check a pipeline, and whether recordings suit it.

        Reports all faults of the pipeline at once. Each fault has its place, stage and
        option, and the expected value. With recordings, it also reads their headers,
        but no data. It reports missing streams, wrong units, rates too low for a
        filter, and another sport.

        EXIT CODES:
          0    success
          1    some recordings failed or are unsuited; all other results are valid
          64   the command line or an input is wrong
          78   the pipeline is wrong

        USAGE: swingpipe pipelines validate [<options>] <pipeline> [<input> ...]

        EXAMPLES:
          The faults of a pipeline:
            swingpipe pipelines validate mine.json
          Whether it can work on recordings, too:
            swingpipe pipelines validate mine.json sessions

        ARGUMENTS:
          <pipeline>              Pipeline file, or a built-in name such as tennis. The
                                  file is JSON; comments and trailing commas are
                                  allowed.
          <input>                 Recordings, folders, or patterns in quotes:
                                  'data/*/p{1,2}-*.h5'. Folders are searched for .h5,
                                  .hdf5, .mat, .nc and .nwb files.

        OPTIONS:
          --set <id.option=value> Override an option of a stage, as in
                                  hit.threshold_g=2; may be repeated.
          --json                  Print all faults and warnings as a JSON list, empty
                                  if there are none.
          --stall-timeout-s <s>   Give up on a file after this time without progress; 0
                                  sets no limit (default: 30.0)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("Without arguments the tool shows its commands")
  func commandList() async throws {
    let outcome = try await Tool.run([])
    #expect(outcome.status == 0)
    let names = outcome.outputLines.compactMap { line in
      line.firstMatch(of: /^  ([a-z][a-z-]*)(?:, [a-z]+)? {2,}[A-Z]/).map { String($0.1) }
    }
    #expect(names == Tool.commands)
  }
}
