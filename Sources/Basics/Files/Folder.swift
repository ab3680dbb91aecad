import FoundationEssentials
import Glibc

/// Making and searching folders.
package enum Folder {
  /// Creates a folder and its missing parent folders. Existing folders are not an error.
  /// - Throws: ``FileError`` that names the folder that could not be created.
  package static func create(_ path: String) throws {
    if mkdir(path, 0o755) == 0 { return }
    switch errno {
    case EEXIST where isFolder(path): return
    case EEXIST:
      throw FileError(path: path, operation: "make the folder, since a file of that name is there", code: EEXIST)
    case ENOENT:
      let parent = split(path).folder
      guard parent != path else { throw FileError(path: path, operation: "make the folder") }
      try create(parent)
      guard mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) else {
        throw FileError(path: path, operation: "make the folder")
      }
    default: throw FileError(path: path, operation: "make the folder")
    }
  }

  /// Whether there is a folder at `path`; symbolic links are followed.
  package static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything at `path`; symbolic links are followed.
  package static func exists(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0
  }

  /// Whether a symbolic link is at `path`, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without links, `.` and `..`; the path as given if it cannot be resolved.
  package static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path from the root; links, `.` and `..` in it stay.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The folder that holds `path`, and the name in it, by the text alone: no link is followed, no `~` or `..` resolved.
  package static func split(_ path: String) -> (folder: String, name: String) {
    let whole = path.utf8[...]
    let trimmed = whole.lastIndex { $0 != UInt8(ascii: "/") }.map { whole[...$0] } ?? whole
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return (".", String(Substring(trimmed))) }
    let folder = whole[..<slash]
    return (folder.isEmpty ? "/" : String(Substring(folder)), String(Substring(whole[slash...].dropFirst())))
  }
}
