import CHDF5
import Glibc

/// The system's descriptors of open files.
enum FileDescriptor {
  /// The descriptor of a file, which HDF5 still owns; nil for a file in memory.
  static func of(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) -> Int32? {
    let access = try attempt.own(H5Fget_access_plist(file))
    guard H5Pget_driver(access.id) == chdf5_driver_sec2() else { return nil }
    var handle: UnsafeMutableRawPointer?
    try attempt.check(H5Fget_vfd_handle(file, chdf5_default(), &handle))
    return handle?.load(as: Int32.self)
  }

  /// Keeps programs that are started while a file is open from inheriting it: each would hold its lock until it ends.
  static func keep(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    if let descriptor = try of(file, attempt) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }
}
