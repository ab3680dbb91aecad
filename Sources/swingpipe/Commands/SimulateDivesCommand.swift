import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation

struct SimulateDivesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dives",
    abstract: "Simulate recordings of a watch under water, with the true dives as CSV.",
    usage: "swingpipe simulate dives [<options>] --output <output>",
    discussion: """
      Simulates a watch under water. A recording has events, and about one measurement per second of depth, \
      pressure and state. The watch slowly takes on the temperature of the water. The file \
      dive_square-000001-truth.csv has the true dives of dive_square-000001.h5, one per row.

      Equal arguments make identical files. The command replaces an existing simulated recording and its table, \
      but no other recording.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .interrupted))
      """)

  private static let defaults = DiveSettings(profile: .square, seed: 1)

  @Option(help: "Course of the dives.")
  var profile = defaults.profile

  @OptionGroup var made: SimulationArguments

  @Option(
    name: .customLong("dives"), help: "Number of dives in a recording (default: a number that suits the profile).")
  var diveCount: Int?

  @Option(help: "Kind of water, on which the pressure at a depth depends.")
  var water = defaults.water

  @Option(name: .customLong("max-depth-m"), help: "Depth limit of the watch, in m. The simulated depths lie around it.")
  var maxDepthM = defaults.maxDepthM

  @Option(name: .customLong("depth-noise-m"), help: "Standard deviation of the noise of depths, in m.")
  var depthNoiseM = defaults.depthNoiseM

  @Option(name: .customLong("pauses"), help: "Number of times without measurements, of 5 to 20 s each.")
  var pauseCount = defaults.pauseCount

  @Flag(help: "Leave out the stream of events.")
  var withoutEvents = false

  @Flag(help: "Leave out the state of each measurement.")
  var withoutStates = false

  @Option(help: "Layout of the samples in the file.")
  var storage = RecordingStorage.gzip

  func validate() throws {
    do {
      try settings(seed: made.seed).validate()
    } catch {
      throw ValidationError(error.message(Self.options))
    }
  }

  func run() async throws { try await made.forEachSeed { try write(seed: $0) } }

  private func write(seed: UInt64) throws {
    let dives = try SimulatedDives(settings(seed: seed))
    let path = try DiveRecordingWriter.write(dives, into: made.output, storage: storage)
    StandardStreams.error("\(path): \(counted(dives.dives.count, "dive"))")
  }

  private func settings(seed: UInt64) -> DiveSettings {
    var settings = DiveSettings(profile: profile, seed: seed)
    settings.diveCount = diveCount
    settings.water = water
    settings.maxDepthM = maxDepthM
    settings.depthNoiseM = depthNoiseM
    settings.pauseCount = pauseCount
    settings.hasEvents = !withoutEvents
    settings.hasOwnStates = !withoutStates
    return settings
  }

  private static let options = [
    "maxDepthM": "--max-depth-m", "diveCount": "--dives", "depthNoiseM": "--depth-noise-m", "pauseCount": "--pauses",
  ]
}

extension DiveProfile: ExpressibleByArgument {}
extension DiveWater: ExpressibleByArgument {}
