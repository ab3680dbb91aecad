import ArgumentParser
import CProcess
import Files
import Foundation
import HDF5
import Pipelines
import Synchronization

/// Runs the program in a child process, and again after a crash or a stall, so that one damaged file ends no work but its
/// own.
///
/// The HDF5 library crashes on about one in a hundred files whose structure was damaged at random, and never returns from
/// one in two hundred. The child works in threads and as fast as without a parent; the parent waits, knows from a journal
/// what was under way, and has the next child leave it alone, and what is finished already. ``Crew`` tells how it gets past files
/// at which nothing moves.
enum Supervisor {
  /// The commands that work on many recordings and keep what is done.
  private static let batches: Set<String> = ["run", "plan", "validate", "slurm"]
  /// Other commands that open recordings or tables.
  private static let others: Set<String> = [
    "check", "degrade", "diff", "explain", "export", "head", "import", "info", "label", "merge", "plot", "report",
    "score", "sweep", "test", "train",
  ]
  /// How often the program may end at no file that is known.
  private static let unexplainedEnds = 2

  private static let history = Mutex(CrashHistory())
  private static let journal = Mutex<FileJournal?>(nil)
  private static let repeated = Mutex<RepeatedOutput?>(nil)

  /// What earlier children crashed at, and what they finished.
  static var crashHistory: CrashHistory { history.withLock { $0 } }

  /// What earlier children have written; nothing where there were none.
  static var repeatedOutput: RepeatedOutput? { repeated.withLock { $0 } }

  /// Whether a file ended a child in a way that does not say which of several it was: each is best worked on alone.
  static var hasSuspects: Bool { !crashHistory.suspects.isEmpty }

  /// Whether a command line is of a command that is run in a child.
  static func covers(_ arguments: [String]) -> Bool {
    guard let name = arguments.first else { return false }
    let opensRecordings = name == "workout-plan" && arguments.contains("--complete-from")
    guard batches.contains(name) || others.contains(name) || opensRecordings else { return false }
    return !arguments.contains { ["--help", "--help-all", "-h"].contains($0) }
  }

  /// Has a file given up at which nothing moves for so long, in s; 0 waits for ever.
  static func giveUp(after seconds: Double) { journal.withLock { $0?.stallTimeoutS = seconds } }

  /// Has recordings fail at once that stalled in an earlier run and are as they were.
  static func recall(_ plan: BatchPlan) {
    history.withLock { $0.recall(plan, toolVersion: ToolVersion.current) }
  }

  /// Whether this process is for one piece of work alone, beside the one that does the rest.
  static var isForOne: Bool { crashHistory.only != nil }

  /// Returns in the child; the parent ends as the last child does.
  ///
  /// It has to be called while the process has one thread.
  static func start(_ arguments: [String]) {
    guard let notes = SharedNotes(), let signals = SignalRelay() else { return }
    signals.release()
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    let inputs = kept(arguments)
    // A caller may ignore the ends of its children, and the system then tells nobody how they ended.
    signal(SIGCHLD, SIG_DFL)
    TemporaryOutput.settle()
    let output = RepeatedOutput()
    let isBatch = arguments.first.map(batches.contains) ?? false
    var crew = Crew(notes, Verdict(isBatch: isBatch))
    while true {
      while let step = crew.next {
        signals.hold()
        switch crew.begin(step) {
        case .parent:
          signals.begin()
          signals.release()
        case .child(let journal, let crashes):
          signals.restore()
          settle(journal, crashes, output)
          for input in inputs { input.begin() }
          signals.release()
          return
        }
      }
      signals.pause(for: crew.processes)
      if signals.wasPassedOn { crew.endOthers() }
      if signals.isOverdue {
        crew.end()
        end(as: nil, signals, inWords: isBatch)
      }
      guard let ending = crew.look() else { continue }
      guard ending.fault != nil, !signals.wasPassedOn else {
        crew.end()
        end(as: ending, signals, inWords: isBatch)
      }
      crew.verdict.learn(from: ending)
      if crew.verdict.unexplained > unexplainedEnds {
        crew.end()
        end(unexplained: ending)
      }
    }
  }

  /// Makes ready a process that has just begun.
  private static func settle(_ journal: FileJournal?, _ crashes: CrashHistory, _ output: RepeatedOutput?) {
    self.journal.withLock { $0 = journal }
    journal?.stallTimeoutS = FileGuard.usualStallTimeoutS
    history.withLock { $0 = crashes }
    guard crashes.only == nil else {
      // What is to be said of the file is for the process that does the rest.
      let nowhere = open("/dev/null", O_WRONLY)
      for stream in [STDOUT_FILENO, STDERR_FILENO] { dup2(nowhere, stream) }
      return
    }
    repeated.withLock { $0 = output }
    output?.begin()
  }

  /// The inputs that can be read once alone, kept for the next child.
  private static func kept(_ arguments: [String]) -> [KeptInput] {
    do {
      return try KeptInput.descriptors(in: arguments).compactMap { try KeptInput($0) }
    } catch {
      StandardStreams.error("error: \(error)")
      exit(ExitCode.temporary.rawValue)
    }
  }

  /// Ends as a child did, or as after Ctrl-C where that was passed on to it: it had not come to what it would have to
  /// end in good order.
  ///
  /// Commands that keep nothing leave it to the shell, which ends its loops at a signal, to tell that there was one.
  private static func end(as ending: GuardedProcess.Ending?, _ signals: SignalRelay, inWords: Bool) -> Never {
    TemporaryOutput.remove()
    if let status = ending?.exitStatus { exit(status) }
    guard let number = ending?.signal, number != SIGKILL, !(signals.wasPassedOn && inWords) else {
      StandardStreams.error("interrupted")
      exit(ExitCode.interrupted.rawValue)
    }
    signals.restore()
    signals.release()
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  private static func end(unexplained ending: GuardedProcess.Ending) -> Never {
    TemporaryOutput.remove()
    StandardStreams.error(
      "error: \(ending.fault?.sentence("no file that is known") ?? "the program ended"), again and again; "
        + "expected inputs that are whole, and memory enough")
    guard case .kill = ending.fault?.cause else { exit(ExitCode.unusableData.rawValue) }
    exit(ExitCode.temporary.rawValue)
  }
}
