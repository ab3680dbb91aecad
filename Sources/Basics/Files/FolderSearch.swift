import Glibc

extension Folder {
  /// A file that a search has found.
  package struct FoundFile: Hashable, Sendable {
    /// Its path, below the folder that was searched.
    package let path: String
    /// The path with all links resolved. A link that leads nowhere keeps its own path.
    package let realPath: String

    /// Describes a file.
    package init(path: String, realPath: String) {
      self.path = path
      self.realPath = realPath
    }
  }

  /// The paths of the files that `search(_:extensions:)` finds.
  /// - Throws: ``FileError`` for a folder that cannot be read.
  package static func files(below path: String, extensions: Set<String>) throws -> [String] {
    try search(path, extensions: extensions).map(\.path)
  }

  /// Finds all files below a folder that have one of the extensions, sorted by the bytes of their paths.
  ///
  /// The extensions are given without a dot, in upper or lower case; nil finds files of any name.
  ///
  /// The search skips hidden files and folders. It follows links to folders, but searches each folder once, so that
  /// loops end. A file that can be reached with and without a link is found by the path without a link. A link that
  /// leads nowhere is found like a file. In names that are not UTF-8, U+FFFD replaces the invalid bytes. Files cannot
  /// be opened by such paths.
  /// - Throws: ``FileError`` for a folder that cannot be read.
  package static func search(_ path: String, extensions: Set<String>?) throws -> [FoundFile] {
    var search = FolderSearch(extensions: extensions)
    try search.visit(Array(path.utf8))
    // Links come last, so that files are found without a link if possible.
    while !search.links.isEmpty { try search.visit(search.links.removeFirst()) }
    return search.found.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map {
      FoundFile(path: String(decoding: $0.path, as: UTF8.self), realPath: String(decoding: $0.realPath, as: UTF8.self))
    }
  }
}

/// A search in progress. Paths are bytes: folders whose names are not UTF-8 are searched too.
private struct FolderSearch {
  /// Identifies a folder, whatever path leads to it.
  struct Identity: Hashable {
    var device: dev_t
    var number: ino_t
  }

  /// The kinds of entries that a search distinguishes.
  enum Kind {
    case folder, link, file, unknown
  }

  let extensions: Set<[UInt8]>?
  var found: [(path: [UInt8], realPath: [UInt8])] = []
  /// The links to folders that the search has yet to follow.
  var links: [[UInt8]] = []
  private var visited: Set<Identity> = []

  init(extensions: Set<String>?) {
    self.extensions = extensions.map { Set($0.map { Self.lowercased($0.utf8) }) }
  }

  /// Collects the files in a folder and in its subfolders.
  mutating func visit(_ path: [UInt8]) throws {
    guard try isNew(path) else { return }
    // If a file is not a link, its real path is the folder's real path and the file's name. So one call per folder is
    // enough.
    let realFolder = Self.slashed(Self.realPath(path))
    let folder = Self.slashed(path)
    for (name, kind) in try Self.entries(of: path).sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let child = folder + name
      var kind = kind
      if kind == .unknown { kind = Self.kind(of: child) }
      switch kind {
      case .folder: try visit(child)
      case .link where Self.leadsToFolder(child): links.append(child)
      case .link: if hasExtension(name) { found.append((child, Self.realPath(child))) }
      default: if hasExtension(name) { found.append((child, realFolder + name)) }
      }
    }
  }

  private mutating func isNew(_ path: [UInt8]) throws -> Bool {
    var information = stat()
    guard stat(Self.cString(path), &information) == 0 else { throw Self.error(path) }
    return visited.insert(Identity(device: information.st_dev, number: information.st_ino)).inserted
  }

  private func hasExtension(_ name: [UInt8]) -> Bool {
    guard let extensions else { return true }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(Self.lowercased(name[(dot + 1)...]))
  }

  /// The names in a folder except hidden names. Each has its kind if the file system lists kinds with names.
  private static func entries(of path: [UInt8]) throws -> [(name: [UInt8], kind: Kind)] {
    guard let stream = opendir(cString(path)) else { throw error(path) }
    defer { closedir(stream) }
    var entries: [(name: [UInt8], kind: Kind)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw error(path) }
        return entries
      }
      // The memory of an entry may end after its name, before the end of `dirent`: it must not be copied as a whole.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let text = UnsafeRawPointer(entry).advanced(by: offset)
      let name = Array(UnsafeRawBufferPointer(start: text, count: strlen(text.assumingMemoryBound(to: CChar.self))))
      guard name.first != UInt8(ascii: ".") else { continue }
      entries.append((name, kind(of: entry)))
    }
  }

  private static func kind(of entry: UnsafeMutablePointer<dirent>) -> Kind {
    switch Int(entry.pointee.d_type) {
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): .unknown
    default: .file
    }
  }

  /// The kind of an entry, for file systems that do not list kinds with names.
  private static func kind(of path: [UInt8]) -> Kind {
    var information = stat()
    guard lstat(cString(path), &information) == 0 else { return .file }
    switch information.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .file
    }
  }

  private static func leadsToFolder(_ path: [UInt8]) -> Bool {
    var information = stat()
    return stat(cString(path), &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  private static func realPath(_ path: [UInt8]) -> [UInt8] {
    guard let real = realpath(cString(path), nil) else { return path }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private static func slashed(_ path: [UInt8]) -> [UInt8] {
    path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
  }

  private static func lowercased(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  /// The path as a C string.
  private static func cString(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

  private static func error(_ path: [UInt8]) -> FileError {
    FileError(path: String(decoding: path, as: UTF8.self), operation: "read the folder")
  }
}
