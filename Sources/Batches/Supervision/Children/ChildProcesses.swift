import CProcess
import Glibc
import SPBasics
import SPHDF5

/// The processes of a program: a main process that does the work, and a separate process for each piece of work that
/// makes no progress.
///
/// When the main process makes no progress for a short while, its present work is set aside. The main process is ended,
/// and the next main process does this work last. Meanwhile a separate process tries the work for as long as a file may
/// take. So if HDF5 hangs at several files, the program waits for them at the same time, while other work goes on. A
/// file that is only slow is still read.
struct ChildProcesses {
  /// What the calling process has become.
  enum Side {
    case parent
    case child(FileJournal?, CrashHistory)
  }

  private struct Member {
    let process: GuardedProcess
    /// The files that the process leaves behind when it is killed.
    let unfinished: UnfinishedFiles
    /// The only piece of work that the process does; nil for all of the work.
    let only: WorkStep?
  }

  /// How long the main process may make no progress, in s, before its work is set aside. If HDF5 needs longer for a
  /// chunk of a sound file, the file only has to be begun again.
  private static let suspicionS = 2.0
  /// The same limit, as a fraction of the time after which a file counts as stalled. The shorter limit counts.
  private static let suspicionFraction = 0.2
  /// The most separate processes at a time. Each process takes some 20 MB until its file has proven sound.
  private static let mostOthers = 16

  /// The exit status of a process that another process is to follow. No command ends with this status.
  static let startsOver: Int32 = 3

  var blame: CrashBlame
  private let notes: SharedNotes
  private var members: [Member] = []
  private var waiting: [WorkStep] = []
  /// Work that a separate process finished without a fault, or for which no process could be started. It is not set
  /// aside again.
  private var cleared: Set<WorkStep> = []
  /// How often work that was set aside turned out to be only slow.
  private var falseSuspicions = 0

  init(_ notes: SharedNotes, _ blame: CrashBlame) {
    self.notes = notes
    self.blame = blame
  }

  /// The processes, the main one first.
  var processes: [GuardedProcess] { members.map(\.process) }

  /// The work of the next process to start: `.some(nil)` for the main process, nil if no process is to be started.
  var next: WorkStep?? {
    if members.first.map({ $0.only != nil }) ?? true { return .some(nil) }
    return waiting.first.map { .some($0) }
  }

  /// Starts a process for one piece of work, or for all of the work if `only` is nil.
  mutating func begin(_ only: WorkStep?) -> Side {
    waiting.removeAll { $0 == only }
    var crashes = blame.history
    let journal = SharedJournal(notes, only: only)
    crashes.journal = journal
    crashes.only = only
    if only != nil { crashes.setAside = [] }
    crashes.finished = Set(notes.finished.entries().joined())
    let unfinished = UnfinishedFiles()
    switch journal.flatMap({ GuardedProcess.start($0.files) }) {
    case .parent(let process)?:
      let member = Member(process: process, unfinished: unfinished, only: only)
      if only == nil { members.insert(member, at: 0) } else { members.append(member) }
      return .parent
    case nil where only != nil:
      only.map { close($0, nil) }
      return .parent
    case .child?, nil:
      return .child(journal?.files, crashes)
    }
  }

  /// Checks all processes.
  /// - Returns: How the main process ended; nil if it still runs, or if another process is to follow it.
  mutating func look() -> GuardedProcess.Ending? {
    for (index, member) in members.enumerated().reversed() {
      guard let ending = member.process.look() else { continue }
      members.remove(at: index)
      if ending.exitStatus == nil { member.unfinished.remove() }
      guard let only = member.only else { return ending.exitStatus == Self.startsOver ? nil : ending }
      close(only, blame.learn(from: ending, at: only.path))
    }
    setAside()
    return nil
  }

  /// Ends all processes.
  mutating func end() {
    for member in members {
      member.process.end()
      member.unfinished.remove()
    }
    members = []
  }

  /// Ends all processes except the main process.
  mutating func endOthers() {
    for member in members where member.only != nil {
      member.process.end()
      member.unfinished.remove()
    }
    members.removeAll { $0.only != nil }
    waiting = []
  }

  /// Reports to all processes the result of work that was set aside.
  private mutating func close(_ step: WorkStep, _ found: (fault: FileFault, path: String)?) {
    blame.history.setAside.remove(step)
    if found == nil {
      cleared.insert(step)
      falseSuspicions += 1
    }
    notes.verdicts.add([step.path, step.name, found?.fault.record ?? "sound", found?.path ?? step.path])
  }

  /// Sets the work of the main process aside if it makes no progress.
  private mutating func setAside() {
    guard let first = members.first, first.only == nil else { return }
    let timeoutS = first.process.stallTimeoutS
    var limitS = min(Self.suspicionS, timeoutS * Self.suspicionFraction)
    // Each file that turns out to be only slow, as on a busy share, doubles the limit.
    for _ in 0..<min(falseSuspicions, 10) { limitS *= 2 }
    guard limitS < timeoutS, first.process.idleS >= limitS else { return }
    let others = members.dropFirst()
    // While another process makes progress, it uses processors and memory like the main process. Nothing more is set
    // aside then.
    guard others.allSatisfy({ $0.process.idleS >= limitS / 2 }) else { return }
    let steps = first.process.idleNotes.map { WorkStep(path: $0.path, name: $0.step) }
      .filter { !$0.name.isEmpty && !cleared.contains($0) && !blame.history.setAside.contains($0) }
    guard !steps.isEmpty, others.count + steps.count <= Self.mostOthers else { return }
    first.process.end()
    first.unfinished.remove()
    members.removeFirst()
    blame.history.setAside.formUnion(steps)
    waiting += steps
  }
}

/// The pending files of a child process, which cannot remove them when it crashes or is killed.
private final class UnfinishedFiles {
  /// A descriptor of the file that contains their names; negative if there is no such file.
  private let names: Int32

  /// Records the names of pending files from now on, in this process and in children that it starts.
  init() {
    names = cprocess_unnamed_file()
    _ = fcntl(names, F_SETFL, O_APPEND)
    PendingFile.noteNames(in: names)
  }

  deinit { close(names) }

  /// Removes the files that are still pending: finished files have other names.
  func remove() { for path in TextList.read(names) { unlink(path) } }
}
