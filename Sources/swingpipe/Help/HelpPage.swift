import SPBasics
import SPPipelines

/// The help of a command: the text of the parser, with examples. On long pages, each option is shortened to one
/// sentence.
public struct HelpPage: Sendable {
  private let message: String
  private let words: [String]
  private let isWhole: Bool

  /// The longest page that is printed without `--help-all`, in lines.
  private static let mostLines = 60
  private static let width = 80

  /// The page of a command.
  /// - Parameters:
  ///   - message: The help that the parser prints for the command, in lines of 80 columns.
  ///   - command: The words of the command, without the tool's name; none for the tool itself.
  ///   - isWhole: Whether the whole page is wanted, however long it is.
  public init(_ message: String, of command: [String], isWhole: Bool) {
    self.message = message
    words = command
    self.isWhole = isWhole
  }

  /// The page, with a line break at its end.
  public var text: String {
    let whole = page(of: message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    guard !isWhole, whole.count > Self.mostLines else { return whole.joined(separator: "\n") + "\n" }
    let command = (["swingpipe"] + words).joined(separator: " ")
    let way = ["", "  All of it, with exit codes: \(command) --help-all"]
    let sentences = page(of: Self.shortened(message)) + way
    let short = sentences.count <= Self.mostLines ? sentences : page(of: Self.shortened(message, toLine: true)) + way
    return short.joined(separator: "\n") + "\n"
  }

  /// The lines, with the examples inserted after the usage.
  private func page(of lines: [String]) -> [String] {
    let examples = Example.all[words.joined(separator: " ")] ?? []
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !examples.isEmpty, let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }),
      let end = lines[usage...].firstIndex(of: "")
    else { return lines }
    let shown = examples.flatMap { ["  \($0.text)", "    \($0.line)"] }
    lines.insert(contentsOf: ["", "EXAMPLES:"] + shown, at: end)
    return lines
  }

  /// The help without its discussion, with each argument and option shortened to its first sentence.
  /// - Parameter toLine: whether sentences are shortened to fit on their first line, if possible.
  private static func shortened(_ message: String, toLine: Bool = false) -> [String] {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }) else { return lines }
    var short = Array(lines.prefix { !$0.isEmpty }) + [""]
    var item: [String] = []
    func flush() {
      short += shortened(item: item, toLine)
      item = []
    }
    for line in lines[usage...] {
      if line.hasPrefix("  -") || line.hasPrefix("  <") {
        flush()
        item = [line]
      } else if !item.isEmpty, line.hasPrefix("      ") {
        item.append(line)
      } else {
        flush()
        short.append(line)
      }
    }
    flush()
    return short
  }

  /// The beginning of a sentence that fits on a line: up to the first colon or bracket, or else up to the last comma or
  /// semicolon. The result is the whole sentence if it fits, or if it cannot be shortened.
  private static func clause(of sentence: String) -> String {
    guard sentence.count > width - indent else { return sentence }
    let line = sentence.prefix(width - indent)
    // A list after a colon, or a remark in brackets, makes no sense if it is cut short.
    let main = line.prefix { $0 != "(" && $0 != ":" }
    if main.count < line.count { return main.split(separator: " ").joined(separator: " ") + "." }
    let ends = line.indices.filter { place in
      let next = line.index(after: place)
      return ",;".contains(line[place]) && next < line.endIndex && line[next] == " "
    }
    return ends.last.map { line[..<$0] + "." } ?? sentence
  }

  /// The column at which the description of an option begins, from 0.
  private static let indent = 26

  private static func shortened(item lines: [String], _ toLine: Bool) -> [String] {
    guard let first = lines.first else { return [] }
    // Two blanks or more separate the names from the description.
    let body = first.dropFirst(2)
    let names = body.firstRange(of: "  ").map { String(body[..<$0.lowerBound]) } ?? String(body)
    let words = ([String(body.dropFirst(names.count))] + lines.dropFirst())
      .flatMap { $0.split(separator: " ") }.joined(separator: " ")
    var sentence = words.firstRange(of: ". ").map { String(words[..<$0.lowerBound]) + "." } ?? words
    if toLine { sentence = clause(of: sentence) }
    let padded = "  " + names.padded(to: indent - 4) + "  "
    let rest = String(repeating: " ", count: indent)
    guard names.count <= indent - 4 else {
      return ["  " + names] + sentence.wrapped(width: width, first: rest, rest: rest)
    }
    return sentence.wrapped(width: width, first: padded, rest: rest)
  }
}
