import Foundation
import HostileTexts
import SPBasics
import Testing

@testable import SPTables

/// Hostile texts in tables.
struct HostileTextTests {
  @Test("JSON gives them back, and holds no control character")
  func json() throws {
    for text in Hostile.texts {
      let quoted = JSONValue.quoted(text)
      #expect(!quoted.unicodeScalars.contains(where: Hostile.isControl))
      let back = try JSONSerialization.jsonObject(with: Data("[\(quoted)]".utf8)) as? [String]
      #expect(back?.first.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }
  }

  @Test("CSV gives them back as they are: one that begins with = is the same text")
  func csv() throws {
    let columns: [ColumnDefinition<String>] = [.string("text", "Any text.") { $0 }, .integer("n", "") { _ in 1 }]
    let bytes = CSV.encode(FeatureTable(rows: Hostile.texts, columns: columns))
    let read = try CSV.decode(bytes, path: "t.csv")
    guard case .string(let texts)? = read.columns["text"] else {
      Issue.record("there is no column of texts")
      return
    }
    let found = texts.map { Array(($0 ?? "").utf8) }
    #expect(found == Hostile.texts.map { Array($0.utf8) })
  }
}
