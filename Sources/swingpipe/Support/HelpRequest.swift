import ArgumentParser

extension HelpPage {
  /// The help that arguments ask for; nil if they ask for none, or for the list of commands, which the parser writes.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    let arguments = Array(arguments.prefix { $0 != "--" })
    let isWhole = arguments.contains("--help-all")
    guard isWhole || arguments.first == "help" || arguments.contains("--help") || arguments.contains("-h") else {
      return nil
    }
    var type = root
    var words: [String] = []
    for word in arguments.drop(while: { $0 == "help" }) {
      let next = type.configuration.subcommands.first {
        $0._commandName == word || $0.configuration.aliases.contains(word)
      }
      guard let next else { break }
      type = next
      words.append(next._commandName)
    }
    // Misspelt commands are handled elsewhere, and the parser writes the list of commands.
    guard !words.isEmpty || isWhole && arguments.first?.hasPrefix("-") == true else { return nil }
    self.init(Swingpipe.helpMessage(for: type), of: words, isWhole: isWhole)
  }
}
