import ArgumentParser
import Files
import Pipelines
import Recordings
import Simulation

struct SimulateHeadsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-heads",
    abstract: "Make recordings of simulated headphone motion, with their repetitions as a table.",
    discussion: """
      Sets of push-ups with rests between, or everyday movements without a repetition (walking, sitting, looking \
      around, bending), as headphones with motion sensors record them: streams headphone_motion and \
      headphone_connection. Beside each recording lies its truth, NAME.repetitions.csv. Equal arguments make \
      bit-identical files. An existing simulated recording is replaced; any other file is not. Recordings are named \
      after their activity and seed: push_ups-000001.h5.

      \(ExitCode.explanation(.success, .someFailed, .usage, .interrupted))
      """)

  private static let defaults = HeadSettings(seed: 1)

  @Option(help: "What the subject does.")
  var activity = defaults.activity

  @OptionGroup var made: SimulationArguments

  @Option(name: .customLong("rate-hz"), help: "Samples per second, 25 to 100.")
  var rateHz = defaults.rateHz

  @Option(name: .customLong("sets"), help: "Number of sets of push-ups.")
  var setCount = defaults.setCount

  @Option(help: "Smallest number of repetitions of a set.")
  var minRepetitions = defaults.repetitions.lowerBound

  @Option(help: "Largest number of repetitions of a set.")
  var maxRepetitions = defaults.repetitions.upperBound

  @Option(name: .customLong("min-cadence-hz"), help: "Fewest repetitions per second, 0.3 or more.")
  var minCadenceHz = defaults.cadenceHz.lowerBound

  @Option(name: .customLong("max-cadence-hz"), help: "Most repetitions per second, 1.2 or less.")
  var maxCadenceHz = defaults.cadenceHz.upperBound

  @Option(name: .customLong("duration-s"), help: "Length of an everyday recording, in s.")
  var durationS = defaults.durationS

  @Option(parsing: .upToNextOption, help: "What makes repetitions harder to count; several, separated by spaces.")
  var disturb: [HeadDisturbance] = []

  @Option(name: .customLong("yaw-drift-deg-per-min"), help: "Drift of yaw, in degrees per minute.")
  var yawDriftDegPerMin = defaults.yawDriftDegPerMin

  func validate() throws {
    for (low, high, name) in [
      (Double(minRepetitions), Double(maxRepetitions), "repetitions"), (minCadenceHz, maxCadenceHz, "cadence-hz"),
    ] where !(low <= high) {
      throw ValidationError("--min-\(name) is \(low) and --max-\(name) \(high); expected the smaller one first")
    }
    do {
      try settings(seed: made.seed).validate()
    } catch {
      throw ValidationError(error.message(Self.options))
    }
  }

  func run() async throws { try await made.forEachSeed { try write(seed: $0) } }

  private func write(seed: UInt64) throws {
    let session = try HeadSession(settings(seed: seed))
    let path = try HeadRecordingWriter.write(session, into: made.output)
    let full = session.repetitions.count(where: \.isFull)
    StandardStreams.error(
      "\(path): \(counted(full, "repetition")), \(counted(session.repetitions.count - full, "half repetition")), "
        + "\(counted(session.gaps.count, "gap")), \(counted(session.handovers.count, "handover"))")
  }

  private func settings(seed: UInt64) -> HeadSettings {
    var settings = HeadSettings(seed: seed)
    settings.activity = activity
    settings.rateHz = rateHz
    settings.setCount = setCount
    settings.repetitions = min(minRepetitions, maxRepetitions)...max(minRepetitions, maxRepetitions)
    settings.cadenceHz = min(minCadenceHz, maxCadenceHz)...max(minCadenceHz, maxCadenceHz)
    settings.durationS = durationS
    settings.disturbances = Set(disturb)
    settings.yawDriftDegPerMin = yawDriftDegPerMin
    return settings
  }

  /// The options, by the settings that they set.
  private static let options = [
    "rateHz": "--rate-hz", "setCount": "--sets", "repetitions": "--min-repetitions to --max-repetitions",
    "cadenceHz": "--min-cadence-hz to --max-cadence-hz", "durationS": "--duration-s",
    "yawDriftDegPerMin": "--yaw-drift-deg-per-min",
  ]
}

extension HeadActivity: ExpressibleByArgument {}
extension HeadDisturbance: ExpressibleByArgument {}
