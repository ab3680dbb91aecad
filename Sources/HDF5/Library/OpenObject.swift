import CHDF5
import SPBasics
import Synchronization

/// The state shared by all objects of one open file.
final class FileContext: Sendable {
  /// The path as it was given.
  let path: String
  /// How soft and external links are treated.
  let links: LinkPolicy
  /// Which filters datasets may need.
  let filters: FilterPolicy
  /// Whether the file was opened for writing.
  let isWritable: Bool
  /// The library's file.
  let handle: Handle
  private let diversion = WriteDiversion()
  /// Set once the file has been closed, for reading without the library.
  let isClosed = Atomic(false)
  /// Its slot in the journal, if the process is watched.
  private let slot: Int?

  init(
    path: String, links: LinkPolicy, filters: FilterPolicy = .builtIn, isWritable: Bool, handle: consuming Handle
  ) {
    self.path = path
    self.links = links
    self.filters = filters
    self.isWritable = isWritable
    self.handle = handle
    slot = Library.journal?.open(path)
  }

  deinit {
    if isWritable, !isClosed.load(ordering: .relaxed) { try? Library.locked(on: path) { try? close() } }
    if let slot { Library.journal?.release(slot) }
  }

  /// False once the file has been closed. Must be called inside the lock.
  var isOpen: Bool { H5Iis_valid(handle.id) > 0 }

  /// Runs an operation on the open file, inside the lock. After a write that failed, all others fail with its error.
  func perform<Result: ~Copyable>(
    _ attempt: Attempt, _ body: (Attempt) throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    if let failure = diversion.failure { throw failure }
    do {
      return try body(attempt)
    } catch {
      if isWritable, error.systemCode != nil, let descriptor = try? FileDescriptor.of(handle.id, attempt) {
        diversion.begin(after: error, descriptor)
      }
      throw error
    }
  }

  /// Writes everything that is still in memory to the file, inside the lock.
  func flush(_ attempt: Attempt) throws(HDF5Error) {
    try perform(attempt) { (attempt) throws(HDF5Error) in
      try keepSpace(attempt)
      try attempt.check(H5Fflush(handle.id, H5F_SCOPE_LOCAL))
    }
  }

  /// Makes sure that there is space for everything that the library has yet to write. Must be called inside the lock.
  ///
  /// After a failed flush, the library cannot close the file.
  private func keepSpace(_ attempt: Attempt) throws(HDF5Error) {
    guard isWritable, let descriptor = try FileDescriptor.of(handle.id, attempt) else { return }
    var byteCount: hsize_t = 0
    try attempt.check(H5Fget_filesize(handle.id, &byteCount))
    do {
      try FileSpace.keep(Int(clamping: byteCount), for: descriptor, path: path)
    } catch {
      throw attempt.error(.noAccess, "the disk is full", systemCode: error.code)
    }
  }

  /// Closes the file and everything opened through it, inside the lock; a second call does nothing.
  func close() throws(HDF5Error) {
    guard isOpen else { return }
    let attempt = Attempt(file: path, object: nil, operation: "close")
    isClosed.store(true, ordering: .relaxed)
    var failure: HDF5Error?
    if isWritable {
      do throws(HDF5Error) { try flush(attempt) } catch { failure = error }
    }
    closeObjects()
    if Library.close(handle.id) {
      diversion.end()
    } else {
      failure = failure ?? attempt.libraryError()
    }
    if let failure { throw failure }
  }

  /// HDF5 keeps a file open for as long as any of its objects is.
  private func closeObjects() {
    let count = H5Fget_obj_count(handle.id, chdf5_local_objects())
    guard count > 0 else { return }
    var ids = [hid_t](repeating: -1, count: count)
    let filled = H5Fget_obj_ids(handle.id, chdf5_local_objects(), count, &ids)
    for id in ids.prefix(max(0, filled)) { Library.close(id) }
  }
}

/// An open group or dataset.
final class OpenObject: Sendable {
  /// The file that it was opened through.
  let file: FileContext
  /// The absolute path that it was opened by.
  let path: String
  /// The library's object.
  let handle: Handle

  init(file: FileContext, path: String, handle: consuming Handle) {
    self.file = file
    self.path = path
    self.handle = handle
  }

  /// Runs an operation on the object with exclusive use of the library.
  /// - Parameter target: The path to name in errors, if it is not the object's own.
  func perform<Result: ~Copyable>(
    _ operation: String, on target: String? = nil,
    _ body: (Attempt) throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    try Library.locked(on: file.path) { () throws(HDF5Error) -> Result in
      let attempt = Attempt(file: file.path, object: target ?? path, operation: operation)
      guard file.isOpen else { throw attempt.error(.closed, "the file has been closed") }
      return try file.perform(attempt, body)
    }
  }

  /// As `perform`, for an operation that changes the file.
  func performWrite<Result: ~Copyable>(
    _ operation: String, on target: String? = nil,
    _ body: (Attempt) throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    try perform(operation, on: target) { (attempt) throws(HDF5Error) -> Result in
      guard file.isWritable else { throw attempt.error(.noAccess, "the file was opened for reading only") }
      return try body(attempt)
    }
  }
}
