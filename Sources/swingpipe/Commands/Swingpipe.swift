import ArgumentParser

@main
struct Swingpipe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swingpipe",
    abstract: "Finds swings in wrist-sensor recordings and writes tables of their features.",
    discussion: """
      Reads HDF5 recordings (800 Hz acceleration, 200 Hz device motion) through the stages of a pipeline file. Results go \
      to files, or to standard output where asked for; progress and messages go to standard error.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault, .interrupted))
      """,
    version: ToolVersion.current,
    subcommands: [
      RunCommand.self, ValidateCommand.self, PlanCommand.self, TestCommand.self, InfoCommand.self,
      ExplainCommand.self, ScoreCommand.self, TrainCommand.self, StagesCommand.self, PresetsCommand.self,
      SchemaCommand.self, SimulateCommand.self, DegradeCommand.self, SlurmCommand.self,
    ])

  // The label of all other messages on standard error.
  static var _errorPrefix: String { "error: " }

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // The parser names what is missing before what is misspelt, and knows no near subcommands.
    if !understands(arguments), let slip = CommandLineSlip(in: arguments, of: self) {
      slip.lines.forEach(StandardStreams.error)
      exit(withError: ExitCode.usage)
    }
    await main(arguments)
  }

  private static func understands(_ arguments: [String]) -> Bool {
    // `help` answers a misspelt subcommand with the help of all.
    guard arguments.first != "help" else { return false }
    do {
      _ = try parseAsRoot(arguments)
      return true
    } catch {
      return exitCode(for: error) != .validationFailure
    }
  }
}

/// The version of this program.
enum ToolVersion {
  static let current = "0.1.0"
}
