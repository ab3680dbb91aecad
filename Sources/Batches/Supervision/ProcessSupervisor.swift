import Glibc
import SPBasics
import SPHDF5
import Synchronization

/// Runs a program in a child process, and again after a crash or a stall.
///
/// So a damaged file ends only its own work.
///
/// The HDF5 library crashes on about one in a hundred files whose structure was damaged at random, and never returns
/// from one in two hundred. The child works in threads, as fast as without a parent. The parent waits, and reads in a
/// journal which work was in progress when the child ended. The next child omits this work and all finished work. Work
/// that makes no progress is tried in a separate process, while another process does the rest.
package struct ProcessSupervisor {
  /// Which process returns from `ProcessSupervisor.start()`.
  package enum Side {
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
  ///   - inputs: Numbers of open files that the program reads and that could be read only once, such as standard input.
  ///   - tellsFaults: Whether to warn of each file that made a process end. Programs that report every file that they
  ///     cannot open do not need this warning.
  ///   - warn: Takes a sentence for the user, in the watching process.
  package init(inputs: [Int32] = [], tellsFaults: Bool = true, warn: @escaping (String) -> Void) {
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
  /// - Throws: `SupervisionError` for an input that cannot be kept for the next child.
  package func start() throws(SupervisionError) -> Side {
    guard let notes = SharedNotes(), let signals = SignalRelay() else { return .child(SupervisedProcess()) }
    signals.release()
    let kept = try keptInputs()
    // If the caller ignores the ends of its children, the system does not report how they ended.
    signal(SIGCHLD, SIG_DFL)
    let output = RepeatedOutput()
    var children = ChildProcesses(notes, CrashBlame(tellsFaults: tellsFaults, warn: warn))
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
      children.blame.learn(from: ending)
      if children.blame.unexplained > Self.unexplainedEnds {
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

/// The process in which a supervised program does its work, and its knowledge of earlier ones.
package final class SupervisedProcess: Sendable {
  private let history: Mutex<CrashHistory>
  private let journal: FileJournal?
  /// The output of earlier processes; nil if the program is not supervised.
  package let repeatedOutput: RepeatedOutput?

  /// A process without a supervisor: a fault of a file ends the program.
  package convenience init() { self.init(CrashHistory(), nil, nil) }

  init(_ history: CrashHistory, _ journal: FileJournal?, _ output: RepeatedOutput?) {
    self.history = Mutex(history)
    self.journal = journal
    repeatedOutput = output
    giveUp(after: FileGuard.usualStallTimeoutS)
  }

  /// The files at which earlier processes crashed, the finished work, and the journal for work in progress.
  package var crashHistory: CrashHistory { history.withLock { $0 } }

  /// Whether this process does only one piece of work, in parallel to the main process. Its output is discarded.
  package var isForOne: Bool { crashHistory.only != nil }

  /// Whether it is not known which of several files ended a process: each of them is best worked on alone.
  package var hasSuspects: Bool { !crashHistory.suspects.isEmpty }

  /// Sets the time without progress after which a file fails, in s; 0 for no limit.
  package func giveUp(after seconds: Double) { journal?.stallTimeoutS = seconds }

  /// Lets recordings fail at once that stalled in an earlier run of the same version and are as they were then.
  package func recall(_ plan: BatchPlan, toolVersion: String) {
    history.withLock { $0.recall(plan, toolVersion: toolVersion) }
  }
}

/// How a supervised program ended, for the process that watched it.
package struct SupervisedEnding {
  /// Why no further process follows.
  package enum Reason: Hashable, Sendable {
    /// The last process ended by itself, with this status.
    case exit(Int32)
    /// A signal ended the last process.
    case signal(Int32)
    /// The last process was killed, or did not end in time after it was asked to.
    case killed
    /// Processes ended again and again, for no file that could be to blame.
    ///
    /// - Parameters:
    ///   - sentence: a description.
    ///   - wasKilled: whether the system killed them, as it does if memory is short: a retry may succeed.
    case unexplained(sentence: String, wasKilled: Bool)
  }

  /// Why no further process follows.
  package let reason: Reason
  /// Whether a signal that asks programs to end was passed on to the last process.
  package let wasAskedToEnd: Bool
  private let signals: SignalRelay

  init(_ reason: Reason, _ signals: SignalRelay) {
    self.reason = reason
    wasAskedToEnd = signals.wasPassedOn
    self.signals = signals
  }

  /// Ends this process by a signal, so that a shell knows of it.
  package func raise(_ number: Int32) -> Never {
    signals.restore()
    signals.release()
    signal(number, SIG_DFL)
    Glibc.raise(number)
    exit(128 + number)
  }
}

/// An input that can be read only once and could not be kept for a later process; some of it may be read already.
package struct SupervisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The input, and the system's reason.
  package let description: String
}
