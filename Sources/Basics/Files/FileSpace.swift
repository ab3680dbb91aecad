import CFiles
import Glibc

/// Space on the disk for a file that is being written.
public enum FileSpace {
  /// Has the file system keep space for a file's first bytes, so that writing them cannot fail later for want of it.
  /// Where it cannot do that, nothing happens.
  /// - Parameters:
  ///   - byteCount: how many bytes.
  ///   - descriptor: the open file, whose size stays as it is.
  ///   - path: the file, for the error.
  /// - Throws: ``FileError`` if there is too little space.
  public static func keep(_ byteCount: Int, for descriptor: Int32, path: String) throws(FileError) {
    guard byteCount > 0, cfiles_keep_space(descriptor, off_t(byteCount)) != 0, [ENOSPC, EDQUOT].contains(errno) else {
      return
    }
    throw FileError(path: path, operation: "write")
  }
}
