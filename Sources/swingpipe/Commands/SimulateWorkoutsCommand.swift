import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation
import SPWorkoutPlans

struct SimulateWorkoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workouts",
    abstract: "Simulate rides on a watch and its phone, with all faults as CSV.",
    usage: "swingpipe simulate workouts [<options>] --output <output>",
    discussion: """
      Each ride is two recordings with one session_id. The watch, workout-000001-watch.h5, has power, cadence, \
      speed, distance, heart rate, states and events. The phone, workout-000001-phone.h5, has its own clock. It \
      has water, heart rate, and the states and events that reached it.

      The file workout-000001-truth.csv lists all faults: lost changes, states in an impossible order, requests \
      without effect, late messages, a phone that was not ready, and a mirror that stopped or broke. It also has \
      the lag of the phone's clock.

      With --plan, the rider follows a workout plan as closely as --compliance says. Such a ride has no faults in \
      states and events. A step ends when its goal of time or distance is reached. Other steps end with a lap \
      after 5 min. A lap after a few seconds skips a step. With --step-laps, the rider skips a step by doing the \
      next step at once. Between the activities of a plan with several activities, the rider walks for 90 s. The \
      file workout-000001-steps.csv says how each step ended, and has its start and end on the watch's clock.

      Equal arguments make identical files. The command replaces existing simulated recordings and their tables, \
      but no other recording.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .pipelineFault, .interrupted,
        pipelineFault: "the plan is wrong"))
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
    help: "The phone's clock minus the watch's, in s (default: chosen by the seed).")
  var lagS: Double?

  @Option(
    name: .customLong("drift-ppm"), parsing: .unconditional,
    help: "How much faster the phone's clock runs, in parts per million (default: chosen by the seed).")
  var driftPPM: Double?

  @Option(
    help: "Fraction of the pauses with a fault, 0 to 1. (default: \(defaults.faultShare))")
  var faultShare: Double?

  @Option(help: "Chance that the mirror stops or breaks, 0 to 1. (default: \(defaults.breakChance))")
  var breakChance: Double?

  @OptionGroup(title: "Options of planned rides") var planned: PlannedRideArguments

  @Option(
    help: "Chance that the phone is ready too late, 0 to 1. (default: \(defaults.lateCompanionChance))")
  var lateCompanionChance: Double?

  @Option(help: "Difference between the devices' times of one event, as a standard deviation in s, 0 to 0.05.")
  var dateErrorS = defaults.dateErrorS

  @Option(help: "Layout of the samples in the file.")
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
