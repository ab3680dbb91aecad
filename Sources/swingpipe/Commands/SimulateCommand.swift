import ArgumentParser
import Files
import Simulation

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make recordings of simulated swings, with their truth as labels.",
    discussion: """
      Swings of a sport on a real watch's clock (801.92 and 200.48 Hz): hits with shocks, misses with the same motion, \
      backswings and recoveries that rotate too, and shocks that are no swing (claps, taps, catches, drops). Equal \
      arguments make bit-identical files. Recordings are named after their sport and seed: baseball-000001.h5.

      \(ExitCode.explanation)
      """)

  @Option(help: "Sport: \(Sport.allCases.map(\.rawValue).joined(separator: ", ")).")
  var sport: Sport = .baseball

  @Option(name: .shortAndLong, help: "Folder for the recordings; it is made if it is missing.", completion: .directory)
  var output: String

  @Option(help: "Seed of the first recording; the others follow it.")
  var seed: UInt64 = 1

  @Option(name: .shortAndLong, help: "Number of recordings.")
  var count = 1

  @Option(name: .customLong("duration-s"), help: "Length of a recording, in s.")
  var durationS = 60.0

  @Option(help: "Swings in a minute, on average.")
  var swingsPerMinute: Double?

  @Option(help: "Share of the swings that are misses, 0 to 1.")
  var missShare: Double?

  @Option(name: .customLong("min-peak-g"), help: "Smallest peak of a shock, in g.")
  var minPeakG: Double?

  @Option(name: .customLong("max-peak-g"), help: "Largest peak of a shock, in g.")
  var maxPeakG: Double?

  @Option(help: "Shocks without a swing in a minute, on average.")
  var distractorsPerMinute: Double?

  @Option(help: "Swings in a minute that are checked before the ball, on average.")
  var checkSwingsPerMinute: Double?

  @Option(name: .customLong("gaps"), help: "Number of gaps in both streams.")
  var gapCount: Int?

  @Option(name: .customLong("jitter-us"), help: "Standard deviation of the stamps, in us.")
  var jitterUS: Double?

  @Option(name: .customLong("clip-g"), help: "Range of the accelerometer, in g: values beyond it are clipped.")
  var clipG: Double?

  @Option(help: "Wrist that wears the sensor: left or right.")
  var wrist: Side = .right

  @Option(help: "The wearer's dominant hand: left or right.")
  var dominantHand: Side = .right

  func validate() throws {
    guard count >= 1 else { throw ValidationError("--count is \(count); expected 1 or more") }
    do {
      try settings(seed: seed).validate()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let (_, wasInterrupted) = try await Interruption.cancelling {
      do {
        for index in 0..<count {
          let session = try SimulatedSession(settings(seed: seed + UInt64(index)))
          let path = "\(output)/\(session.recordingID).h5"
          try SimulatedRecordingWriter.write(session, to: path)
          let hits = session.swings.count { $0.label == .hit }
          StandardStreams.error("\(path): \(hits) hits, \(session.swings.count - hits) misses\n")
        }
      } catch is CancellationError {
        return
      }
    }
    if wasInterrupted { throw ExitCode.interrupted }
  }

  private func settings(seed: UInt64) -> SimulationSettings {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = durationS
    if let swingsPerMinute { settings.swingsPerMinute = swingsPerMinute }
    if let missShare { settings.missShare = missShare }
    let low = minPeakG ?? settings.peakRangeG.lowerBound
    let high = maxPeakG ?? max(low, settings.peakRangeG.upperBound)
    settings.peakRangeG = min(low, high)...max(low, high)
    if let distractorsPerMinute { settings.distractorsPerMinute = distractorsPerMinute }
    if let checkSwingsPerMinute { settings.checkSwingsPerMinute = checkSwingsPerMinute }
    if let gapCount { settings.gapCount = gapCount }
    if let jitterUS { settings.jitterUS = jitterUS }
    settings.clipRangeG = clipG
    settings.wrist = wrist
    settings.dominantHand = dominantHand
    return settings
  }
}

extension Sport: ExpressibleByArgument {}
extension Side: ExpressibleByArgument {}
