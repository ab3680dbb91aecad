import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation

struct SimulateDivesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-dives",
    abstract: "Simulate recordings of a watch under water, with their truth as CSV.",
    usage: "swingpipe simulate-dives [<options>] --output <output>",
    discussion: """
      A recording has events, measurements about every second (depth, pressure, state), and temperatures of a watch \
      that slowly takes on that of the water. Beside each recording, such as dive_square-000001.h5, is its truth, \
      dive_square-000001-truth.csv: one row per dive. Equal arguments make bit-identical files. An existing simulated \
      recording is replaced, and so is its truth; another recording is not.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .interrupted))
      """)

  private static let defaults = DiveSettings(profile: .square, seed: 1)

  @Option(help: "Course of the dives.")
  var profile = defaults.profile

  @OptionGroup var made: SimulationArguments

  @Option(name: .customLong("dives"), help: "Number of dives in a recording (default: what suits the profile).")
  var diveCount: Int?

  @Option(help: "Water: it decides the pressure at a depth.")
  var water = defaults.water

  @Option(name: .customLong("max-depth-m"), help: "Maximum depth of the watch, in m; depths are drawn about it.")
  var maxDepthM = defaults.maxDepthM

  @Option(name: .customLong("depth-noise-m"), help: "Standard deviation of the depths' noise, in m.")
  var depthNoiseM = defaults.depthNoiseM

  @Option(name: .customLong("pauses"), help: "Number of times without measurements, of 5 to 20 s each.")
  var pauseCount = defaults.pauseCount

  @Flag(help: "Leave the stream of events out.")
  var withoutEvents = false

  @Flag(help: "Give no state with the measurements.")
  var withoutStates = false

  @Option(help: "How samples are laid out in the file.")
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
