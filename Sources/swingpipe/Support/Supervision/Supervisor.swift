import ArgumentParser
import Glibc
import SPBatches
import SPHDF5
import SPPython
import Synchronization

/// Runs commands that open recordings or tables in a child process, which is replaced if it crashes.
enum Supervisor {
  /// Commands for which the supervisor reports files at fault. After a signal, these commands end with the code for
  /// interruption.
  private static let batches: Set<String> = ["run", "pipelines validate", "slurm"]
  /// Other commands that open recordings or tables.
  private static let others: Set<String> = [
    "check", "degrade", "diff", "explain", "export", "head", "import", "label", "merge", "pipelines test",
    "pipelines train", "plot", "report", "score", "sweep",
  ]
  /// Options that name a file to read. For these, `-` is standard input.
  private static let listOptions = ["--files-from", "--plan"]

  private static let current = Mutex(SupervisedProcess())

  /// The role of this process: a child with its crash history, or a process without a supervisor.
  static var process: SupervisedProcess { current.withLock { $0 } }

  /// The files at which earlier children crashed, and the finished work of these children.
  static var crashHistory: CrashHistory { process.crashHistory }

  /// Whether the command of a command line runs in a child.
  static func covers(_ arguments: [String]) -> Bool {
    let opensRecordings = arguments.first == "workout-plan" && arguments.contains("--complete-from")
    guard isOne(of: batches, arguments) || isOne(of: others, arguments) || opensRecordings else { return false }
    return !arguments.contains { ["--help", "--help-all", "-h"].contains($0) }
  }

  /// Whether the command of a command line is among some, by its name or by the names of its group and itself.
  private static func isOne(of commands: Set<String>, _ arguments: [String]) -> Bool {
    (1...2).contains { commands.contains(arguments.prefix($0).joined(separator: " ")) }
  }

  /// Starts the child and returns in the child. The parent never returns, and ends as the last child ends.
  static func start(_ arguments: [String]) {
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    TemporaryOutput.settle()
    let isBatch = isOne(of: batches, arguments)
    // Other commands report a file that crashed them like any file that cannot be opened.
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

  /// Ends as the last child did: with its exit code, or by the signal that ended it, so that a shell also ends its
  /// loops.
  ///
  /// A child that was killed counts as interrupted. So does a child that runs one of ``batches``, if a signal ended the
  /// child after a request to end, such as Ctrl-C: the child could not end with that code itself.
  private static func end(as ending: SupervisedEnding, isBatch: Bool) -> Never {
    TemporaryOutput.remove()
    switch ending.reason {
    case .exit(let status): exit(status)
    case .signal(let number) where !(ending.wasAskedToEnd && isBatch): ending.raise(number)
    case .signal, .killed:
      StandardStreams.error("interrupted")
      exit(ExitCode.interrupted.rawValue)
    case .unexplained(let sentence, let wasKilled):
      StandardStreams.error("error: \(sentence), again and again; expected undamaged inputs, and enough memory")
      exit((wasKilled ? ExitCode.temporary : .unusableData).rawValue)
    }
  }

  /// The file descriptors that a command line names as inputs, such as the descriptor of standard input. Each is listed
  /// once.
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
