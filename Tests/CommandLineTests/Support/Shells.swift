import Foundation

/// Programs that a test may lack.
enum Installed {
  /// Whether a program is on the path.
  static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}

/// A folder in which command lines are completed, with the tool on the path and its scripts in `bash`, `_swingpipe`, `fish`.
struct CompletionScene: Sendable {
  let scratch: Scratch

  init() async throws {
    scratch = try Scratch()
    for (shell, name) in [("bash", "bash"), ("zsh", "zsh/_swingpipe"), ("fish", "fish")] {
      try scratch.write(try await Tool.run(["--generate-completion-script", shell]).output, to: name)
    }
    try FileManager.default.createDirectory(atPath: scratch("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch("bin/swingpipe"), withDestinationPath: Tool.path.get())
    try scratch.copy(Project.pipeline("baseball"), to: "work/p.json")
    try scratch.write("label,start_time_s,stop_time_s\n", to: "work/x.csv")
    for name in ["a.h5", "b.hdf5", "c.txt", "list.jsonl", "data/d.h5"] { try scratch.write("", to: "work/" + name) }
  }

  /// What there is to complete, and what has to be offered for it, in any order; folders are without a slash.
  static let lines: [(line: String, offered: [String])] = [
    ("swingpipe ru", ["run"]),
    ("swingpipe run --summ", ["--summary"]),
    ("swingpipe head x.csv --js", ["--json", "--json-lines"]),
    ("swingpipe run p.json a.h5 --log-format ", ["json", "text"]),
    ("swingpipe simulate swings --sport table", ["table_tennis"]),
    ("swingpipe run p.json ", ["a.h5", "b.hdf5", "data"]),
    ("swingpipe check --details ", ["a.h5", "b.hdf5", "data"]),
    ("swingpipe label re", ["remove"]),
    ("swingpipe label remove ", ["a.h5", "b.hdf5", "data"]),
    ("swingpipe label add a.h5 --clock ", ["recording", "start", "unix"]),
    ("swingpipe label add a.h5 --from ", ["c.txt", "data", "x.csv"]),
    ("swingpipe head ", ["a.h5", "data", "x.csv"]),
    ("swingpipe status ", ["data"]),
    ("swingpipe run p.json --plan ", ["data", "list.jsonl"]),
  ]

  /// Lines for which the tool itself is asked.
  static let asked: [(line: String, offered: [String])] = [
    ("swingpipe run p", ["p.json", "planned_workout", "posture", "push_ups"]),
    ("swingpipe run data/", []),
    ("swingpipe describe stages filters.", ["filters.high_pass", "filters.orientation"]),
    ("swingpipe run p.json --until l", ["label"]),
    ("swingpipe run p.json --rows ", ["possible", "recordings", "rejected", "swings"]),
    ("swingpipe head x.csv --columns label,st", ["label,start_time_s", "label,stop_time_s"]),
    ("swingpipe run gone.json --rows ", []),
  ]

  /// Runs a shell's program in the folder, with the tool on the path.
  func run(_ line: String) async throws -> Tool.Outcome {
    try await Tool.shell("PATH=\"$PWD/../bin:$PATH\"\n" + line, in: scratch("work"))
  }
}
