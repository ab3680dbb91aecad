import CProcess
import Glibc
import SPBasics
import SPHDF5
import Synchronization

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

/// A list of texts that several processes add to and read: a file without a name that outlives each of them.
final class SharedList: Sendable {
  private let descriptor: Int32
  private let fields: Int

  /// - Parameter fields: how many texts an entry has.
  init?(fields: Int) {
    descriptor = cprocess_unnamed_file()
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    self.fields = fields
  }

  /// Adds an entry. Its texts must not be empty or contain a zero byte.
  func add(_ entry: [String]) {
    let bytes = entry.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    // A single write, so that another process or a crash cannot leave a part of an entry. If the write fails, work is
    // only done twice.
    _ = write(descriptor, bytes, bytes.count)
  }

  /// The entries that were added whole.
  func entries() -> [[String]] {
    let texts = TextList.read(descriptor)
    return stride(from: 0, through: texts.count - fields, by: fields).map { Array(texts[$0..<$0 + fields]) }
  }
}

/// Results of work on files that earlier processes have done.
final class KeptResults: Sendable {
  private let list: SharedList
  /// Nil until it is asked for.
  private let known = Mutex<[WorkStep: [UInt8]]?>(nil)

  init(_ list: SharedList) { self.list = list }

  /// Has the list read again: another process may have added to it.
  func readAgain() { known.withLock { $0 = nil } }

  subscript(step: WorkStep) -> [UInt8]? {
    known.withLock { known in
      if known == nil {
        let entries = list.entries().map { (WorkStep(path: $0[0], name: $0[1]), Array($0[2].utf8)) }
        known = Dictionary(entries) { $1 }
      }
      return known?[step]
    }
  }
}

/// Texts in a file, a zero byte after each.
enum TextList {
  /// The texts that were written whole.
  static func read(_ descriptor: Int32) -> [String] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &block, block.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let whole = bytes[..<((bytes.lastIndex(of: 0) ?? -1) + 1)]
    return whole.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
