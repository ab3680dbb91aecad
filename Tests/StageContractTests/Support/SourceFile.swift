import Foundation

/// A file of the project, in Swift or of a page, as the tests of its structure read it.
struct SourceFile {
  /// The path from the project's root.
  let path: String
  /// The lines without those that are comments.
  let code: [String]

  init(_ path: String) throws {
    self.path = path
    code = try Project.text(path).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") }
  }

  /// The modules that it imports, of `import Foundation` and `@testable import struct SPBasics.Folder` alike.
  var imports: [String] {
    // A regular expression on each line of the project takes a minute in a debug build.
    code.lazy.filter { $0.contains("import ") }.compactMap { line in
      let pattern =
        /^(?:@\w+(?:\(\w+\))? |public |package |internal |private |fileprivate )*import (?:struct |class |enum |protocol |func |typealias |let |var )?(\w+)/
      return line.firstMatch(of: pattern).map { String($0.1) }
    }
  }

  /// The words of its code: names and the parts of texts, without signs between them.
  var words: Set<Substring> {
    code.reduce(into: []) { $0.formUnion($1.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }) }
  }

  /// The texts of one word in its code.
  var texts: Set<String> {
    code.reduce(into: []) { $0.formUnion($1.matches(of: /["'](\w+)["']/).map { String($0.1) }) }
  }

  /// The lines of code that have a text in them, in any case; the tool's own name does not count.
  func lines(naming text: String) -> [String] {
    code.filter { $0.lowercased().replacing("swingpipe", with: "").contains(text) }
  }

  /// The files below a folder of `Sources`, by path; without those of another target's folder in it.
  static func all(in folder: String) throws -> [SourceFile] {
    let inner = try Project.targets().values.filter { $0.hasPrefix(folder + "/") }
    return try Project.files(in: "Sources/\(folder)").filter { path in
      path.hasSuffix(".swift") && !inner.contains { path.hasPrefix("Sources/\($0)/") }
    }.sorted().map { try SourceFile($0) }
  }
}

extension Project {
  /// The targets of the manifest below `Sources`: the folder of each, by its name.
  static func targets() throws -> [String: String] {
    let pieces = try text("Package.swift").split(separator: /\.\w*[tT]arget\(/).dropFirst()
    return pieces.reduce(into: [:]) { targets, piece in
      guard let name = piece.firstMatch(of: /name: "(\w+)"/),
        let path = piece.firstMatch(of: /path: "Sources\/([^"]+)"/)
      else { return }
      targets[String(name.1)] = String(path.1)
    }
  }
}
