import ArgumentParser
import SPBatches
import SPPipelines
import SPPlots
import SPRecordings
import SPReporting
import SPStages
import SPSwings

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a swing, a segment or a whole recording as SVG or PNG.",
    usage: """
      swingpipe plot <recording> [--output <file>] [--format <format>]
                      [--swing <index> | [--from <time>] [--to <time>]]
                      [--run <output> | --pipeline <pipeline> |
                       --sport <sport>]
                      [--set <id.option=value> ...] [--panels <a,b,...>]
                      [--compare-rate-hz <rate>] [--title <title>]
                      [--width <width>] [--height <height>]
                      [--scale <scale>] [--theme <theme>]
      swingpipe plot <output> --swing <index> [--output <file>] ...
      swingpipe plot <recording> --overview [--streams <a,b,...>]
                      [--pipeline <pipeline> | --sport <sport>]
                      [--from <time>] [--to <time>] [--output <file>] ...
      """,
    discussion: """
      --swing draws a swing with its moments, as explain --plot does. --from and --to draw a segment, as far as the \
      recording goes. Without these options, the command draws a recording of up to \(RecordingPicture.longestWholeS) \
      s as a whole. Of a longer recording it draws the first swing or, if it finds no swing, the first \
      \(RecordingPicture.longestWholeS) s.

      --pipeline, or --sport with its built-in pipeline, finds swings and marks them in the picture. Without both, \
      --swing uses the sport of the recording, and a segment is drawn as it was recorded. Labels in the recording have \
      a separate row.

      You can give the output folder of a run in place of a recording, or with --run. The picture then uses the \
      pipeline of the run: swingpipe plot out --swing 3 draws the swing in row 3 of the joined table, counted from 0, \
      and names its recording. An explicit --pipeline takes precedence, with a warning if it differs from the run's pipeline.

      --overview draws the whole recording, however long. It shows the magnitudes of acceleration and rotation, in \
      which impacts and swings stand out, or every dataset of --streams. Labels, and swings that --pipeline or --sport \
      finds, are above the panels.

      A recording without wrist motion is drawn whole, or from --from to --to. A dive shows its depth, downward, with \
      depth states and the water's temperature. Head motion shows yaw, pitch and roll, with the bud, times without \
      motion, postures and repetitions. A workout shows power, heart rate, cadence, speed and elevation. Other \
      recordings are drawn as by --overview. --pipeline adds its findings: the pitch of postures, or the steps of a \
      planned workout, with their targets as bands behind the lines.

      In a long segment, each column of pixels shows its smallest and largest value, so that no peak is lost.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        someFailed: "the recording does not have the requested data"))
      """)

  @Argument(help: "Recording, or the output folder of a run.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File for the picture, .svg or .png (default: named after the recording). '-' is standard output.",
      valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Swing to draw, from 0: its swing_index in a recording, or its row in the joined table of a run.",
      valueName: "index"))
  var swing: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start of the segment, in s on the recording's own clock, or after its start: +12.5.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var from: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("End of the segment, in the same form.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var to: RecordingTime?

  @Flag(help: "Draw the whole recording or segment in one picture.")
  var overview = false

  @Option(
    help: ArgumentHelp(
      "Streams of an overview (default: the magnitudes of acceleration and rotation). Each dataset has its own panel.",
      valueName: "a,b,..."),
    completion: .list(StreamNames.known))
  var streams: String?

  @Option(
    name: .shortAndLong, help: "Pipeline that finds the swings: a file or a built-in name.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Output folder of a run, to use its pipeline.", valueName: "output"),
    completion: .directory)
  var runFolder: String?

  @Option(help: "Sport whose built-in pipeline finds the swings.")
  var sport: Sport?

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Option(
    help: ArgumentHelp(
      "Panels from top to bottom: acceleration (x, y, z), raw (the axis of impacts), high_passed, rotation.",
      valueName: "a,b,..."))
  var panels: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also draw the raw acceleration at this rate, in Hz, as a slower sensor would record it.", valueName: "rate"))
  var compareRateHz: Double?

  @Option(help: "Title of the picture, in place of the usual title.")
  var title: String?

  @Option(parsing: .unconditional, help: "Width in pixels")
  var width = 900

  @Option(parsing: .unconditional, help: "Height in pixels (default: as the panels need).")
  var height: Int?

  @Option(parsing: .unconditional, help: "Device pixels for each pixel of a PNG (default: 2).")
  var scale: Double?

  @Option(help: "Colours of the picture")
  var theme = Theme.light

  @Option(help: "Format of the picture (default: by the output's name, else svg).")
  var format: PictureFormat?

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    let picture = try picture()
    try checkOverview()
    if swing != nil, from != nil || to != nil {
      throw ValidationError("expected --swing, or --from and --to, not both")
    }
    if pipeline != nil, sport != nil { throw ValidationError("expected one of --pipeline and --sport") }
    if let swing, swing < 0 { throw ValidationError("--swing is \(swing); expected 0 or more") }
    if let from, let to, from.isFromStart == to.isFromStart, from.seconds >= to.seconds {
      throw ValidationError("--from is \(from.text) and --to \(to.text); expected the earlier moment first")
    }
    let sides = Figure.allowedSides
    for (name, value) in [("width", width), ("height", height ?? 1)] where !sides.contains(Double(value)) {
      throw ValidationError(
        "--\(name) is \(value); expected \(Int(sides.lowerBound)) to \(Int(sides.upperBound)) pixels")
    }
    if let scale {
      guard scale > 0, scale.isFinite else { throw ValidationError("--scale is \(scale); expected more than 0") }
      if picture.format == .svg {
        throw ValidationError(
          "--scale sets the pixels of a PNG, and the picture is an SVG; expected it without --scale")
      }
    }
    let kinds = try panelKinds()
    if let rate = compareRateHz {
      guard rate > 0, rate.isFinite else {
        throw ValidationError("--compare-rate-hz is \(rate); expected more than 0 Hz")
      }
      if let kinds, !kinds.contains(.raw) {
        throw ValidationError("--compare-rate-hz is drawn in the panel \"raw\"; expected it among --panels")
      }
    }
  }

  func run() throws {
    var output = try picture()
    let inspected = try InspectedRecording(
      recording, run: runFolder, swing: swing, overrides: overrides, explicit: chosenPipeline)
    let path = inspected.path
    try output.check(against: path)
    let scale = scale ?? 2
    let columns = Int(clamping: min(2 * Double(width) * max(1, scale), 65_536))
    var figure = try figure(of: inspected, columns: columns)
    if let title { figure.title = title }
    figure.width = Double(width)
    figure.height = height.map(Double.init)
    figure.theme = theme
    try output.write(figure, scale: scale)
  }

  private func figure(of inspected: InspectedRecording, columns: Int) throws -> Figure {
    var drawn = RecordingPicture(of: inspected.path)
    drawn.pipeline = inspected.pipeline
    drawn.overrides = overrides
    drawn.swing = inspected.swing
    drawn.stretch = RecordingStretch(from: from, to: to)
    drawn.panels = try panelKinds()
    drawn.compareRateHz = compareRateHz
    drawn.isOverview = overview
    drawn.streams = try streams.map(StreamNames.parse)
    drawn.columns = columns
    return try InspectionError.reported {
      try SpareProcessors.helping { try drawn.figure(tell: StandardStreams.error) }
    }
  }

  // MARK: Options

  /// Checks the options that exclude --overview, and the option that requires it.
  /// - Throws: `ValidationError`.
  private func checkOverview() throws {
    guard overview else {
      if streams != nil { throw ValidationError("--streams goes with --overview; expected both, or --panels") }
      return
    }
    let others: [(String, Bool)] = [
      ("--swing", swing != nil), ("--panels", panels != nil), ("--compare-rate-hz", compareRateHz != nil),
    ]
    if let (option, _) = others.first(where: \.1) {
      throw ValidationError(
        "\(option) does not go with --overview, which shows all of a recording; expected one of the two")
    }
    _ = try streams.map(StreamNames.parse)
  }

  private func picture() throws -> PictureOutput {
    guard let output else {
      return PictureOutput(
        of: recording, part: overview ? "overview" : swing.map { "swing-\($0)" }, format: format)
    }
    return try PictureOutput(output, format: format)
  }

  /// The panels of --panels; nil without it.
  private func panelKinds() throws -> [MotionFigure.PanelKind]? {
    let names = MotionFigure.PanelKind.allCases.map(\.rawValue)
    return try panels.map { panels in
      try NameList.parse(panels, of: "panel", among: names, option: "--panels")
        .compactMap(MotionFigure.PanelKind.init(rawValue:))
    }
  }

  /// The pipeline of --pipeline or --sport; nil without both.
  /// - Throws: `ExitCode`, after every fault was written to standard error.
  private func chosenPipeline(for path: String) throws -> Pipeline? {
    if let pipeline {
      return try PipelineArguments(of: pipeline, overrides: overrides).load()
    }
    if let sport {
      return try InspectionError.reported { try SportPipeline.pipeline(for: sport, overrides: overrides) }
    }
    guard overrides.isEmpty || swing != nil || runFolder != nil || EarlierRun.isOutput(path) else {
      StandardStreams.error("error: \(path): --set sets options of a pipeline; give one with --pipeline or --sport")
      throw ExitCode.usage
    }
    return nil
  }
}

extension Sport: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension PictureFormat: ExpressibleByArgument {}
