import CProcess
import Glibc
import SPBasics

/// A child of this process that does its work on files, so that this process survives damaged files.
///
/// HDF5 crashes on some damaged files and never returns from others. A process cannot survive a crash, and cannot
/// reliably end a call that never returns. So the child notes its current work in a `FileJournal`, and the parent waits
/// and watches. `FileGuard` does all of this for one piece of work.
package final class GuardedProcess {
  /// Which of the two processes returns from `GuardedProcess.start(_:)`.
  package enum Side {
    /// The parent, which watches the child.
    case parent(GuardedProcess)
    /// The child, which does the work.
    case child
  }

  /// How a child ended.
  package struct Ending: Sendable, Hashable {
    /// The exit status, if the child ended by itself.
    package let exitStatus: Int32?
    /// The signal that ended the child.
    package let signal: Int32?
    /// The fault of a file; nil if the child ended by itself, or by a signal that requests its end.
    package let fault: FileFault?
    /// The files that the child was working on. One of these files caused the fault.
    package let files: [String]
    /// Whether `files` contains exactly one file, which certainly caused the fault.
    package let isCertain: Bool
  }

  /// The number of the child process.
  package let id: pid_t
  private let journal: FileJournal
  /// The read end of a pipe. The write end closes when the child ends.
  private let life: Int32
  private var watch: StallDetector
  private var hasClosed = false
  private var lastLook = ContinuousClock.now
  private var stalled: (seconds: Double, files: [String])?

  private init(_ id: pid_t, _ journal: FileJournal, life: Int32) {
    self.id = id
    self.journal = journal
    self.life = life
    watch = StallDetector(id, journal)
  }

  deinit { close(life) }

  /// Forks this process.
  ///
  /// The child has only the calling thread. If the parent has other threads, use the child only to read files and pass
  /// on the results: locks that another thread holds stay locked in the child.
  /// - Parameter journal: The journal in which the child notes its work.
  /// - Returns: Which of the two processes returns; nil if the system cannot create a process.
  package static func start(_ journal: FileJournal) -> Side? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    journal.clear()
    let parent = getpid()
    let id = Library.dividing { cprocess_fork() }
    if id == 0 {
      // Only the parent needs this end. The system closes the child's end of the pipe when the child ends.
      close(ends[0])
      cprocess_end_with_parent(parent)
      // A page of backtrace does not help a user with a damaged file. Set SWIFT_BACKTRACE to get the backtrace.
      if getenv("SWIFT_BACKTRACE") == nil { noteCrashes(in: journal) }
      Library.journal = journal
      return .child
    }
    close(ends[1])
    guard id > 0 else {
      close(ends[0])
      return nil
    }
    return .parent(GuardedProcess(id, journal, life: ends[0]))
  }

  /// Where the signal handler stores the number of the thread that crashed.
  nonisolated(unsafe) private static var crashed: UnsafeMutablePointer<Int32>?

  /// Installs signal handlers that note which thread crashed. The process then ends as it would without the handlers.
  private static func noteCrashes(in journal: FileJournal) {
    crashed = journal.crashed
    for number in FileFault.crashes.keys {
      signal(number) { number in
        GuardedProcess.crashed?.pointee = cprocess_thread()
        // The signal is delivered again as soon as this handler returns.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Waits until the child ends. Kills a child that makes no progress.
  package func wait() -> Ending {
    while true {
      if let ending = look() { return ending }
      _ = Self.pause([self], for: .infinity, or: -1)
    }
  }

  /// Waits until a child has ended, or until a child must be checked again.
  /// - Parameters:
  ///   - children: The children to wait for.
  ///   - seconds: The longest time to wait, in s.
  ///   - wakeup: A descriptor that ends the wait when something can be read from it.
  /// - Returns: Whether something can be read from `wakeup`.
  package static func pause(_ children: [GuardedProcess], for seconds: Double, or wakeup: Int32) -> Bool {
    var events = ([wakeup] + children.map(\.life)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let step = children.reduce(min(seconds, StallDetector.longestStep)) { min($0, $1.watch.step) }
    let count = poll(&events, nfds_t(events.count), Int32((step * 1000).rounded(.up)))
    guard count > 0 else { return false }
    // The child has ended, or has closed the descriptor without knowing its purpose. `look` finds out which.
    for (child, event) in zip(children, events.dropFirst()) where event.revents != 0 { child.hasClosed = true }
    return events[0].revents != 0
  }

  /// How the child ended; nil if it is still running.
  ///
  /// Kills a child that makes no progress. A later call returns how that child ended.
  package func look() -> Ending? {
    if let ending = hasClosed ? ended(within: 1) : ending() { return ending }
    let now = ContinuousClock.now
    if stalled == nil, watch.hasStalled(after: (now - lastLook) / .seconds(1)) { endStalled() }
    lastLook = now
    return nil
  }

  /// How long the child has made no progress, in s, as of the last `look()`.
  package var idleS: Double { watch.idleS }

  /// The work that may have stalled.
  ///
  /// While a thread is inside the library, this is the noted work that reads the file that the library is working on.
  /// Otherwise it is all noted work that reports its progress.
  package var idleNotes: [FileJournal.Note] {
    let notes = journal.notes
    guard journal.thread != 0, let current = journal.current.map(Folder.absolute) else {
      return notes.filter(\.tellsProgress)
    }
    return notes.filter { note in ([note.path] + note.others).contains { Folder.absolute($0) == current } }
  }

  /// Kills the child, and waits up to 0.2 s for its end. A child that waits for a device may take longer.
  package func end() {
    kill(id, SIGKILL)
    _ = ended(within: 0.2)
  }

  /// How long the child may make no progress, in s. 0 means no limit.
  package var stallTimeoutS: Double { journal.stallTimeoutS }

  private func ended(within seconds: Double) -> Ending? {
    let start = ContinuousClock.now
    while (ContinuousClock.now - start) / .seconds(1) < seconds {
      if let ending = ending() { return ending }
      usleep(100)
    }
    return ending()
  }

  private func endStalled() {
    let moves = journal.moveCount
    let files = culprits
    kill(id, SIGKILL)
    // If the work advanced just before the kill, no file caused a stall.
    stalled = (journal.stallTimeoutS, journal.moveCount == moves ? files : [])
  }

  /// The files that may have caused a fault. If a thread is inside the library, this is the file that the library is
  /// working on. Otherwise it is the noted files, or the open files if no files are noted.
  private var culprits: [String] {
    if journal.thread != 0, let current = journal.current { return [current] }
    let noted = journal.noted
    return Array(Set(noted.isEmpty ? journal.opened : noted)).sorted()
  }

  private func ending() -> Ending? {
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    guard found != 0, !(found < 0 && errno == EINTR) else { return nil }
    // How the child ended is unknown. It counts as failed.
    guard found > 0 else { return Ending(exitStatus: 1, signal: nil, fault: nil, files: [], isCertain: false) }
    let number = status & 0x7F
    guard number != 0 else {
      return Ending(exitStatus: (status >> 8) & 0xFF, signal: nil, fault: nil, files: [], isCertain: false)
    }
    if let stalled {
      return Ending(
        exitStatus: nil, signal: number, fault: FileFault(.stall(seconds: stalled.seconds)), files: stalled.files,
        isCertain: stalled.files.count == 1)
    }
    guard FileFault.crashes[number] != nil || number == SIGKILL else {
      return Ending(exitStatus: nil, signal: number, fault: nil, files: [], isCertain: false)
    }
    return fault(number)
  }

  private func fault(_ number: Int32) -> Ending {
    let isCrash = FileFault.crashes[number] != nil
    // The crash of another thread is not evidence against the file that the library is working on.
    let isInLibrary = isCrash && journal.thread != 0 && [0, journal.thread].contains(journal.crashed.pointee)
    let noted = Array(Set(journal.noted)).sorted()
    let files = isInLibrary || noted.isEmpty ? culprits : noted
    return Ending(
      exitStatus: nil, signal: number, fault: FileFault(isCrash ? .crash(signal: number) : .kill(signal: number)),
      files: files,
      // The C library aborts when it finds corrupted memory. An earlier file may have corrupted the memory.
      isCertain: isCrash && number != SIGABRT && files.count == 1)
  }
}
