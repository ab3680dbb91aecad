import CHDF5
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

/// The bytes of a file in memory, taken from the library when it closes the file.
///
/// `H5Fget_file_image` would give them earlier, but HDF5 1.10 clears the mark of an open file in them without renewing
/// the checksum over it, so that the superblocks of newer formats seem damaged.
final class FileImage {
  /// How many bytes the file has; to be set before the file is closed, as no more are kept.
  var byteCount = 0
  /// The bytes, once the file is closed.
  fileprivate(set) var bytes: [UInt8] = []

  /// Has a file that is created in memory with these access properties leave its bytes here.
  func receive(from list: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    var callbacks = H5FD_file_image_callbacks_t(
      image_malloc: { count, _, _ in malloc(count) },
      image_memcpy: { target, source, count, _, _ in
        guard let target, let source else { return nil }
        return memcpy(target, source, count)
      },
      image_realloc: { bytes, count, _, _ in realloc(bytes, count) },
      image_free: { bytes, operation, owner in
        if operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE, let owner { FileImage.keep(bytes, for: owner) }
        free(bytes)
        return 0
      },
      // All copies of the list share this object.
      udata_copy: { $0 }, udata_free: { _ in 0 },
      // The file keeps it alive until it is closed, which may be after all others have released it.
      udata: Unmanaged.passRetained(self).toOpaque())
    try attempt.check(H5Pset_file_image_callbacks(list, &callbacks))
  }

  /// Called by the library, once per file.
  private static func keep(_ bytes: UnsafeMutableRawPointer?, for owner: UnsafeMutableRawPointer) {
    let image = Unmanaged<FileImage>.fromOpaque(owner).takeRetainedValue()
    guard let bytes else { return }
    let whole = UnsafeRawBufferPointer(start: bytes, count: image.byteCount)
    image.bytes = [UInt8](whole.prefix(Self.endOfFile(in: whole) ?? whole.count))
  }

  /// Where the file ends by its superblock. The library gives up reserved space when it closes the file, but leaves it
  /// in memory. By the format's specification, version 3, section II.A.
  private static func endOfFile(in bytes: UnsafeRawBufferPointer) -> Int? {
    let offsets: [UInt8: Int] = [0: 40, 1: 44, 2: 28, 3: 28]
    guard bytes.count > 8, let offset = offsets[bytes[8]], offset + 8 <= bytes.count else { return nil }
    return Int(exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }
}
