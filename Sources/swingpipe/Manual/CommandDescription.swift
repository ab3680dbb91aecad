/// A command as the parser describes it for other tools (`--experimental-dump-help`), in the words of its help.
struct CommandDescription: Decodable, Sendable {
  /// An argument, option or flag.
  struct Argument: Decodable, Sendable {
    struct Name: Decodable, Sendable {
      let kind: String
      let name: String

      /// The name as it is typed, with its hyphens.
      var text: String { kind == "long" ? "--" + name : "-" + name }
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?

    var isPositional: Bool { kind == "positional" }
    var takesValue: Bool { kind == "option" }
  }

  let commandName: String
  let superCommands: [String]?
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?

  /// The words that call it.
  var words: [String] { (superCommands ?? []) + [commandName] }
  /// The commands directly below it that are shown, without the parser's own `help`.
  var shown: [CommandDescription] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }
  /// Itself and all commands below it.
  var all: [CommandDescription] { [self] + shown.flatMap(\.all) }
}
