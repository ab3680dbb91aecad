import ArgumentParser
import CProcess
import Dispatch
import Glibc
import SPBasics
import SPBatches

@main
enum Program {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    StandardStreams.reserve()
    cprocess_keep_freed_memory()
    if let shortage = AddressSpace.shortage ?? OpenFileLimit.shortage {
      StandardStreams.error("error: \(shortage)")
      exit(ExitCode.temporary.rawValue)
    }
    // This changes the environment, so it must come before any other thread is started.
    BundledFonts.use()
    if Supervisor.covers(arguments) { Supervisor.start(arguments) }
    Task {
      await Swingpipe.run(arguments)
      Swingpipe.exit()
    }
    dispatchMain()
  }
}

struct Swingpipe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swingpipe",
    abstract: "Finds swings, head poses, dives and workouts in recordings of sensors, and writes tables.",
    discussion: """
      swingpipe import makes HDF5 recordings from the files of apps and devices. swingpipe run recordings --output out \
      finds the swings of each recording by its sport. swingpipe run tennis recordings --output out runs one pipeline: \
      a built-in one, or your own file. Progress and messages go to standard error.

      swingpipe help COMMAND shows the help for one command. swingpipe help TOPIC prints a page of the documentation. The \
      topics: \(HelpPages.names).

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault, .interrupted))
      """,
    version: ToolVersion.current,
    subcommands: [],
    groupedSubcommands: groups)

  /// The groups are separate from the texts above, which most commands do not need.
  private static let groups = [
    CommandGroup(
      name: "First-day",
      subcommands: [
        ImportCommand.self, CheckCommand.self, RunCommand.self, ReportCommand.self, ExplainCommand.self,
        LabelCommand.self,
      ]),
    CommandGroup(
      name: "Recording",
      subcommands: [
        PlotCommand.self, ExportCommand.self, SimulateCommand.self, DegradeCommand.self,
      ]),
    CommandGroup(name: "Large-run", subcommands: [StatusCommand.self, MergeCommand.self, SlurmCommand.self]),
    CommandGroup(
      name: "Result",
      subcommands: [HeadCommand.self, ScoreCommand.self, SweepCommand.self, DiffCommand.self]),
    CommandGroup(
      name: "Pipeline and plan",
      subcommands: [PipelinesCommand.self, DescribeCommand.self, WorkoutPlanCommand.self]),
  ]

  // Errors of the parser begin like all other errors on standard error.
  static var _errorPrefix: String { "error: " }

  static func run(_ arguments: [String]) async {
    var words: ArraySlice<String>?
    do {
      var command = try parsed(arguments)
      // A command of a group comes after the group's name.
      words = arguments.firstIndex(of: type(of: command)._commandName).map { arguments[...$0] }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error, of: words?.joined(separator: " "))
    }
  }

  /// Parses the command in the arguments. Requests for help and misspelt words end the program.
  /// - Throws: the errors of the parser.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.first == "help", arguments.count == 2, let page = HelpPages.text(of: arguments[1]) {
      StandardStreams.output(page)
      exit()
    }
    if CommandLineSlip.former(in: arguments) != nil { endIfMisspelt(arguments) }
    if let help = HelpPage(arguments, of: self) {
      StandardStreams.output(help.text)
      exit()
    }
    // The parser's `help` answers a misspelt subcommand with the list of commands.
    if arguments.first == "help" { endIfMisspelt(arguments) }
    endIfRemote(arguments)
    let arguments = joiningNegativeNumbers(arguments)
    if let command = parsedByItself(arguments) { return command }
    do {
      return try parseAsRoot(arguments)
    } catch {
      // The parser reports missing arguments before misspelt ones, and suggests no similar subcommands.
      if exitCode(for: error) == .validationFailure { endIfMisspelt(arguments) }
      throw error
    }
  }

  /// The command that the first arguments name, parsed separately, which saves a millisecond of each start. For faulty
  /// arguments it is nil: the messages of the whole parser name the whole command line.
  private static func parsedByItself(_ arguments: [String]) -> (any ParsableCommand)? {
    var commands = groups.flatMap(\.subcommands)
    for (index, word) in arguments.enumerated() {
      guard let named = commands.first(where: { $0._commandName == word }) else { return nil }
      commands = named.configuration.subcommands
      if commands.isEmpty { return try? named.parseAsRoot(Array(arguments.dropFirst(index + 1))) }
    }
    return nil
  }

  /// The arguments with negative numbers joined to the options before them, as in `--jobs=-1`. The parser would take a
  /// separate `-1` for another option, and report that the number is missing.
  private static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
    // A regular expression would be compiled at each start.
    func isNegative(_ word: String) -> Bool {
      guard word.utf8.first == UInt8(ascii: "-") else { return false }
      let number = word.utf8.dropFirst()
      let digits = number.first == UInt8(ascii: ".") ? number.dropFirst() : number
      return digits.first.map { (48...57).contains($0) } == true
    }
    func isOption(_ word: String) -> Bool {
      let name = word.utf8.dropFirst(2)
      return word.hasPrefix("--") && name.first.map { (97...122).contains($0) } == true
        && name.allSatisfy { (97...122).contains($0) || $0 == UInt8(ascii: "-") }
    }
    return arguments.reduce(into: []) { joined, word in
      let isValue = isNegative(word) && joined.last.map(isOption) == true
      if isValue { joined[joined.count - 1] += "=" + word } else { joined.append(word) }
    }
  }

  /// Ends the program if an argument is a URL. Otherwise, a command would make a local folder of that name, or find no
  /// such file.
  private static func endIfRemote(_ arguments: [String]) {
    guard let fault = RemoteAddress.fault(in: arguments) else { return }
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    StandardStreams.error("error: \(fault)")
    exit(withError: ExitCode.usage)
  }

  private static func endIfMisspelt(_ arguments: [String]) {
    if ProgressArguments.asksForJSON(arguments) { Console.shared.use(.json) }
    guard let slip = CommandLineSlip(in: arguments, of: self) else { return }
    slip.lines.forEach(StandardStreams.error)
    exit(withError: ExitCode.usage)
  }

  /// Ends the program as the parser does, but writes the error as JSON if the arguments ask for JSON.
  /// - Parameter command: the running command; nil for an error of the parser, which prints its usage itself.
  private static func end(with error: any Error, of command: String?) -> Never {
    let code = exitCode(for: error)
    let message = message(for: error)
    if Console.shared.format == .json, !code.isSuccess, !message.isEmpty {
      Console.shared.tell(message, level: .error)
    } else if let command, code == .validationFailure, !message.isEmpty {
      StandardStreams.error("error: \(message)")
      StandardStreams.error("  See 'swingpipe \(command) --help' for more information.")
    } else {
      exit(withError: error)
    }
    exit(withError: code)
  }
}

/// The version of this program.
enum ToolVersion {
  static let current = "0.3.0"
}

/// The font in a bundle of the tool. Without this font, pictures on systems without fonts would have no text.
private enum BundledFonts {
  /// Makes fontconfig read the bundle's configuration if the bundle has one and FONTCONFIG_FILE is not set. It changes
  /// the environment, so call it before any other thread is started.
  static func use() {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return }
    let folder = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let end = folder.lastIndex(of: "/") else { return }
    let configuration = folder[..<end] + "/../share/swingpipe/fonts/fonts.conf"
    if access(String(configuration), R_OK) == 0 { setenv("FONTCONFIG_FILE", String(configuration), 0) }
  }
}
