/// A path in a file, taken apart: "a//b/./c" is "a", "b", "c".
struct ObjectPath {
  /// Whether the path starts at the file's root.
  let isAbsolute: Bool
  /// The names on the way; empty for the starting point itself.
  let components: [String]

  /// Takes a path apart; HDF5 knows "." but no "..".
  init(_ text: String) {
    isAbsolute = text.utf8.first == UInt8(ascii: "/")
    components = text.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  /// The path in the form that the library takes.
  var relative: String { components.isEmpty ? "." : components.joined(separator: "/") }

  /// The absolute path, for a path that starts at `base`.
  func absolute(from base: String) -> String {
    components.reduce(isAbsolute ? "/" : base, Self.joined)
  }

  /// A name below an absolute path.
  static func joined(_ base: String, _ name: String) -> String {
    base == "/" ? "/" + name : base + "/" + name
  }
}
