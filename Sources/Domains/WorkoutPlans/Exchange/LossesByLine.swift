/// What a reader cannot carry into a plan: sentences, each with the lines of the file that it is about.
struct LossesByLine {
  private var lines: [String: [Int]] = [:]
  private var order: [String] = []

  /// The most lines that a sentence lists.
  private static let mostLines = 6

  mutating func add(_ sentence: String, line: Int) {
    if lines[sentence] == nil { order.append(sentence) }
    if lines[sentence]?.last != line { lines[sentence, default: []].append(line) }
  }

  /// One sentence per loss in the order of their first lines: `line 4: ...`, or `lines 4, 7 and 9: ...`.
  var sentences: [String] {
    order.map { (lines: (lines[$0] ?? []).sorted(), text: $0) }
      .sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
      .map { loss in
        guard loss.lines.count > 1 else { return "line \(loss.lines.first ?? 0): \(loss.text)" }
        let isShort = loss.lines.count <= Self.mostLines
        let listed = loss.lines.prefix(isShort ? loss.lines.count - 1 : Self.mostLines).map(String.init)
        let last = isShort ? "\(loss.lines[loss.lines.count - 1])" : "\(loss.lines.count - Self.mostLines) others"
        return "lines \(listed.joined(separator: ", ")) and \(last): \(loss.text)"
      }
  }
}
