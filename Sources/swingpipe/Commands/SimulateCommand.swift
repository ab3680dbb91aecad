import ArgumentParser

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate recordings of swings, headphone motion, dives or workouts, with the truth.",
    discussion: ExitCode.explanation(.success, .someFailed, .usage, .temporary, .pipelineFault, .interrupted),
    subcommands: [
      SimulateSwingsCommand.self, SimulateHeadsCommand.self, SimulateDivesCommand.self, SimulateWorkoutsCommand.self,
    ])
}
