import CHDF5
import Glibc

/// The only access to the C library: all of its functions are called inside `locked` or `release`.
///
/// HDF5 has one global state. A thread-safe build guards this state with its own lock; other builds do not guard it. In
/// both builds, the error stack belongs to the thread, and the next call of the thread clears the stack.
///
/// One process-wide lock turns several calls and the walk over their error stack into one unit, which is right for both
/// builds. The lock is recursive because the last reference to a handle may disappear inside a locked region, which
/// closes the handle. The lock is held only around calls of the library and copies of their results. It is never held
/// while code of a caller runs, and never across an `await`. Work on raw chunks that does not need the library, such as
/// decompression, belongs outside the lock.
enum Library {
  /// Replaced only in a child process, before the child has other threads.
  nonisolated(unsafe) private static var lock = RecursiveLock()

  /// The journal in which a watched process notes the file that the library is working on. Set before there are
  /// threads.
  nonisolated(unsafe) static var journal: FileJournal?

  /// How often the thread that holds the lock has taken it. Counted only with a journal, and valid only inside the
  /// lock.
  nonisolated(unsafe) private static var depth = 0

  /// Stops the library from closing open files when the program ends. Must be called before anything else.
  ///
  /// Files are closed when they are no longer used. After a failed write, for example on a full disk, HDF5 1.10 would
  /// read freed memory at the end of the program, or loop endlessly.
  private static let isPrepared: Bool = H5dont_atexit() >= 0

  /// Runs a body with exclusive use of the library, and with the library's printing of errors switched off.
  /// - Parameter file: The file that the body works on, for the journal.
  static func locked<Result: ~Copyable>(
    on file: String = "", _ body: () throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    lock.lock()
    defer { lock.unlock() }
    enter { journal in journal.name(file) }
    defer { leave() }
    _ = isPrepared
    silence()
    return try body()
  }

  /// Forks the process while no other thread is inside the library.
  ///
  /// The child gets a new lock: the old lock knows its holder by a thread number that the child does not have.
  static func dividing(_ fork: () -> pid_t) -> pid_t {
    lock.lock()
    let id = fork()
    if id == 0 { lock = RecursiveLock() } else { lock.unlock() }
    return id
  }

  private static func enter(_ name: (FileJournal) -> Void) {
    guard let journal else { return }
    depth += 1
    guard depth == 1 else { return }
    name(journal)
    journal.enter()
  }

  private static func leave() {
    guard let journal else { return }
    depth -= 1
    if depth == 0 { journal.leave() }
  }

  /// Closes an identifier, unless it was closed together with its file.
  static func release(_ id: hid_t) {
    lock.lock()
    defer { lock.unlock() }
    guard !unclosable.contains(id) else { return }
    enter { journal in journal.name(fileName(of: id)) }
    defer { leave() }
    silence()
    close(id)
  }

  /// Identifiers that could not be closed; used only inside the lock.
  ///
  /// Their objects are half freed, and a second attempt would crash. The library never reuses an identifier.
  nonisolated(unsafe) private static var unclosable: Set<hid_t> = []

  /// Closes an identifier that is still valid. Must be called inside the lock.
  /// - Returns: Whether that succeeded. If not, the error stack contains the reason.
  @discardableResult
  static func close(_ id: hid_t) -> Bool {
    guard !unclosable.contains(id), H5Iis_valid(id) > 0 else { return true }
    if H5Idec_ref(id) >= 0 { return true }
    unclosable.insert(id)
    return false
  }

  /// The path of the file that an identifier belongs to; empty if the identifier does not belong to a file.
  private static func fileName(of id: hid_t) -> String {
    silence()
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { name in
      guard let start = name.baseAddress, chdf5_file_name(id, start, name.count) > 0 else { return "" }
      return String(cString: start)
    }
  }

  /// The number of open identifiers in this process: of files, groups, types, dataspaces, datasets, attributes and
  /// property lists. It is stable only inside `locked`.
  static var openIdentifierCount: Int {
    let kinds = [H5I_FILE, H5I_GROUP, H5I_DATATYPE, H5I_DATASPACE, H5I_DATASET, H5I_ATTR, H5I_GENPROP_LST]
    return kinds.reduce(0) { total, kind in
      var members: hsize_t = 0
      return H5Inmembers(kind, &members) < 0 ? total : total + Int(members)
    }
  }

  /// Switches off the library's printing of errors.
  ///
  /// Each thread has its own switch. Setting it takes 0.1 us, so every operation sets it.
  private static func silence() {
    H5Eset_auto2(chdf5_current_stack(), nil, nil)
  }
}

/// An identifier of the HDF5 library that is closed when its owner releases it, on every path out of a scope.
struct Handle: ~Copyable, Sendable {
  /// The library's identifier, valid as long as this handle lives and its file has not been closed.
  let id: hid_t

  /// Takes over an open identifier.
  init(adopting id: hid_t) {
    self.id = id
  }

  deinit {
    Library.release(id)
  }
}

/// A lock that its holder may take again: a recursive `pthread_mutex_t`.
private final class RecursiveLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }
}
