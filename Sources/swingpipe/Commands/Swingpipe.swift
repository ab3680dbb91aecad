import ArgumentParser

@main
struct Swingpipe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swingpipe",
    abstract: "Finds swings in wrist-sensor recordings and writes tables of their features.",
    discussion: """
      Reads HDF5 recordings (800 Hz acceleration, 200 Hz device motion) through the stages of a pipeline file. Results go \
      to files, or to standard output where asked for; progress and messages go to standard error.

      \(ExitCode.explanation)
      """,
    version: ToolVersion.current,
    subcommands: [
      RunCommand.self, ValidateCommand.self, PlanCommand.self, StagesCommand.self, SchemaCommand.self, InfoCommand.self,
      SimulateCommand.self,
    ])
}

/// The version of this program.
enum ToolVersion {
  static let current = "0.1.0"
}
