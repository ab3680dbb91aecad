import HDF5
import Pipelines

/// The processes of a program: one that does the work, and beside it one for each file at which nothing moves.
///
/// When nothing has moved in the first for a short while, the work that it is at is set aside: that process is ended, the
/// next leaves this work to the last, and another process tries it alone for as long as a file may take. So
/// files that hold HDF5 up for ever are waited for beside each other and beside the others' work, and one that is only slow
/// is read all the same.
struct ChildProcesses {
  /// What the calling process has become.
  enum Side {
    case parent
    case child(FileJournal?, CrashHistory)
  }

  private struct Member {
    let process: GuardedProcess
    /// The files that it leaves behind when it is killed.
    let unfinished: UnfinishedFiles
    /// The work that it is for; nil for all.
    let only: WorkStep?
  }

  /// How long nothing may move in the first process, in s, before its work is set aside. A sound file one of whose chunks takes
  /// HDF5 longer costs no more than to be begun again.
  private static let suspicionS = 2.0
  /// The same, as a fraction of the time after which a file is given up.
  private static let suspicionFraction = 0.2
  /// How many files are tried alone at a time. Each process takes some 20 MB until its file has proven sound.
  private static let mostOthers = 16

  /// The exit status of a process that another is to follow; no command ends with it.
  static let startsOver: Int32 = 3

  var diagnosis: CrashDiagnosis
  private let notes: SharedNotes
  private var members: [Member] = []
  private var waiting: [WorkStep] = []
  /// Work that another process has done without a fault, or cannot try: it is waited for.
  private var cleared: Set<WorkStep> = []
  /// How often work that was set aside turned out to be slow, and nothing worse.
  private var falseSuspicions = 0

  init(_ notes: SharedNotes, _ diagnosis: CrashDiagnosis) {
    self.notes = notes
    self.diagnosis = diagnosis
  }

  /// The process that does the work comes first.
  var processes: [GuardedProcess] { members.map(\.process) }

  /// The next process to start: nil inside for all of the work; nil if all are running.
  var next: WorkStep?? {
    if members.first.map({ $0.only != nil }) ?? true { return .some(nil) }
    return waiting.first.map { .some($0) }
  }

  /// Makes a process for some work.
  mutating func begin(_ only: WorkStep?) -> Side {
    waiting.removeAll { $0 == only }
    var crashes = diagnosis.history
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

  /// Looks at all of them.
  /// - Returns: how the one that does the work ended; nil where it has not, or was ended to be followed by another.
  mutating func look() -> GuardedProcess.Ending? {
    for (index, member) in members.enumerated().reversed() {
      guard let ending = member.process.look() else { continue }
      members.remove(at: index)
      if ending.exitStatus == nil { member.unfinished.remove() }
      guard let only = member.only else { return ending.exitStatus == Self.startsOver ? nil : ending }
      close(only, diagnosis.learn(from: ending, at: only.path))
    }
    setAside()
    return nil
  }

  /// Ends all of them.
  mutating func end() {
    for member in members {
      member.process.end()
      member.unfinished.remove()
    }
    members = []
  }

  /// Ends those that are at one file each.
  mutating func endOthers() {
    for member in members where member.only != nil {
      member.process.end()
      member.unfinished.remove()
    }
    members.removeAll { $0.only != nil }
    waiting = []
  }

  /// Tells all processes the result of work that was set aside.
  private mutating func close(_ step: WorkStep, _ found: (fault: FileFault, path: String)?) {
    diagnosis.history.setAside.remove(step)
    if found == nil {
      cleared.insert(step)
      falseSuspicions += 1
    }
    notes.verdicts.add([step.path, step.name, found?.fault.record ?? "sound", found?.path ?? step.path])
  }

  /// Sets the work aside at which nothing moves.
  private mutating func setAside() {
    guard let first = members.first, first.only == nil else { return }
    let timeoutS = first.process.stallTimeoutS
    var limitS = min(Self.suspicionS, timeoutS * Self.suspicionFraction)
    // Where files are slow, as on a busy share, they are given more and more time.
    for _ in 0..<min(falseSuspicions, 10) { limitS *= 2 }
    guard limitS < timeoutS, first.process.idleS >= limitS else { return }
    let others = members.dropFirst()
    // One that moves again takes processors and memory as the first does.
    guard others.allSatisfy({ $0.process.idleS >= limitS / 2 }) else { return }
    let steps = first.process.idleNotes.map { WorkStep(path: $0.path, name: $0.step) }
      .filter { !$0.name.isEmpty && !cleared.contains($0) && !diagnosis.history.setAside.contains($0) }
    guard !steps.isEmpty, others.count + steps.count <= Self.mostOthers else { return }
    first.process.end()
    first.unfinished.remove()
    members.removeFirst()
    diagnosis.history.setAside.formUnion(steps)
    waiting += steps
  }
}
