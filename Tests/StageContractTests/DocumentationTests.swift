import Foundation
import Testing

struct DocumentationTests {
  @Test("Every listing is part of a file that is compiled, or that the example reads")
  func listings() throws {
    let files = try (Project.files(in: "Sources") + Project.files(in: "Tests/Example")).filter {
      $0.hasSuffix(".swift") || $0.hasSuffix(".json")
    }
    let sources = try files.map { try Lines(Project.text($0)) }
    // JSON in these pages shows parts of pipelines, which the ready ones hold.
    let pages = try ["README.md"] + Project.files(in: "Documentation").filter { $0.hasSuffix(".md") }
    var documents = pages.map { (path: $0, kinds: ["swift"]) }
    documents += try Self.catalogues().flatMap(\.pages).map { ($0, ["swift", "json"]) }
    var count = 0
    for (path, kinds) in documents {
      for listing in Self.listings(of: kinds, in: try Project.text(path)) {
        count += 1
        #expect(
          sources.contains { $0.contains(listing) },
          "\(path): no file has these lines: \(listing.texts.joined(separator: "\n"))")
      }
    }
    #expect(count >= 10)
  }

  @Test("Every public type and function has its place on its library's page, and the page names no other")
  func places() throws {
    let catalogues = try Self.catalogues()
    #expect(catalogues.count >= 19)
    let folders = try Project.targets()
    for (library, _) in catalogues {
      let folder = try #require(folders[library])
      let declared = try SourceFile.all(in: folder).reduce(into: Set<String>()) { names, file in
        let pattern = /^public (?:final |indirect )*(?:actor|class|enum|func|protocol|struct|typealias) (\w+)/
        names.formUnion(try Project.text(file.path).matches(of: pattern.anchorsMatchLineEndings()).map { String($0.1) })
      }
      let page = try Project.text("Sources/\(folder)/\(library).docc/\(library).md")
      let named = Set(page.matches(of: /^- ``(\w+).*``$/.anchorsMatchLineEndings()).map { String($0.1) })
      // Other modules' types that a library extends have pages below the name of their module.
      let modules = Set(catalogues.map(\.library) + ["Swift"])
      #expect(declared.subtracting(named).sorted() == [], "in no topic of \(library).md")
      #expect(
        named.subtracting(declared).subtracting(modules).sorted() == [], "in \(library).md, but not in the library")
    }
  }

  @Test("The page on Swift lists every library of the package once, and none before one that it imports")
  func libraries() throws {
    let exports = try SourceFile.all(in: "Library")
    let names = exports.flatMap(\.imports)
    let folders = try Project.targets()
    let section = try Project.text("Documentation/swift.md").split(separator: "\n## ").first {
      $0.hasPrefix("Libraries\n")
    }
    let listed = try #require(section).matches(of: /`(SP\w+)`/).map { String($0.1) }
    #expect(names.count >= 19 && listed.sorted() == names.sorted())
    for (place, library) in listed.enumerated() {
      let later = Set(listed[(place + 1)...])
      for file in try SourceFile.all(in: #require(folders[library])) {
        for module in file.imports where later.contains(module) { Issue.record("\(file.path) imports \(module)") }
      }
    }
  }

  /// The libraries with a catalogue, each with the paths of its pages.
  private static func catalogues() throws -> [(library: String, pages: [String])] {
    let pages = try Project.files(in: "Sources").filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    return Dictionary(grouping: pages) { String($0.split(separator: ".docc/")[0].split(separator: "/").last ?? "") }
      .map { (library: $0.key, pages: $0.value.sorted()) }.sorted { $0.library < $1.library }
  }

  private static func listings(of kinds: [String], in text: String) -> [Lines] {
    var listings: [Lines] = []
    var open: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = open {
        if line == "```" { listings.append(Lines(lines)) }
        open = line == "```" ? nil : lines + [line]
      } else if kinds.contains(where: { line == "```" + $0 }) {
        open = []
      }
    }
    return listings
  }
}

/// Lines whose common indentation does not count.
private struct Lines {
  var texts: [Substring]

  init(_ text: String) { texts = text.split(separator: "\n", omittingEmptySubsequences: false) }
  init(_ texts: [Substring]) { self.texts = texts }

  func contains(_ part: Lines) -> Bool {
    guard let first = part.texts.first, part.texts.count <= texts.count else { return false }
    return (0...texts.count - part.texts.count).contains { start in
      guard texts[start].hasSuffix(first) else { return false }
      let indent = texts[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { return false }
      return zip(texts[start...], part.texts).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
    }
  }
}

extension Project {
  /// The paths of the files below one of the project's folders, hidden ones and what was built apart.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder).filter {
      !$0.split(separator: "/").contains { $0.hasPrefix(".") }
    }.map { folder + "/" + $0 }
  }
}
