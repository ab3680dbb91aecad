import ArgumentParser
import Files
import Pipelines
import Recordings
import Supervision

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a recording as CSV, or its acceleration as sound (WAV).",
    usage: """
      swingpipe export <recording> --csv [--output <path>]
                      [--streams <a,b,...>]
      swingpipe export <recording> --wav [--output <file>] [--axis <axis>]
                      [--sample-rate-hz <rate>] [--high-pass-hz <edge>]
                      [--full-scale-g <g>]
      """,
    discussion: """
      --csv makes a folder with a table for each stream, such as accelerometer.csv, its labels as swings.csv, \
      ignore.csv and distractors.csv, and recording.json, which comes last: a folder with it is complete. The first \
      column is the timestamp, time_s; the others say dataset, component and unit, as in acceleration_x_g. Numbers \
      have as many digits as it takes to read the same number back, so nothing is lost; a missing value is an empty \
      cell. A single stream can also go to a file, or to standard output. An older export is replaced; \
      where that would replace labels that were changed since, it is an error.

      --wav keeps the recording's time: 10 s into the sound one hears what was recorded 10 s after the first \
      timestamp, and gaps are silent. Between samples it is interpolated, band-limited. Samples are 16-bit numbers. \
      The file's comment says what full scale is and when the sound starts; standard error says what full scale is. \
      Labels are written beside the sound as a label track for Audacity, with the ending .txt.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .interrupted,
        someFailed: "the recording has nothing of the kind to export"))
      """)

  @Argument(help: "Recording.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Flag(help: "Write a table of comma-separated values for each stream.")
  var csv = false

  @Flag(help: "Write the acceleration as sound.")
  var wav = false

  @Option(
    help: ArgumentHelp("Streams to write as tables. (default: all that there are)", valueName: "a,b,..."),
    completion: .list(StreamNames.known))
  var streams: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Folder of the tables, or of one stream a .csv file; the .wav file; '-' is standard output. (default: the recording's "
        + "identifier, in this folder)", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Channels: xyz for three, or one of x, y, z, magnitude. (default: xyz)", valueName: "axis"))
  var axis: AccelerationAudio.Channels?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Samples per second. (default: \(SoundOptions.usualRateHz))", valueName: "rate"))
  var sampleRateHz: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Remove gravity and slow motion: below half of this frequency they are attenuated by 60 dB. (default: no filter)",
      valueName: "edge"))
  var highPassHz: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Acceleration of the largest sample; what lies beyond is clipped. (default: the range that the recording states, "
        + "else its largest value rounded up to a power of two)", valueName: "g"))
  var fullScaleG: Double?

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    guard csv != wav else {
      throw ValidationError(csv ? "--csv and --wav are two kinds of file; expected one" : "expected --csv or --wav")
    }
    let ofSound: [(String, Bool)] = [
      ("--axis", axis != nil), ("--sample-rate-hz", sampleRateHz != nil), ("--high-pass-hz", highPassHz != nil),
      ("--full-scale-g", fullScaleG != nil),
    ]
    if csv, let option = ofSound.first(where: \.1) {
      throw ValidationError("\(option.0) goes with --wav; expected --csv without it")
    }
    if wav, streams != nil { throw ValidationError("--streams goes with --csv; --wav is only for the accelerometer") }
    _ = try streams.map(StreamNames.parse)
    if output?.isEmpty == true {
      throw ValidationError("--output is empty; expected \(csv ? "a folder" : "a file"), or - for standard output")
    }
    if wav, let output, output != "-", !output.lowercased().hasSuffix(".wav") {
      throw ValidationError("--output is \(output); expected a file that ends in .wav, or - for standard output")
    }
    let rates = AccelerationAudio.allowedRatesHz
    if let sampleRateHz, !rates.contains(sampleRateHz) {
      throw ValidationError(
        "--sample-rate-hz is \(sampleRateHz); expected \(rates.lowerBound) to \(rates.upperBound) Hz")
    }
    for (name, value) in [("--high-pass-hz", highPassHz), ("--full-scale-g", fullScaleG)] {
      if let value, !(value > 0 && value.isFinite) {
        throw ValidationError("\(name) is \(value); expected more than 0")
      }
    }
  }

  func run() async throws {
    let path = try InputArguments.recording(recording)
    let names = try streams.map(StreamNames.parse)
    var sound = SoundOptions()
    sound.channels = axis ?? sound.channels
    sound.rateHz = sampleRateHz ?? sound.rateHz
    sound.highPassHz = highPassHz
    sound.fullScaleG = fullScaleG
    let (isComplete, wasInterrupted) = try await Interruption.cancelling { [sound] in
      try ExportFaults.reported(of: path) {
        try SpareProcessors.helping {
          let recording = try Recording(opening: path)
          if csv {
            try TableOutput.write(recording, names, to: output)
            let left = try recording.deviceSummaries().map(\.name)
            if !left.isEmpty {
              StandardStreams.error(
                "note: \(path): the device's own tables are not exported: \(left.joined(separator: ", "))")
            }
          } else {
            try SoundOutput(recording, output).write(sound)
          }
        }
      }
    }
    if wasInterrupted {
      StandardStreams.error(
        "interrupted: " + (isComplete ? "the export is complete" : "the export is not complete; run it again"))
      throw ExitCode.interrupted
    }
  }
}

extension AccelerationAudio.Channels: ExpressibleByArgument {}
