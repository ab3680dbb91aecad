import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation
import SPWorkoutPlans

struct SimulateWorkoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-workouts",
    abstract: "Simulate recordings of rides on a watch and its mirroring phone, with their truth as CSV.",
    usage: "swingpipe simulate-workouts [<options>] --output <output>",
    discussion: """
      Each ride is two recordings that share session_id: workout-000001-watch.h5 with power, cadence, speed, \
      distance, heart rate, states and events, and workout-000001-phone.h5 with water, heart rate, and the states and \
      events that the phone heard of, on a clock of its own. Beside them workout-000001-truth.csv has a row for \
      everything that is wrong: lost changes, states that cannot follow each other, requests that led to nothing, \
      messages that came late, a phone that was ready too late, a mirror that stopped or broke; and the lag of the \
      phone's clock. Equal arguments make bit-identical files. An existing simulated recording is replaced, and so is \
      its truth; another recording is not.

      With --plan the rider follows a workout plan, as closely as --compliance says, and nothing is wrong with states \
      and events. A step ends when its goal of time or distance is reached; the rider ends other steps with a lap \
      after 5 min, and skips a step with a lap a few seconds after it began or, with --step-laps, by doing the next \
      one at once. Between the activities of a plan of several, which have a lap each, there are 90 s at a walk. \
      workout-000001-steps.csv then says what became of each step and when it began and ended, on the watch's clock.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .pipelineFault, .interrupted,
        pipelineFault: "the plan is at fault"))
      """)

  private static let defaults = WorkoutSettings(seed: 1)

  @OptionGroup var made: SimulationArguments

  @Option(
    name: .customLong("duration-s"),
    help: "Length of a ride, in s; a plan has its own. (default: \(defaults.durationS))")
  var durationS: Double?

  @Option(name: .customLong("pauses"), help: "Number of pauses.")
  var pauseCount = defaults.pauseCount

  @Option(
    name: .customLong("lag-s"), parsing: .unconditional,
    help: "The phone's clock minus the watch's, in s (default: what the seed chooses).")
  var lagS: Double?

  @Option(
    name: .customLong("drift-ppm"), parsing: .unconditional,
    help: "How much faster the phone's clock runs, in parts per million (default: what the seed chooses).")
  var driftPPM: Double?

  @Option(
    help: "Fraction of the pauses that have something wrong with them, 0 to 1. (default: \(defaults.faultShare))")
  var faultShare: Double?

  @Option(help: "Chance that the mirror stops or breaks, 0 to 1. (default: \(defaults.breakChance))")
  var breakChance: Double?

  @OptionGroup(title: "Options of planned rides") var planned: PlannedRideArguments

  @Option(
    help: "Chance that the phone is ready too late, 0 to 1. (default: \(defaults.lateCompanionChance))")
  var lateCompanionChance: Double?

  @Option(help: "Standard deviation of the times of events that both devices note, in s, 0 to 0.05.")
  var dateErrorS = defaults.dateErrorS

  @Option(help: "How samples are laid out in the file.")
  var storage = RecordingStorage.gzip

  func validate() throws {
    if planned.plan != nil {
      let idle = [
        ("--duration-s", durationS), ("--fault-share", faultShare), ("--break-chance", breakChance),
        ("--late-companion-chance", lateCompanionChance),
      ]
      if let option = idle.first(where: { $0.1 != nil })?.0 {
        throw ValidationError("\(option) is for rides without a plan; expected it, or --plan, alone")
      }
    }
    // A plan is read, and its faults are reported, only when the command runs.
    guard planned.plan == nil else { return }
    do {
      try settings(seed: made.seed, ride: nil).validate()
    } catch {
      throw ValidationError(error.message(Self.options))
    }
  }

  func run() async throws {
    let ride = try planned.ride()
    do {
      try settings(seed: made.seed, ride: ride).validate()
    } catch {
      StandardStreams.error("error: \(error.message(Self.options))")
      throw ExitCode.usage
    }
    try await made.forEachSeed { try write(seed: $0, ride) }
  }

  private func write(seed: UInt64, _ ride: PlannedRide?) throws {
    let workout = try SimulatedWorkout(settings(seed: seed, ride: ride))
    let name = try WorkoutRecordingWriter.write(workout, into: made.output, storage: storage)
    let truth = WorkoutRecordingWriter.truth(of: workout)
    StandardStreams.error(
      "\(name)-{watch,phone}.h5: \(counted(workout.settings.pauseCount, "pause")), "
        + counted(truth.split(separator: "\n").count - 1, "fault"))
  }

  private func settings(seed: UInt64, ride: PlannedRide?) -> WorkoutSettings {
    var settings = WorkoutSettings(seed: seed)
    settings.ride = ride
    settings.durationS = durationS ?? settings.durationS
    settings.pauseCount = pauseCount
    settings.lagS = lagS
    settings.driftPPM = driftPPM
    settings.faultShare = faultShare ?? settings.faultShare
    settings.breakChance = breakChance ?? settings.breakChance
    settings.lateCompanionChance = lateCompanionChance ?? settings.lateCompanionChance
    settings.dateErrorS = dateErrorS
    return settings
  }

  private static let options = [
    "durationS": "--duration-s", "pauseCount": "--pauses", "lagS": "--lag-s", "driftPPM": "--drift-ppm",
    "faultShare": "--fault-share", "breakChance": "--break-chance",
    "lateCompanionChance": "--late-companion-chance", "dateErrorS": "--date-error-s", "compliance": "--compliance",
    "skipChance": "--skip-chance", "repeatChance": "--repeat-chance", "rideOnS": "--ride-on-s",
    "cutShortChance": "--cut-short-chance", "endEarlyChance": "--end-early-chance", "autoLapM": "--auto-lap-m",
  ]
}
