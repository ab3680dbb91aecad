import Glibc

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
