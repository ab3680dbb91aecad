import SPBasics

/// The ending of a file's name.
enum FileEnding {
  /// What is behind the last dot, in lower case; "no ending" without a dot.
  static func of(_ path: String) -> String {
    let name = Folder.split("/" + path).name.lowercased()
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? "no ending"
  }
}
