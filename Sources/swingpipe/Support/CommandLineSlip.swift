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
    let former = Self.former(in: words)
    var fault = former.map { "\"\($0.name)\" is now \"\($0.successor)\"" }
    // The usage below a former name is the usage of its successor.
    let named = former?.successor.split(separator: " ").map(String.init) ?? words
    var command = root
    var path = [root._commandName]
    for word in named.filter({ !$0.hasPrefix("-") && $0 != "help" }) {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty else { break }
      guard let next = subcommands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) })
      else {
        let names = subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let isHelp = words.first == "help" && path.count == 1
        fault =
          Self.incomplete(command, after: words)
          ?? Self.unknownSubcommand(word, among: isHelp ? HelpTopic.all.map(\.name) + names : names, isHelp: isHelp)
        break
      }
      command = next
      path.append(next._commandName)
    }
    // Options of the default subcommand may be given without its name.
    if let implied = command.configuration.defaultSubcommand { command = implied }
    guard
      let fault = fault ?? Self.incomplete(command, after: words)
        ?? Self.unknownOption(in: words, of: command, below: root)
    else { return nil }
    // Usage as the parser shows it: further forms of a command are below the first form.
    let usage = root.usageString(for: command).split(separator: "\n").enumerated()
      .map { index, line in (index == 0 ? "Usage: " : "       ") + line }
    lines =
      ["error: \(fault)"] + usage + ["  See '\(path.joined(separator: " ")) --help' for more information."]
  }

  /// The present forms of commands that had other names up to version 0.2.
  private static let successors = [
    "columns": "describe columns", "info": "check --details", "plan": "run --dry-run", "presets": "describe presets",
    "schema": "describe schema",
    "simulate-dives": "simulate dives", "simulate-heads": "simulate heads", "simulate-workouts": "simulate workouts",
    "stages": "describe stages", "stages list": "describe stages", "stages show": "describe stages",
    "test": "pipelines test", "train": "pipelines train", "validate": "pipelines validate",
    "workout-plan schema": "describe schema workout-plan",
  ]

  /// The present names of options that had other names up to version 0.2.
  private static let optionSuccessors = ["--force": "--overwrite"]

  /// The former name of a command at the beginning of the words, and the present name. A former name has one or two
  /// words.
  static func former(in words: [String]) -> (name: String, successor: String)? {
    let names = words.drop { $0 == "help" }
    return [2, 1].lazy.map { names.prefix($0).joined(separator: " ") }
      .compactMap { name in successors[name].map { (name, $0) } }.first
  }

  /// The fault of options that follow a group of commands, in place of one of its commands; nil without this fault.
  private static func incomplete(_ command: any ParsableCommand.Type, after words: [String]) -> String? {
    let configuration = command.configuration
    guard !configuration.subcommands.isEmpty, configuration.defaultSubcommand == nil,
      let place = words.firstIndex(of: command._commandName), words[(place + 1)...].first?.hasPrefix("-") == true
    else { return nil }
    let names = configuration.subcommands.map { "\"\($0._commandName)\"" }.joined(separator: ", ")
    return "\"\(command._commandName)\" is a group of commands; expected one of \(names) after it"
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
      if let successor = optionSuccessors[name], names.contains(successor) {
        return "\"\(name)\" is now \"\(successor)\""
      }
      let advice = NearestName.advice(name, in: names, otherwise: "expected an option that the help lists")
      return "unknown option \"\(name)\"; \(advice)"
    }
    return nil
  }
}
