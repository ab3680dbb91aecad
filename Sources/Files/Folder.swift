import Foundation

/// Making and searching folders.
public enum Folder {
  /// Makes a folder and those above it; one that is there already is fine.
  /// - Throws: ``FileError`` that names the part that could not be made.
  public static func create(_ path: String) throws {
    if mkdir(path, 0o755) == 0 { return }
    switch errno {
    case EEXIST where isFolder(path): return
    case EEXIST: throw FileError(path: path, operation: "make the folder, since a file of that name is there")
    case ENOENT:
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard parent != path else { throw FileError(path: path, operation: "make the folder") }
      try create(parent)
      guard mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) else {
        throw FileError(path: path, operation: "make the folder")
      }
    default: throw FileError(path: path, operation: "make the folder")
    }
  }

  /// Whether there is a folder at `path`; symbolic links are followed.
  public static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything at `path`; symbolic links are followed.
  public static func exists(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0
  }

  /// The path without links, `.` and `..`; the path itself where there is nothing.
  public static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// All files below a folder whose names have one of the extensions (without dot, any case), sorted by path.
  ///
  /// Hidden files and folders are passed over. Links to folders are followed, each folder once, so that loops end.
  /// - Throws: ``FileError`` for a folder that cannot be read.
  public static func files(below path: String, extensions: Set<String>) throws -> [String] {
    var visited: Set<String> = []
    return try files(below: path, extensions: extensions, visited: &visited).sorted()
  }

  private static func files(below path: String, extensions: Set<String>, visited: inout Set<String>) throws -> [String]
  {
    guard let real = realpath(path, nil) else { throw FileError(path: path, operation: "read the folder") }
    defer { free(real) }
    guard visited.insert(String(cString: real)).inserted else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw FileError(path: path, operation: "read the folder", code: EACCES)
    }
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let child = path.hasSuffix("/") ? path + name : path + "/" + name
      if isFolder(child) {
        found += try files(below: child, extensions: extensions, visited: &visited)
      } else if extensions.contains((name as NSString).pathExtension.lowercased()) {
        found.append(child)
      }
    }
    return found
  }
}
