/// The manual page of a command, made of its help.
public struct ManualPage: Sendable {
  private let command: CommandDescription
  /// Titles of the pages of the command above it and of those below it.
  private let related: [String]
  private let version: String
  private let date: String

  init(_ command: CommandDescription, in tool: CommandDescription, version: String, date: String) {
    self.command = command
    self.version = version
    self.date = date
    let up = tool.all.filter { $0.words == command.words.dropLast() }
    related = (up + command.shown).map(Self.title)
  }

  /// The name of the page's file, as `swingpipe-run.1`.
  public var fileName: String { Self.title(command) + ".1" }

  private static func title(_ command: CommandDescription) -> String { command.words.joined(separator: "-") }

  private var isRoot: Bool { command.superCommands == nil }
  private var arguments: [CommandDescription.Argument] { (command.arguments ?? []).filter(\.shouldDisplay) }

  /// The page in the language of manual pages: the `man` macros of roff.
  public var source: String {
    let abstract = command.abstract ?? ""
    var lines = [
      ".TH \(Self.title(command).uppercased()) 1 \(date) \"\(command.words[0]) \(version)\" \"User Commands\"",
      // No hyphenation, which would break names of options and files, and no justification, which would stretch lines
      // of them.
      ".nh", ".ad l", ".SH NAME",
    ]
    lines += Roff.filled("\(Self.title(command)) - \(Self.phrase(abstract))")
    lines += [".SH SYNOPSIS"] + synopsis
    lines += section("DESCRIPTION", Roff.filled(abstract) + paragraphs)
    lines += section(
      "COMMANDS",
      command.shown.flatMap { item in
        Roff.item(Roff.bold(Self.title(item)) + "(1)", Roff.filled(item.abstract ?? ""))
      })
    lines += section("ARGUMENTS", arguments.filter(\.isPositional).flatMap(item))
    lines += section("OPTIONS", arguments.filter { !$0.isPositional }.flatMap(item))
    lines += section("EXIT STATUS", exitCodes)
    if isRoot { lines += ManualText.environment + ManualText.files }
    let examples = Example.all[command.words.dropFirst().joined(separator: " ")] ?? []
    lines += section(
      "EXAMPLES",
      examples.flatMap { example in
        [".PP"] + Roff.filled(example.text) + [".PP", ".RS 4"] + Roff.verbatim([example.line]) + [".RE"]
      })
    lines += section("SEE ALSO", [related.map { Roff.bold($0) + "(1)" }.joined(separator: ", ")])
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    // A section without content is left out.
    guard !lines.allSatisfy(\.isEmpty) else { return [] }
    return [".SH " + (title.contains(" ") ? "\"\(title)\"" : title)]
      + (lines.first == ".PP" ? lines.dropFirst() : lines[...])
  }

  /// An abstract in lower case at its start and without its full stop, as lists of manual pages have it.
  private static func phrase(_ abstract: String) -> String {
    let text = abstract.hasSuffix(".") ? abstract.dropLast() : abstract[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private var synopsis: [String] {
    let own = arguments.filter { $0.valueName != "help" && $0.valueName != "version" }
    let needed = own.filter { !$0.isOptional && !$0.isPositional }
    let ordered = own.filter(\.isPositional) + needed + own.filter { $0.isOptional && !$0.isPositional }
    var parts = ordered.map { argument in
      let value = Roff.italic(argument.valueName ?? "")
      let name = argument.names?.first { $0.kind == "long" } ?? argument.names?.first
      let text =
        [name.map { Roff.bold($0.text) }, argument.isPositional || argument.takesValue ? value : nil]
        .compactMap(\.self).joined(separator: " ") + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(text)]" : text
    }
    if !command.shown.isEmpty { parts.append(Roff.italic("command") + " [...]") }
    return [Roff.bold(command.words.joined(separator: " "))] + parts
  }

  private func item(_ argument: CommandDescription.Argument) -> [String] {
    let names = (argument.names ?? []).map(\.text).sorted { $0.count < $1.count }.map(Roff.bold)
    let value = argument.isPositional || argument.takesValue ? [Roff.italic(argument.valueName ?? "")] : []
    let term = ([names.joined(separator: ", ")].filter { !$0.isEmpty } + value).joined(separator: " ")
    var text = argument.abstract ?? ""
    if let values = argument.allValues { text += " Values: \(values.joined(separator: ", "))." }
    if let value = argument.defaultValue { text += " Default: \(value)." }
    let more = argument.discussion.map { [".IP"] + Roff.filled($0) } ?? []
    return Roff.item(term, Roff.filled(text) + more)
  }

  private var blocks: [[String]] {
    (command.discussion ?? "").split(separator: "\n\n").map {
      $0.split(separator: "\n").map(String.init)
    }
  }

  private static func isExitCodes(_ block: [String]) -> Bool { block.first == "EXIT CODES:" }

  /// The paragraphs of the help's discussion, except for its exit codes. One with indented lines is a table and keeps
  /// its lines.
  private var paragraphs: [String] {
    blocks.filter { !Self.isExitCodes($0) && !$0.isEmpty }.flatMap { block -> [String] in
      guard block.dropFirst().contains(where: { $0.hasPrefix("  ") }) else {
        return [".PP"] + Roff.filled(block.joined(separator: " "))
      }
      let title = block.prefix { !$0.hasPrefix("  ") }
      let heading = title.isEmpty ? [] : [".PP"] + Roff.filled(title.joined(separator: " "))
      return heading + [".PP"] + Roff.verbatim(Array(block[title.endIndex...]))
    }
  }

  private var exitCodes: [String] {
    blocks.filter(Self.isExitCodes).joined().dropFirst().flatMap { line -> [String] in
      let words = line.split(separator: " ")
      return Roff.item(
        Roff.bold(words.first.map(String.init) ?? ""), Roff.filled(words.dropFirst().joined(separator: " ")))
    }
  }
}
