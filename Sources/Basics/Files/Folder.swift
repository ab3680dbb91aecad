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

/// Finding the files that a pattern such as `data/*.h5` matches.
package enum PathPattern {
  /// Whether a text has a character that patterns have: `*`, `?`, `[` or `{`.
  package static func isPattern(_ text: String) -> Bool {
    text.utf8.contains { "*?[{".utf8.contains($0) }
  }

  /// The files and folders that a pattern matches, sorted by the bytes of their paths.
  ///
  /// Patterns have the form of glob(3) with braces: `*`, `?`, `[a-z]`, `{a,b}`, and `\` before a literal character.
  /// `*`, `?` and `[a-z]` do not match a `/`, or a dot at the start of a name. Not every alternative in braces has to
  /// match something.
  /// - Throws: ``FileError`` for a folder that cannot be read.
  package static func matches(_ pattern: String) throws -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    // A missing folder matches nothing. An unreadable folder might hide a match, and ends the search.
    let isGrave: @convention(c) (UnsafePointer<CChar>?, Int32) -> Int32 = { _, code in code == ENOENT ? 0 : 1 }
    switch glob(pattern, GLOB_BRACE | GLOB_NOSORT, isGrave, &found) {
    case 0: break
    case GLOB_NOMATCH: return []
    case GLOB_NOSPACE: throw FileError(path: pattern, operation: "search for the pattern", code: ENOMEM)
    default: throw FileError(path: pattern, operation: "read a folder of the pattern")
    }
    let paths = UnsafeBufferPointer(start: found.gl_pathv, count: Int(found.gl_pathc))
    return paths.compactMap { $0.map { String(cString: $0) } }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
