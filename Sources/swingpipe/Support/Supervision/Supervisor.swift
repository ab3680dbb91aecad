import ArgumentParser
import CProcess
import Foundation
import Pipelines
import Synchronization

/// Runs the program in a child process, and again after a crash, so that one damaged file does not end a batch.
///
/// The HDF5 library crashes on about one in a hundred files whose structure was damaged at random. The child works in
/// threads and as fast as without a parent; the parent waits, knows from a shared journal what was under way, and tells
/// the next child to leave it alone, and what is finished already.
enum Supervisor {
  /// The commands that work on many recordings.
  private static let commands: Set<String> = ["run", "plan", "validate"]
  private static let crashes: [Int32: String] = [
    SIGSEGV: "segmentation fault", SIGBUS: "bus error", SIGILL: "illegal instruction", SIGFPE: "arithmetic error",
    SIGABRT: "abort", SIGTRAP: "trap",
  ]

  private static let history = Mutex(CrashHistory())

  /// What earlier children crashed at, and what they finished.
  static var crashHistory: CrashHistory { history.withLock { $0 } }

  /// Whether a command line is of a command that is run in a child.
  static func covers(_ arguments: [String]) -> Bool { arguments.first.map(commands.contains) ?? false }

  /// Returns in the child; the parent ends as the last child does.
  ///
  /// It has to be called while the process has one thread.
  static func start(_ arguments: [String]) {
    guard let journal = SharedJournal() else { return }
    let signals = PassedSignals()
    signals.release()
    let inputs = kept(arguments)
    // A caller may ignore the ends of its children, and the system then tells nobody how they ended.
    signal(SIGCHLD, SIG_DFL)
    let parent = getpid()
    TemporaryOutput.settle()
    var history = CrashHistory(journal: journal)
    while true {
      journal.clear()
      for input in inputs { input.rewind() }
      signals.hold()
      signals.restore()
      let process = cprocess_fork()
      if process <= 0 {
        signals.release()
        guard process == 0 else { return }
        cprocess_end_with_parent(parent)
        // A page of backtrace is no help to who has a damaged file; who wants it sets the runtime's variable.
        if getenv("SWIFT_BACKTRACE") == nil { for number in crashes.keys { signal(number, SIG_DFL) } }
        Self.history.withLock { $0 = history }
        return
      }
      signals.passOn(to: process)
      signals.release()
      let status = end(of: process)
      // What comes from here on is for the next child.
      signals.hold()
      learn(from: status, journal, signals, &history)
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

  /// Waits for a child.
  private static func end(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno == EINTR { continue }
      StandardStreams.error(
        "error: it cannot be told how the work ended, and it may not be complete: \(String(cString: strerror(errno)))")
      exit(ExitCode.someFailed.rawValue)
    }
    return status
  }

  /// Notes which recordings a crash is owed to; any other end is that of this process, too.
  private static func learn(
    from status: Int32, _ journal: SharedJournal, _ signals: PassedSignals, _ history: inout CrashHistory
  ) {
    let number = status & 0x7F
    guard number != 0 else {
      TemporaryOutput.remove()
      exit((status >> 8) & 0xFF)
    }
    let underWay = journal.underWay
    guard let name = crashes[number], !underWay.isEmpty else { end(by: number, signals) }
    history.finished = journal.finished
    let cause = "signal \(number), \(name)"
    let isKnown = underWay.count == 1 || underWay.allSatisfy(history.suspects.contains)
    for path in underWay {
      if isKnown { history.causes[path] = cause } else { history.suspects.insert(path) }
    }
    let what = isKnown ? underWay.joined(separator: ", ") : "one of \(underWay.joined(separator: ", "))"
    let next = isKnown ? "going on with the others" : "going on with the others, and then with each of these alone"
    StandardStreams.error("warning: the program crashed at \(what) (\(cause)); \(next)")
  }

  /// Ends as a child that was ended by a signal, or as after Ctrl-C where that was passed on to it: it had not come to
  /// what it would have to end in good order.
  private static func end(by number: Int32, _ signals: PassedSignals) -> Never {
    TemporaryOutput.remove()
    if crashes[number] == nil, number != SIGKILL, signals.wasPassedOn {
      StandardStreams.error("interrupted")
      exit(ExitCode.interrupted.rawValue)
    }
    signals.restore()
    signals.release()
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
