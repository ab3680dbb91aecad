import Foundation
import Testing

@testable import Tables

/// Texts that are made to do harm: markup, quotes, control characters and marks that turn the direction of writing.
private enum Hostile {
  static let parts = [
    "<script>", "</title>", "\"", "'", "&", "=1+1", ",", ";", "\\", "../", "\0", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\r",
    "\n",
    "\t", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
    "\u{FFFE}", "e\u{301}", "球", "🏓", "a",
  ]

  /// The same texts every time.
  static let texts: [String] = {
    var state: UInt64 = 1
    return (0..<500).map { _ in
      (0..<8).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return parts[Int(state >> 33) % parts.count]
      }.joined()
    }
  }()

  /// Whether a character is obeyed rather than shown.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      || ["\u{2028}", "\u{2029}"].contains(scalar)
  }
}

@Suite("Hostile texts in tables")
struct HostileTextTests {
  @Test("JSON gives them back, and holds no control character")
  func json() throws {
    for text in Hostile.texts {
      let quoted = JSONLines.quoted(text)
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
