import ArgumentParser
import Recordings
import Simulation
import Supervision

/// What all commands take that make simulated recordings: where to, from which seed on, and how many.
struct SimulationArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "Folder for the recordings; it is made if it is missing.", completion: .directory)
  var output: String

  @Option(help: "Seed of the first one; the others follow it.")
  var seed: UInt64 = 1

  @Option(name: .shortAndLong, help: "How many to make.")
  var count = 1

  func validate() throws {
    try OutputArgument.validate(output)
    guard count >= 1 else { throw ValidationError("--count is \(count); expected 1 or more") }
    guard !seed.addingReportingOverflow(UInt64(count - 1)).overflow else {
      throw ValidationError("--seed is \(seed) and --count \(count); expected seeds up to \(UInt64.max)")
    }
  }

  /// Makes the folder, and one after another of what goes into it until that is interrupted.
  /// - Parameter write: makes the one of a seed.
  /// - Throws: what `write` throws; `ExitCode.interrupted`.
  func forEachSeed(_ write: @escaping @Sendable (UInt64) throws -> Void) async throws {
    try OutputArgument.create(output)
    let (_, wasInterrupted) = try await Interruption.cancelling {
      do {
        for index in 0..<count where !Task.isCancelled { try write(seed + UInt64(index)) }
      } catch is CancellationError {
        return
      } catch let error as RecordingError {
        StandardStreams.error("error: \(error)")
        throw ExitCode.someFailed
      }
    }
    if wasInterrupted { throw ExitCode.interrupted }
  }
}

extension SimulationError {
  /// A fault of the settings in the words of the command line.
  /// - Parameter options: the options that stand for settings.
  func message(_ options: [String: String]) -> String {
    guard case .settingOutOfRange(let setting, let value, let expected) = self else { return "\(self)" }
    return "\(options[setting] ?? setting) is \(value); expected \(expected)"
  }
}
