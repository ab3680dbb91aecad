import CHDF5
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

  deinit { if let slot { Library.journal?.release(slot) } }

  /// False once the file has been closed; to be asked inside the lock.
  var isOpen: Bool { H5Iis_valid(handle.id) > 0 }
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

  /// Runs an operation on the object with the library to itself.
  /// - Parameter target: the path to name in errors, if it is not the object's own.
  func perform<Result: ~Copyable>(
    _ operation: String, on target: String? = nil,
    _ body: (Attempt) throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    try Library.locked(on: file.path) { () throws(HDF5Error) -> Result in
      let attempt = Attempt(file: file.path, object: target ?? path, operation: operation)
      guard file.isOpen else { throw attempt.error(.closed, "the file has been closed") }
      return try body(attempt)
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
