import ArgumentParser
import SPBasics
import SPBatches
import SPRecordings
import SPSimulation

/// The arguments of all commands that make simulated recordings: the folder, the first seed, and the number of seeds.
struct SimulationArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "Folder for the recordings, created if missing.", completion: .directory)
  var output: String

  @Option(
    help: "Seed of the first simulation (default: 1). Each further one has the next seed.",
    transform: UInt64.init(seed:))
  var seed: UInt64 = 1

  @Option(name: .shortAndLong, parsing: .unconditional, help: "Number of simulations")
  var count = 1

  func validate() throws {
    try OutputArgument.validate(output)
    guard count >= 1 else { throw ValidationError("--count is \(count); expected 1 or more") }
    guard !seed.addingReportingOverflow(UInt64(count - 1)).overflow else {
      throw ValidationError("--seed is \(seed) and --count \(count); expected seeds up to \(UInt64.max)")
    }
  }

  /// Makes the folder, then the recordings of one seed after another until interrupted. An interruption is reported on
  /// standard error.
  /// - Parameter write: makes the recordings of a seed.
  /// - Throws: `ExitCode.temporary` for a full disk and the like or else `ExitCode.someFailed`, after the error was
  ///   written to standard error; an `ExitCode` that `write` throws; `ExitCode.interrupted`; the codes of
  ///   `OutputArgument.create`.
  func forEachSeed(_ write: @escaping @Sendable (UInt64) throws -> Void) async throws {
    try OutputArgument.create(output)
    let (made, wasInterrupted) = try await Interruption.cancelling {
      var made = 0
      do {
        while made < count, !Task.isCancelled {
          try write(seed + UInt64(made))
          made += 1
        }
        return made
      } catch is CancellationError {
        return made
      } catch let code as ExitCode {
        throw code
      } catch {
        StandardStreams.error("error: \(error)")
        throw isWorthRetrying(error) ? ExitCode.temporary : .someFailed
      }
    }
    guard wasInterrupted else { return }
    StandardStreams.error("interrupted: \(made) of \(count) made")
    throw ExitCode.interrupted
  }
}

extension UInt64 {
  /// Parses the seed of random numbers.
  /// - Throws: `ValidationError` with the expected number.
  init(seed text: String) throws {
    guard let seed = UInt64(text) else { throw ValidationError("expected a whole number from 0 to \(UInt64.max)") }
    self = seed
  }
}

extension SimulationError {
  /// A fault of the settings, with the names of options in place of settings.
  /// - Parameter options: the options, by the settings that they set.
  func message(_ options: [String: String]) -> String {
    guard case .settingOutOfRange(let setting, let value, let expected) = self else { return "\(self)" }
    return "\(options[setting] ?? setting) is \(value); expected \(expected)"
  }
}
