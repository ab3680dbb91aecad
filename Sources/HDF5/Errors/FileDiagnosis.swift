import CHDF5
import Glibc
import SPBasics

/// Explains why a path cannot be opened or created. HDF5 itself only reports a failure.
enum FileDiagnosis {
  /// The system's information about a path.
  private enum Entry {
    case missing
    case unreadable(code: Int32)
    case folder
    case special
    case file(byteCount: Int)

    init(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        self = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(code: errno)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(byteCount: Int(status.st_size))
      case S_IFDIR: self = .folder
      default: self = .special
      }
    }
  }

  /// Rejects a path that is not a file before opening it. Opening a pipe would block endlessly.
  static func checkExisting(_ path: String, _ attempt: Attempt) throws(HDF5Error) {
    switch Entry(path) {
    case .missing: throw attempt.error(.noSuchFile, missing(path))
    case .unreadable(let code): throw refusal(code, attempt)
    case .folder: throw attempt.error(.notAFile, "it is a folder")
    case .special: throw attempt.error(.notAFile, "it is not a regular file")
    case .file(byteCount: 0): throw attempt.error(.notHDF5, "the file is empty")
    case .file: break
    }
  }

  private static func missing(_ path: String) -> String {
    var status = stat()
    if lstat(path, &status) == 0 { return "it is a symbolic link without a target" }
    return "there is no such file" + FileError.nameHint(path)
  }

  private static func refusal(_ code: Int32, _ attempt: Attempt) -> HDF5Error {
    attempt.error(.noAccess, "the system says: \(String(cString: strerror(code)))", systemCode: code)
  }

  /// The reason why the library could not open a file. Must be called directly after the failure.
  static func openingError(_ path: String, _ attempt: Attempt) -> HDF5Error {
    let error = attempt.libraryError()
    guard !error.isWorthRetrying, H5Fis_hdf5(path) == 0 else { return error }
    return attempt.error(.notHDF5, "the file is not an HDF5 file" + importHint(path))
  }

  /// Advice for a file whose name suggests that another program wrote it.
  private static func importHint(_ path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "" }
    let ending = path[path.index(after: dot)...].lowercased()
    if ending == "mat" { return "; expected a MAT-file, which MATLAB can save again: save('FILE.mat', '-v7.3')" }
    if ["nc", "nc4"].contains(ending) { return "; if it is netCDF 3, convert it: nccopy -k nc4 FILE NEW_FILE" }
    guard ["csv", "tsv", "txt", "zip", "fit", "tcx", "gpx", "xml"].contains(ending) else { return "" }
    return
      ", but by its name \(ending.uppercased()), which has to be imported first: swingpipe import FILE --output FOLDER"
  }

  /// Rejects the path of a new file if the file cannot be created there.
  static func checkNew(_ path: String, mayExist: Bool, _ attempt: Attempt) throws(HDF5Error) {
    switch Entry(path) {
    case .missing:
      let folder = Folder.split(path).folder
      guard case .folder = Entry(folder) else {
        throw attempt.error(.noSuchFile, "there is no folder \(folder)")
      }
    case .unreadable(let code): throw refusal(code, attempt)
    case .folder: throw attempt.error(.notAFile, "there is a folder of this name")
    case .special: throw attempt.error(.notAFile, "it is not a regular file")
    case .file:
      guard mayExist else { throw attempt.error(.fileExists, "a file of this name exists already") }
    }
  }
}
