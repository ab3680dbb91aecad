import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSimulation

struct SimulateSwingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swings",
    abstract: "Simulate recordings of swings, with true labels.",
    discussion: """
      Simulates a sport on the clock of a real watch (801.92 and 200.48 Hz). A recording has hits with shocks, and \
      misses with the same motion. It also has backswings, recoveries, and shocks that are not swings: claps, \
      taps, catches, drops.

      Equal arguments make identical files. The names have the sport and the seed, as in baseball-000001.h5. The \
      command replaces an existing simulated recording, but no other file.

      More than about 20 swings per minute need --pace rally.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .interrupted))
      """)

  private static let defaults = SimulationSettings(sport: .baseball, seed: 1)

  @Option(help: "Sport of the swings.")
  var sport = defaults.sport

  @OptionGroup var made: SimulationArguments

  @Option(name: .customLong("duration-s"), help: "Length of a recording, in s.")
  var durationS = defaults.durationS

  @Option(help: "Swings per minute, on average.")
  var swingsPerMinute = defaults.swingsPerMinute

  @Option(help: "Time between strokes: a rest after each stroke, or a rally without rests.")
  var pace = defaults.pace

  @Option(help: "Fraction of the swings that are misses, 0 to 1.")
  var missShare = defaults.missShare

  @Option(name: .customLong("min-peak-g"), help: "Smallest peak of a shock, in g.")
  var minPeakG = defaults.peakRangeG.lowerBound

  @Option(name: .customLong("max-peak-g"), help: "Largest peak of a shock, in g.")
  var maxPeakG = defaults.peakRangeG.upperBound

  @Option(help: "Shocks without a swing per minute, on average.")
  var distractorsPerMinute = defaults.distractorsPerMinute

  @Option(help: "Swings per minute that stop before the ball, on average.")
  var checkSwingsPerMinute = defaults.checkSwingsPerMinute

  @Option(name: .customLong("gaps"), help: "Number of gaps in both streams.")
  var gapCount = defaults.gapCount

  @Option(help: "Resolution of timestamps: whole microseconds, or ticks of a watch's clock of 24 MHz.")
  var stamps = defaults.timestamps

  @Option(name: .customLong("jitter-us"), help: "Standard deviation of the timestamps, in us.")
  var jitterUS = defaults.jitterUS

  @Option(
    name: .customLong("clip-g"),
    help: "Range of the accelerometer, in g: values beyond it are clipped (default: no clipping).")
  var clipG: Double?

  @Option(help: "Wrist that wears the sensor.")
  var wrist = defaults.wrist

  @Option(help: "The subject's dominant hand.")
  var dominantHand = defaults.dominantHand

  @Option(
    help: """
      Layout of the samples in the file: compressed chunks, compressed chunks of 1 s each, plain chunks, or one piece. \
      It does not change the samples.
      """)
  var storage = RecordingStorage.gzip

  func validate() throws {
    guard minPeakG <= maxPeakG else {
      throw ValidationError("--min-peak-g is \(minPeakG) and --max-peak-g \(maxPeakG); expected the smaller one first")
    }
    do {
      try settings(seed: made.seed).validate()
    } catch {
      throw ValidationError(Self.message(error, seed: made.seed))
    }
  }

  func run() async throws { try await made.forEachSeed { try write(seed: $0, isFirst: $0 == made.seed) } }

  private func write(seed: UInt64, isFirst: Bool) throws {
    let session: SimulatedSession
    do {
      session = try SimulatedSession(settings(seed: seed))
    } catch {
      StandardStreams.error("error: \(Self.message(error, seed: seed))")
      throw isFirst ? ExitCode.usage : ExitCode.someFailed
    }
    let path = try SimulatedRecordingWriter.write(session, into: made.output, storage: storage)
    let hits = session.swings.count { $0.label == .hit }
    StandardStreams.error("\(path): \(counted(hits, "hit")), \(counted(session.swings.count - hits, "miss"))")
  }

  private func settings(seed: UInt64) -> SimulationSettings {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = durationS
    settings.swingsPerMinute = swingsPerMinute
    settings.pace = pace
    settings.missShare = missShare
    settings.peakRangeG = min(minPeakG, maxPeakG)...max(minPeakG, maxPeakG)
    settings.distractorsPerMinute = distractorsPerMinute
    settings.checkSwingsPerMinute = checkSwingsPerMinute
    settings.gapCount = gapCount
    settings.timestamps = stamps
    settings.jitterUS = jitterUS
    settings.clipRangeG = clipG
    settings.wrist = wrist
    settings.dominantHand = dominantHand
    return settings
  }

  /// A fault of the settings, with the names of options in place of settings.
  private static func message(_ error: SimulationError, seed: UInt64) -> String {
    switch error {
    case .settingOutOfRange: error.message(options)
    case .eventsDoNotFit(let requiredS, let durationS):
      "the swings and distractors of seed \(seed) need \(requiredS.rounded(.up)) s but --duration-s is \(durationS); "
        + "expected a longer recording, --pace rally, or fewer of --swings-per-minute and --distractors-per-minute"
    }
  }

  /// The option for each setting.
  private static let options = [
    "durationS": "--duration-s", "swingsPerMinute": "--swings-per-minute", "missShare": "--miss-share",
    "peakRangeG": "--min-peak-g to --max-peak-g", "distractorsPerMinute": "--distractors-per-minute",
    "checkSwingsPerMinute": "--check-swings-per-minute", "gapCount": "--gaps", "jitterUS": "--jitter-us",
    "clipRangeG": "--clip-g",
  ]
}

extension Pace: ExpressibleByArgument {}
extension TimestampKind: ExpressibleByArgument {}
extension Side: ExpressibleByArgument {}
extension RecordingStorage: ExpressibleByArgument {}
