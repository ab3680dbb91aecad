import CProcess
import Glibc
import SPBasics
import Synchronization

/// Lets the library close a file that could not be written, for example on a full disk.
///
/// HDF5 writes buffered data when objects and files are closed. If that fails, HDF5 frees a part of the objects, keeps
/// their identifiers, and crashes when these identifiers are closed again (seen with 1.10). So after the first failure,
/// the file's descriptor leads to a file in memory. That file receives everything that is still to be written. The file
/// on the disk stays unchanged from then on, and all further work on it fails with the first error.
final class WriteDiversion: Sendable {
  /// Larger files are not copied: the library hardly ever reads its own output again.
  private static let mostBytes: off_t = 64 << 20

  private struct State {
    var failure: HDF5Error?
    /// The file on the disk. It stays open until the library has closed its file. Otherwise another file could get its
    /// number in the file system, by which the library recognises files.
    var original: Int32 = -1
  }

  private let state = Mutex(State())

  /// Closes the file on the disk, once the library has closed its file. If the library could not, the file stays open.
  func end() {
    state.withLock { state in
      if state.original >= 0 { close(state.original) }
      state.original = -1
    }
  }

  /// The error of the first write that failed; nil if no write failed.
  var failure: HDF5Error? { state.withLock { $0.failure } }

  /// Diverts a file after an error, if the system refused to write.
  /// - Parameter descriptor: The library's descriptor of the file.
  func begin(after error: HDF5Error, _ descriptor: Int32) {
    guard error.systemCode != nil, failure == nil else { return }
    let memory = cprocess_unnamed_file()
    guard memory >= 0 else { return }
    defer { close(memory) }
    let original = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard original >= 0 else { return }
    Self.copy(original, to: memory)
    guard dup2(memory, descriptor) >= 0 else {
      close(original)
      return
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    state.withLock { $0 = State(failure: error, original: original) }
  }

  private static func copy(_ source: Int32, to target: Int32) {
    var status = stat()
    guard fstat(source, &status) == 0, ftruncate(target, status.st_size) == 0, status.st_size <= mostBytes else {
      return
    }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    var place: off_t = 0
    while true {
      let count = pread(source, &block, block.count, place)
      guard count > 0, pwrite(target, block, count, place) == count else { return }
      place += off_t(count)
    }
  }
}
