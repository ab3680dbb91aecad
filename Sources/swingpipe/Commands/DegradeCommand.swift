import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPRecordings
import SPSimulation

struct DegradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "degrade",
    abstract: "Copy recordings with a lower rate, a smaller range or lost samples.",
    usage: "swingpipe degrade [<options>] <input> ... --output <output>",
    discussion: """
      The copies show how a lower rate, a smaller range, lost samples or delayed timestamps change the results of a \
      pipeline. Copies keep labels and identifiers, so you can score them like the originals. The command first clips \
      values, then lowers rates after a low-pass filter, and then drops samples. It replaces only earlier copies. It \
      reads layout version 1 and Opal files. Equal arguments make bit-identical files.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(name: .shortAndLong, help: "Folder for the copies, created if missing.", completion: .directory)
  var output: String

  @Option(
    name: .customLong("acceleration-rate-hz"),
    help: "New rate of the accelerometer, in Hz. Copies keep every n-th sample, with the n that comes closest.")
  var accelerationRateHz: Double?

  @Option(name: .customLong("motion-rate-hz"), help: "New rate of the device motion, in Hz.")
  var motionRateHz: Double?

  @Flag(help: "Lower the rate without a low-pass filter, as some sensors do.")
  var keepAliases = false

  @Option(name: .customLong("clip-g"), help: "New range of the accelerometer, in g. Values beyond it are clipped.")
  var clipG: Double?

  @Option(help: "Fraction of the samples to lose, 0 to 0.9")
  var dropShare = 0.0

  @Option(
    name: .customLong("motion-offset-s"), parsing: .unconditional,
    help: "Delay of the timestamps of the device motion, in s; negative for earlier")
  var motionOffsetS = 0.0

  @Option(help: "Seed of the lost samples (default: 1).", transform: UInt64.init(seed:))
  var seed: UInt64 = 1

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try OutputArgument.validate(output)
    do {
      try degradation.validate()
    } catch {
      throw ValidationError(error.message(Self.options))
    }
  }

  func run() async throws {
    let paths = try InputArguments.recordings(in: inputs)
    let names = paths.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent + ".h5" }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    for name in counts.filter({ $0.value > 1 }).keys.sorted() {
      StandardStreams.error("error: \(counts[name, default: 0]) inputs would be copied to \(output)/\(name)")
    }
    guard counts.count == paths.count else { throw ExitCode.usage }
    try OutputArgument.create(output)
    let crashes = Supervisor.crashHistory
    let (outcomes, wasInterrupted) = try await Interruption.cancelling {
      var outcomes: [Outcome] = []
      for index in crashes.order(of: paths, for: "degrade") where !Task.isCancelled {
        outcomes.append(copy(paths[index], to: "\(output)/\(names[index])", crashes))
      }
      return outcomes
    }
    let copied = outcomes.count { $0 == .copied }
    if wasInterrupted {
      StandardStreams.error("interrupted: \(copied) of \(counted(paths.count, "recording")) copied")
      throw ExitCode.interrupted
    }
    if outcomes.contains(.worthRetrying) { throw ExitCode.temporary }
    if copied < paths.count { throw copied == 0 ? ExitCode.unusableData : .someFailed }
  }

  private enum Outcome {
    case copied, failed, worthRetrying
  }

  /// Makes a copy. If that fails, the reason goes to standard error.
  private func copy(_ path: String, to destination: String, _ crashes: CrashHistory) -> Outcome {
    do {
      _ = try crashes.attempt(path, keeping: "degrade", failsAtOnce: false) {
        try DegradedRecordingWriter.write(Recording(opening: path), degradation, to: destination)
        return true
      }
      StandardStreams.error(destination)
      return .copied
    } catch is CancellationError {
      return .failed
    } catch {
      StandardStreams.error("error: \(error)")
      return isWorthRetrying(error) ? .worthRetrying : .failed
    }
  }

  private var degradation: Degradation {
    var degradation = Degradation()
    degradation.accelerationRateHz = accelerationRateHz
    degradation.motionRateHz = motionRateHz
    degradation.keepsAliases = keepAliases
    degradation.clipRangeG = clipG
    degradation.dropShare = dropShare
    degradation.motionOffsetS = motionOffsetS
    degradation.seed = seed
    return degradation
  }

  private static let options = [
    "accelerationRateHz": "--acceleration-rate-hz", "motionRateHz": "--motion-rate-hz", "clipRangeG": "--clip-g",
    "dropShare": "--drop-share", "motionOffsetS": "--motion-offset-s",
  ]
}
