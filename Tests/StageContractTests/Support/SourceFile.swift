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

  /// The modules that it imports, of `import Foundation` and `@testable import struct Files.Folder` alike.
  var imports: [String] {
    code.compactMap { line in
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

  /// The files of a target, by path.
  static func all(in target: String) throws -> [SourceFile] {
    try Project.files(in: "Sources/\(target)").filter { $0.hasSuffix(".swift") }.sorted().map { try SourceFile($0) }
  }
}
