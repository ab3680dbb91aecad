import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation

struct SimulateHeadsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heads",
    abstract: "Simulate recordings of headphone motion, with a table of the true repetitions.",
    discussion: """
      Simulates headphones with motion sensors: sets of push-ups with rests, or everyday movements without \
      repetitions, such as walking, sitting and looking around. The streams are headphone_motion and \
      headphone_connection. The file NAME.repetitions.csv has the true repetitions.

      Equal arguments make identical files. The names have the activity and the seed, as in push_ups-000001.h5. \
      The command replaces an existing simulated recording, but no other file.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .interrupted))
      """)

  private static let defaults = HeadSettings(seed: 1)

  @Option(help: "Activity of the subject.")
  var activity = defaults.activity

  @OptionGroup var made: SimulationArguments

  @Option(name: .customLong("rate-hz"), help: "Samples per second, 25 to 100.")
  var rateHz = defaults.rateHz

  @Option(name: .customLong("sets"), help: "Number of sets of push-ups. (default: \(defaults.setCount))")
  var setCount: Int?

  @Option(help: "Smallest number of repetitions of a set. (default: \(defaults.repetitions.lowerBound))")
  var minRepetitions: Int?

  @Option(help: "Largest number of repetitions of a set. (default: \(defaults.repetitions.upperBound))")
  var maxRepetitions: Int?

  @Option(
    name: .customLong("min-cadence-hz"),
    help: "Fewest repetitions per second, 0.3 or more. (default: \(defaults.cadenceHz.lowerBound))")
  var minCadenceHz: Double?

  @Option(
    name: .customLong("max-cadence-hz"),
    help: "Most repetitions per second, 1.2 or less. (default: \(defaults.cadenceHz.upperBound))")
  var maxCadenceHz: Double?

  @Option(
    name: .customLong("duration-s"),
    help: "Length of an everyday recording, in s. (default: \(defaults.durationS))")
  var durationS: Double?

  @Option(parsing: .upToNextOption, help: "Disturbances that make counting harder, separated by spaces.")
  var disturb: [HeadDisturbance] = []

  @Option(
    name: .customLong("yaw-drift-deg-per-min"), parsing: .unconditional, help: "Drift of yaw, in degrees per minute.")
  var yawDriftDegPerMin = defaults.yawDriftDegPerMin

  func validate() throws {
    try refuseIdleOptions()
    for (low, high, name) in [
      (Double(repetitions.min), Double(repetitions.max), "repetitions"), (cadenceHz.min, cadenceHz.max, "cadence-hz"),
    ] where !(low <= high) {
      throw ValidationError("--min-\(name) is \(low) and --max-\(name) \(high); expected the smaller one first")
    }
    do {
      try settings(seed: made.seed).validate()
    } catch {
      throw ValidationError(error.message(Self.options))
    }
  }

  /// Rejects options that have no effect on the activity.
  private func refuseIdleOptions() throws {
    guard activity == .everyday else {
      guard durationS == nil else {
        throw ValidationError("--duration-s is for --activity everyday; push-ups last as long as their sets")
      }
      return
    }
    let given = [
      ("--sets", setCount != nil), ("--min-repetitions", minRepetitions != nil),
      ("--max-repetitions", maxRepetitions != nil), ("--min-cadence-hz", minCadenceHz != nil),
      ("--max-cadence-hz", maxCadenceHz != nil),
    ]
    let disturbances = disturb.filter { $0 != .handovers && $0 != .dropouts }.map { "--disturb \($0.rawValue)" }
    if let option = given.first(where: \.1)?.0 ?? disturbances.first {
      throw ValidationError("\(option) is for --activity push_ups; everyday movements have no repetitions")
    }
  }

  private var repetitions: (min: Int, max: Int) {
    (minRepetitions ?? Self.defaults.repetitions.lowerBound, maxRepetitions ?? Self.defaults.repetitions.upperBound)
  }

  private var cadenceHz: (min: Double, max: Double) {
    (minCadenceHz ?? Self.defaults.cadenceHz.lowerBound, maxCadenceHz ?? Self.defaults.cadenceHz.upperBound)
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
    settings.setCount = setCount ?? settings.setCount
    settings.repetitions = repetitions.min...repetitions.max
    settings.cadenceHz = cadenceHz.min...cadenceHz.max
    settings.durationS = durationS ?? settings.durationS
    settings.disturbances = Set(disturb)
    settings.yawDriftDegPerMin = yawDriftDegPerMin
    return settings
  }

  /// The option for each setting.
  private static let options = [
    "rateHz": "--rate-hz", "setCount": "--sets", "repetitions": "--min-repetitions to --max-repetitions",
    "cadenceHz": "--min-cadence-hz to --max-cadence-hz", "durationS": "--duration-s",
    "yawDriftDegPerMin": "--yaw-drift-deg-per-min",
  ]
}

extension HeadActivity: ExpressibleByArgument {}
extension HeadDisturbance: ExpressibleByArgument {}
