import CProcess
import Glibc
import SPBasics
import SPHDF5

/// The work in progress of one process of a program, and the finished work of all of them, in memory that survives a
/// crash.
final class SharedJournal: WorkJournal {
  /// The work in progress in this process.
  let files: FileJournal
  /// The state shared by all processes of the program.
  private let shared: SharedNotes
  /// The one piece of work that the process is for; nil for all.
  private let only: WorkStep?

  /// Allocates memory; nil if the system refuses it.
  init?(_ shared: SharedNotes, only: WorkStep? = nil) {
    guard let files = FileJournal() else { return nil }
    self.files = files
    self.shared = shared
    self.only = only
  }

  func note(_ step: WorkStep?, others: [String], tellsProgress: Bool, worker: Int) {
    let note = step.map {
      FileJournal.Note(path: $0.path, step: $0.name, others: others, tellsProgress: tellsProgress)
    }
    files.note(note, worker: worker)
  }

  func move() { files.move() }

  func finished(_ path: String) { shared.finished.add([path]) }

  func isFinished(_ path: String) -> Bool { shared.finished.entries().contains { $0 == [path] } }

  func ended(_ step: WorkStep) {
    // Not `exit`: the parent has the same buffered output, and is the one to write it.
    if step == only { _exit(EXIT_SUCCESS) }
  }

  func startOver() -> Never { _exit(ChildProcesses.startsOver) }

  func keep(_ result: [UInt8], of step: WorkStep) {
    shared.results.add([step.path, step.name, String(decoding: result, as: UTF8.self)])
  }

  func kept(_ step: WorkStep) -> [UInt8]? { shared.kept[step] }

  func cause(of step: WorkStep) throws -> CrashHistory.Cause? {
    while true {
      for verdict in shared.verdicts.entries() where verdict.prefix(2) == [step.path, step.name] {
        shared.kept.readAgain()
        guard let fault = FileFault(record: verdict[2]) else { return nil }
        FileGuard.refuse(verdict[3], fault)
        return CrashHistory.Cause(
          message: verdict[3] == step.path ? fault.description : fault.sentence(verdict[3]), isStall: fault.isStall)
      }
      try Task.checkCancellation()
      usleep(20_000)
    }
  }
}

/// The state shared by the processes of a program.
final class SharedNotes: Sendable {
  /// The paths of files that are finished.
  let finished: SharedList
  /// Path, name and result of work that is not to be done again.
  let results: SharedList
  /// Path and name of work that was set aside, its result, and the file at fault.
  let verdicts: SharedList
  /// The results, as this process knows them.
  let kept: KeptResults

  /// Nil where the system gives no memory.
  init?() {
    guard let finished = SharedList(fields: 1), let results = SharedList(fields: 3),
      let verdicts = SharedList(fields: 4)
    else { return nil }
    self.finished = finished
    self.results = results
    self.verdicts = verdicts
    kept = KeptResults(results)
  }
}
