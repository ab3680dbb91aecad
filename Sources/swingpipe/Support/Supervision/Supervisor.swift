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
/// what was under way, and has the next child leave it alone, and what is finished already.
enum Supervisor {
  /// The commands that work on many recordings and keep what is done.
  private static let batches: Set<String> = ["run", "plan", "validate", "slurm"]
  /// Other commands that open recordings or tables.
  private static let others: Set<String> = [
    "check", "degrade", "diff", "explain", "export", "head", "import", "info", "label", "merge", "plot", "report",
    "score", "test", "train",
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
    return !arguments.contains("--help") && !arguments.contains("-h")
  }

  /// Has a file given up at which nothing moves for so long, in s; 0 waits for ever.
  static func giveUp(after seconds: Double) { journal.withLock { $0?.stallTimeoutS = seconds } }

  /// Has recordings fail at once that stalled in an earlier run and are as they were.
  static func recall(_ plan: BatchPlan) {
    history.withLock { $0.recall(plan, toolVersion: ToolVersion.current) }
  }

  /// Returns in the child; the parent ends as the last child does.
  ///
  /// It has to be called while the process has one thread.
  static func start(_ arguments: [String]) {
    guard let journal = BatchJournal(), let signals = SignalRelay() else { return }
    signals.release()
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    let inputs = kept(arguments)
    // A caller may ignore the ends of its children, and the system then tells nobody how they ended.
    signal(SIGCHLD, SIG_DFL)
    TemporaryOutput.settle()
    journal.files.stallTimeoutS = FileGuard.usualStallTimeoutS
    Self.journal.withLock { $0 = journal.files }
    let output = RepeatedOutput()
    let unfinished = UnfinishedFiles()
    var verdict = Verdict(isBatch: arguments.first.map(batches.contains) ?? false, CrashHistory(journal: journal))
    while true {
      for input in inputs { input.rewind() }
      signals.hold()
      signals.restore()
      switch GuardedProcess.start(journal.files) {
      case nil, .child:
        history.withLock { $0 = verdict.history }
        repeated.withLock { $0 = output }
        output?.begin()
        signals.release()
        return
      case .parent(let child):
        signals.begin()
        signals.release()
        let ending = signals.end(of: child)
        // What comes from here on is for the next child.
        signals.hold()
        if ending?.exitStatus == nil { unfinished.remove() }
        if let ending, !isAsked(ending, signals) {
          verdict.history.finished = journal.finished
          verdict.learn(from: ending)
          if verdict.unexplained > unexplainedEnds { end(unexplained: ending) }
        } else {
          end(as: ending, signals, inWords: verdict.isBatch)
        }
      }
    }
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

  /// Whether a child ended by itself, or as it was asked to.
  private static func isAsked(_ ending: GuardedProcess.Ending, _ signals: SignalRelay) -> Bool {
    ending.fault == nil || signals.wasPassedOn
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

/// Judges which files the end of a child is owed to.
private struct Verdict {
  let isBatch: Bool
  var history: CrashHistory
  /// How often a child ended at no file that is known.
  private(set) var unexplained = 0

  init(isBatch: Bool, _ history: CrashHistory) {
    self.isBatch = isBatch
    self.history = history
  }

  private func isTemporary(_ path: String) -> Bool {
    let name = Folder.split(path).name
    return name.hasPrefix(".") && name.hasSuffix(".tmp")
  }

  mutating func learn(from ending: GuardedProcess.Ending) {
    guard let fault = ending.fault else { return }
    let files = ending.files.map(Folder.absolute)
    // A file in the making has another name each time.
    let isNew = files.contains { history.causes[$0] == nil && !isTemporary($0) }
    guard isNew else {
      unexplained += 1
      return StandardStreams.error("warning: \(fault.sentence("no file that is known")); it is started again")
    }
    let isKnown = ending.isCertain || files.allSatisfy(history.suspects.contains)
    for path in files {
      if isKnown {
        history.causes[path] = CrashHistory.Cause(message: fault.description, isStall: fault.isStall)
        FileGuard.refuse(path, fault)
      } else {
        history.suspects.insert(path)
      }
    }
    // Other commands tell it as they tell of any file that cannot be opened.
    guard isBatch else { return }
    let what = isKnown ? ending.files.joined(separator: ", ") : "one of \(ending.files.joined(separator: ", "))"
    let next = isKnown ? "going on with the others" : "going on with the others, and then with each of these alone"
    StandardStreams.error("warning: \(fault.sentence(what)); \(next)")
  }
}
