import ArgumentParser
import Foundation
import Pipelines
import Supervision
import Synchronization

/// The process that the command line runs in: commands that open recordings or tables run in a child.
enum Supervisor {
  /// The commands that work on many recordings and keep what is done.
  private static let batches: Set<String> = ["run", "plan", "validate", "slurm"]
  /// Other commands that open recordings or tables.
  private static let others: Set<String> = [
    "check", "degrade", "diff", "explain", "export", "head", "import", "info", "label", "merge", "plot", "report",
    "score", "sweep", "test", "train",
  ]
  /// Options that name a file to read, for which `-` is standard input.
  private static let listOptions = ["--files-from", "--plan"]

  private static let current = Mutex(SupervisedProcess())

  /// What this process is for.
  static var process: SupervisedProcess { current.withLock { $0 } }

  /// What earlier children crashed at, and what they finished.
  static var crashHistory: CrashHistory { process.crashHistory }

  /// Whether a command line is of a command that is run in a child.
  static func covers(_ arguments: [String]) -> Bool {
    guard let name = arguments.first else { return false }
    let opensRecordings = name == "workout-plan" && arguments.contains("--complete-from")
    guard batches.contains(name) || others.contains(name) || opensRecordings else { return false }
    return !arguments.contains { ["--help", "--help-all", "-h"].contains($0) }
  }

  /// Returns in the child; the parent ends as the last child does.
  static func start(_ arguments: [String]) {
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    TemporaryOutput.settle()
    let isBatch = arguments.first.map(batches.contains) ?? false
    // Other commands tell of such a file as of any that cannot be opened.
    let supervisor = ProcessSupervisor(inputs: inputs(in: arguments), tellsFaults: isBatch) {
      StandardStreams.error("warning: \($0)")
    }
    do {
      switch try supervisor.start() {
      case .child(let process): current.withLock { $0 = process }
      case .parent(let ending): end(as: ending, isBatch: isBatch)
      }
    } catch {
      StandardStreams.error("error: \(error)")
      exit(ExitCode.temporary.rawValue)
    }
  }

  /// Ends as the last child did, or as after Ctrl-C where that was passed on to it: it had not come to what it would have
  /// to end in good order.
  ///
  /// Commands that keep nothing leave it to the shell, which ends its loops at a signal, to tell that there was one.
  private static func end(as ending: SupervisedEnding, isBatch: Bool) -> Never {
    TemporaryOutput.remove()
    switch ending.reason {
    case .exit(let status): exit(status)
    case .signal(let number) where !(ending.wasAskedToEnd && isBatch): ending.raise(number)
    case .signal, .killed:
      StandardStreams.error("interrupted")
      exit(ExitCode.interrupted.rawValue)
    case .unexplained(let sentence, let wasKilled):
      StandardStreams.error("error: \(sentence), again and again; expected inputs that are whole, and memory enough")
      exit((wasKilled ? ExitCode.temporary : .unusableData).rawValue)
    }
  }

  /// The numbers of the open files that a command line names as inputs, each once.
  private static func inputs(in arguments: [String]) -> [Int32] {
    let found = zip(arguments, [""] + arguments).compactMap { argument, before -> Int32? in
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let value = argument.hasPrefix("--") ? parts.last ?? "" : argument
      let option = value == argument ? before : parts[0]
      if value == "/dev/stdin" || (value == "-" && listOptions.contains(option)) { return STDIN_FILENO }
      for folder in ["/dev/fd/", "/proc/self/fd/"] where value.hasPrefix(folder) {
        return Int32(value.dropFirst(folder.count))
      }
      return nil
    }
    return Set(found).sorted()
  }
}
