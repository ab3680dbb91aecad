import CProcess
import Foundation
import Pipelines
import Synchronization

/// Runs the program in a child process, and again after a crash, so that one damaged file does not end a batch.
///
/// The HDF5 library crashes on about one in a hundred files whose structure was damaged at random. The child works in
/// threads and as fast as without a parent; the parent waits, knows from a shared journal what was under way, and tells
/// the next child to leave it alone.
enum Supervisor {
  /// The commands that work on many recordings.
  private static let commands: Set<String> = ["run", "plan"]
  private static let crashes: [Int32: String] = [
    SIGSEGV: "segmentation fault", SIGBUS: "bus error", SIGILL: "illegal instruction", SIGFPE: "arithmetic error",
    SIGABRT: "abort", SIGTRAP: "trap",
  ]

  private static let child = Atomic<pid_t>(0)
  private static let history = Mutex(CrashHistory())

  /// What earlier children crashed at.
  static var crashHistory: CrashHistory { history.withLock { $0 } }

  /// Whether a command line is of a command that is run in a child.
  static func covers(_ arguments: [String]) -> Bool { arguments.first.map(commands.contains) ?? false }

  /// Returns in the child; the parent ends as the last child does.
  ///
  /// It has to be called while the process has one thread.
  static func start(_ arguments: [String]) {
    guard let journal = SharedJournal() else { return }
    unblockSignals()
    let input = arguments.contains("-") ? KeptInput() : nil
    let parent = getpid()
    var history = CrashHistory(journal: journal)
    while true {
      journal.clear()
      input?.rewind()
      let process = cprocess_fork()
      if process < 0 { return }
      if process == 0 {
        cprocess_end_with_parent(parent)
        // A page of backtrace is no help to who has a damaged file; who wants it sets the runtime's variable.
        if getenv("SWIFT_BACKTRACE") == nil { for number in crashes.keys { signal(number, SIG_DFL) } }
        Self.history.withLock { $0 = history }
        return
      }
      learn(from: end(of: process), journal.underWay, &history)
    }
  }

  /// Programs that start others from threads of theirs may hand down signals that are blocked.
  private static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for a child, to which signals are passed on meanwhile.
  private static func end(of process: pid_t) -> Int32 {
    child.store(process, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // Those of the terminal have reached the child already, which takes a second one so soon for an echo.
        kill(Supervisor.child.load(ordering: .relaxed), number)
      }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    return status
  }

  /// Notes which recordings a crash is owed to; any other end is that of this process, too.
  private static func learn(from status: Int32, _ underWay: [String], _ history: inout CrashHistory) {
    let number = status & 0x7F
    guard number != 0 else { exit((status >> 8) & 0xFF) }
    guard let name = crashes[number], !underWay.isEmpty else {
      signal(number, SIG_DFL)
      raise(number)
      exit(128 + number)
    }
    let cause = "signal \(number), \(name)"
    let isKnown = underWay.count == 1 || underWay.allSatisfy(history.suspects.contains)
    for path in underWay {
      if isKnown { history.causes[path] = cause } else { history.suspects.insert(path) }
    }
    let what = isKnown ? underWay.joined(separator: ", ") : "one of \(underWay.joined(separator: ", "))"
    let next = isKnown ? "going on with the others" : "going on with the others, and then with each of these alone"
    StandardStreams.error("warning: the program crashed at \(what) (\(cause)); \(next)")
  }
}

/// Standard input, kept so that every child reads it from its beginning.
private struct KeptInput {
  init?() {
    // A file can be read again as it is.
    guard lseek(STDIN_FILENO, 0, SEEK_CUR) < 0, let file = tmpfile() else { return nil }
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      fwrite(block, 1, count, file)
    }
    fflush(file)
    dup2(fileno(file), STDIN_FILENO)
    fclose(file)
  }

  func rewind() { lseek(STDIN_FILENO, 0, SEEK_SET) }
}
