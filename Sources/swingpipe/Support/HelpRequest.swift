import ArgumentParser
import SPHelpTopics
import SPTables

extension HelpPage {
  /// The help that arguments ask for. Nil without such a request, and for the list of commands, which the parser
  /// writes.
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

/// The pages of the documentation that the tool prints.
enum HelpPages {
  /// The names of all pages, for a sentence.
  static var names: String { HelpTopic.all.map(\.name).joined(separator: ", ") }

  /// The page with a name, or the list of all pages for `topics`; nil for any other word.
  static func text(of name: String) -> String? {
    guard name != "topics" else {
      var table = TextTable([("topic", .left), ("contents", .left)])
      for topic in HelpTopic.all { table.append([topic.name, topic.summary]) }
      return table.text
    }
    return HelpTopic.all.first { $0.name == name }?.text
  }
}
