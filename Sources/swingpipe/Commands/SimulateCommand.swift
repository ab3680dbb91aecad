import ArgumentParser

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make simulated recordings, with their truth.",
    discussion: """
      Without a subcommand, options are those of swings: "swingpipe simulate --sport golf --output golf".

      \(ExitCode.explanation(.success, .someFailed, .usage, .interrupted))
      """,
    subcommands: [SimulateSwingsCommand.self, SimulateDivesCommand.self, SimulateWorkoutsCommand.self],
    defaultSubcommand: SimulateSwingsCommand.self)
}
