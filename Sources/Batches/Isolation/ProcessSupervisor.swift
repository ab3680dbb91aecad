import Glibc
import SPBasics
import SPHDF5

/// Runs a program in a child process, and again after a crash or a stall.
///
/// One damaged file then ends no work but its own.
///
/// The HDF5 library crashes on about one in a hundred files whose structure was damaged at random, and never returns
/// from one in two hundred. The child works in threads, as fast as without a parent. The parent waits, and knows from a
/// journal what the child was working on when it ended. The next child leaves that out, and what is finished already.
/// Work that makes no progress is tried in a process of its own, while another does the rest.
public struct ProcessSupervisor {
  /// Which process returns from ``ProcessSupervisor/start()``.
  public enum Side {
    /// A child, which does the work of the program.
    case child(SupervisedProcess)
    /// The process that was started first, after the last child has ended.
    case parent(SupervisedEnding)
  }

  /// How often children may end without a file that could be to blame.
  private static let unexplainedEnds = 2

  private let inputs: [Int32]
  private let tellsFaults: Bool
  private let warn: (String) -> Void

  /// Prepares to watch a program.
  /// - Parameters:
  ///   - inputs: numbers of open files that the program reads and that could be read only once, such as standard input.
  ///   - tellsFaults: whether to warn of each file that made a process end; programs that report every file they cannot
  ///     open do that themselves.
  ///   - warn: takes a sentence for the user, in the watching process.
  public init(inputs: [Int32] = [], tellsFaults: Bool = true, warn: @escaping (String) -> Void) {
    self.inputs = inputs
    self.tellsFaults = tellsFaults
    self.warn = warn
  }

  /// Starts children, and watches them.
  ///
  /// Returns in every child, in which the program is to do its work, and in the parent after the end of the last child.
  ///
  /// To be called while the process has one thread. If the system gives no memory for it, the process itself does the
  /// work, unwatched.
  /// - Throws: ``SupervisionError`` for an input that cannot be kept for the next child.
  public func start() throws(SupervisionError) -> Side {
    guard let notes = SharedNotes(), let signals = SignalRelay() else { return .child(SupervisedProcess()) }
    signals.release()
    let kept = try keptInputs()
    // If the caller ignores the ends of its children, the system does not report how they ended.
    signal(SIGCHLD, SIG_DFL)
    let output = RepeatedOutput()
    var children = ChildProcesses(notes, CrashDiagnosis(tellsFaults: tellsFaults, warn: warn))
    while true {
      while let step = children.next {
        signals.hold()
        switch children.begin(step) {
        case .parent:
          signals.begin()
          signals.release()
        case .child(let journal, let crashes):
          signals.restore()
          let process = Self.settle(journal, crashes, output)
          for input in kept { input.begin() }
          signals.release()
          return .child(process)
        }
      }
      signals.pause(for: children.processes)
      if signals.wasPassedOn { children.endOthers() }
      if signals.isOverdue {
        children.end()
        return .parent(SupervisedEnding(.killed, signals))
      }
      guard let ending = children.look() else { continue }
      guard let fault = ending.fault, !signals.wasPassedOn else {
        children.end()
        return .parent(SupervisedEnding(Self.reason(of: ending), signals))
      }
      children.diagnosis.learn(from: ending)
      if children.diagnosis.unexplained > Self.unexplainedEnds {
        children.end()
        let wasKilled = if case .kill = fault.cause { true } else { false }
        let sentence = fault.sentence("no known file")
        return .parent(SupervisedEnding(.unexplained(sentence: sentence, wasKilled: wasKilled), signals))
      }
    }
  }

  private func keptInputs() throws(SupervisionError) -> [KeptInput] {
    var kept: [KeptInput] = []
    for input in inputs { if let input = try KeptInput(input) { kept.append(input) } }
    return kept
  }

  /// Prepares a child that has just begun.
  private static func settle(
    _ journal: FileJournal?, _ crashes: CrashHistory, _ output: RepeatedOutput?
  ) -> SupervisedProcess {
    guard crashes.only == nil else {
      // The fault of the file is reported by the process that does the rest.
      let nowhere = open("/dev/null", O_WRONLY)
      for stream in [STDOUT_FILENO, STDERR_FILENO] { dup2(nowhere, stream) }
      return SupervisedProcess(crashes, journal, nil)
    }
    output?.begin()
    return SupervisedProcess(crashes, journal, output)
  }

  private static func reason(of ending: GuardedProcess.Ending) -> SupervisedEnding.Reason {
    if let status = ending.exitStatus { return .exit(status) }
    guard let number = ending.signal, number != SIGKILL else { return .killed }
    return .signal(number)
  }
}
