import CHDF5
import Glibc

/// The one access to the C library: every call of it is made inside `locked` or `release`.
///
/// HDF5 has one global state. A thread-safe build guards it by a lock of its own, others do not guard it at all, and in
/// both the error stack belongs to the thread and is wiped by the thread's next call.
/// One process-wide lock makes an operation of several calls, with the walk over its error stack, a unit that
/// is right with either build. It is recursive because the last reference to a handle may go away, and so close the
/// handle, inside a locked region. It is held only around calls of the library and copies of its results: never while
/// code of a caller runs, and never across an `await`. Work on raw chunks that needs no library
/// (decompression, for one) belongs outside of it.
enum Library {
  /// It is replaced only in a child process, before that has other threads.
  nonisolated(unsafe) private static var lock = RecursiveLock()

  /// The journal in which a watched process notes the file that the library is working on; set before there are
  /// threads.
  nonisolated(unsafe) static var journal: FileJournal?

  /// How often the thread that holds the lock has taken it. It is counted only with a journal, and valid only inside of
  /// the lock.
  nonisolated(unsafe) private static var depth = 0

  /// Keeps the library from closing open files when the program ends. Files are closed when they are no longer used;
  /// and after a failed write, as on a full disk, HDF5 1.10 would read freed memory at the end, or loop for ever. This
  /// has to be called before anything else.
  private static let isPrepared: Bool = H5dont_atexit() >= 0

  /// Runs a body with the library to itself and its printing of errors switched off.
  /// - Parameter file: the file that the body works on, for the journal.
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

  /// Forks the process while no other thread is inside of the library. The child gets a new lock: the old one knows its
  /// holder by a thread number that the child does not have.
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

  /// Closes an identifier, unless closing its file has closed it already.
  static func release(_ id: hid_t) {
    lock.lock()
    defer { lock.unlock() }
    guard !unclosable.contains(id) else { return }
    enter { journal in journal.name(fileName(of: id)) }
    defer { leave() }
    silence()
    close(id)
  }

  /// Identifiers that could not be closed; used only inside of the lock. Their objects are half freed, and a second try
  /// would crash. The library gives no identifier twice.
  nonisolated(unsafe) private static var unclosable: Set<hid_t> = []

  /// Closes an identifier that is still valid, inside of the lock.
  /// - Returns: whether that succeeded; if not, the error stack says why.
  @discardableResult
  static func close(_ id: hid_t) -> Bool {
    guard !unclosable.contains(id), H5Iis_valid(id) > 0 else { return true }
    if H5Idec_ref(id) >= 0 { return true }
    unclosable.insert(id)
    return false
  }

  /// The file that an identifier belongs to; empty for those without one.
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

  /// Switches off the library's printing of errors. The switch is kept per thread and costs 0.1 us, so it is set anew
  /// in every operation.
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

/// A lock that the thread which has it may take again: a recursive `pthread_mutex_t`.
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
