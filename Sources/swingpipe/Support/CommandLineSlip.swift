import ArgumentParser
import SPBasics
import SPHelpTopics
import SPPipelines

/// The misspelt word of a command line that could not be understood.
struct CommandLineSlip {
  /// The text for standard error: the fault, and the usage of the command.
  let lines: [String]

  /// Finds the first unknown subcommand, or else the first unknown option; nil if there is neither.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    let words = Array(arguments.prefix { $0 != "--" })
    var command = root
    var path = [root._commandName]
    var fault: String?
    for word in words.filter({ !$0.hasPrefix("-") && $0 != "help" }) {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty else { break }
      guard let next = subcommands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) })
      else {
        let names = subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let isHelp = words.first == "help" && path.count == 1
        fault = Self.unknownSubcommand(word, among: isHelp ? HelpTopic.all.map(\.name) + names : names, isHelp: isHelp)
        break
      }
      command = next
      path.append(next._commandName)
    }
    // Options of the default subcommand may be given without its name.
    if let implied = command.configuration.defaultSubcommand { command = implied }
    guard let fault = fault ?? Self.unknownOption(in: words, of: command, below: root) else { return nil }
    // Usage as the parser shows it: further forms of a command are below the first form.
    let usage = root.usageString(for: command).split(separator: "\n").enumerated()
      .map { index, line in (index == 0 ? "Usage: " : "       ") + line }
    lines =
      ["error: \(fault)"] + usage + ["  See '\(path.joined(separator: " ")) --help' for more information."]
  }

  private static func unknownSubcommand(_ word: String, among names: [String], isHelp: Bool) -> String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return
      "unknown \(isHelp ? "topic or command" : "command") \"\(word)\"; \(NearestName.advice(word, in: names, otherwise: "expected one of \(list)"))"
  }

  private static func unknownOption(
    in words: [String], of command: any ParsableCommand.Type, below root: any ParsableCommand.Type
  ) -> String? {
    let help = root.helpMessage(for: command, includeHidden: true)
    let names = help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
    for word in words where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      guard !names.contains(name) else { continue }
      let advice = NearestName.advice(name, in: names, otherwise: "expected one that the help lists")
      return "unknown option \"\(name)\"; \(advice)"
    }
    return nil
  }
}
