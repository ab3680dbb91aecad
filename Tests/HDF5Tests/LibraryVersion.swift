import CHDF5

/// The version of the HDF5 library on this machine.
enum LibraryVersion {
  /// Whether it finds more damage by itself than 1.10 does, and no longer says which filter of a chunk failed, as 1.14.6.
  static let is114OrLater: Bool = {
    var (major, minor, release): (UInt32, UInt32, UInt32) = (0, 0, 0)
    precondition(H5get_libversion(&major, &minor, &release) >= 0, "HDF5 does not tell its version")
    return (major, minor) >= (1, 14)
  }()
}
