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
    abstract: "Draw a swing, an interval or a whole recording, as SVG or PNG.",
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
      --swing draws a swing with its moments, as explain --plot does; --from and --to draw a stretch, as far as the \
      recording goes. Without any of them a recording of up to \(RecordingPicture.longestWholeS) s is drawn whole, and of a longer one its first \
      swing, or its first \(RecordingPicture.longestWholeS) s where no swing is found.

      --pipeline, or --sport with its built-in pipeline, finds swings, which are marked in the picture. For --swing the \
      sport is taken from the recording where neither is given; a stretch is then drawn as it was recorded. Labels in \
      the recording are marked in a row of their own.

      With the output folder of a run in place of a recording, or in --run, the pipeline is that of the run: swingpipe \
      plot out --swing 3 draws the run's third swing, and says of which recording it is. An \
      explicit --pipeline wins, with a warning if it is not that of the run.

      --overview draws the whole recording, however long: the magnitude of the acceleration and of the rotation, in \
      which impacts and swings stand out, or every dataset of --streams, with labels above them, and what --pipeline \
      or --sport finds.

      A recording without wrist motion is drawn whole, or from --from to --to, according to its streams: a dive as \
      its depth, downward, with states by depth and the water's temperature; head motion as yaw, pitch and roll, with \
      the bud, times without motion, postures and repetitions; a workout as power, heart rate, cadence, speed and \
      elevation; others as --overview draws them. With --pipeline what it finds is drawn too: for postures their \
      pitch, for a planned workout its steps, with their targets as bands behind the lines.

      Long stretches are drawn by the smallest and largest value of each column of pixels, so that no peak is lost.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        someFailed: "the recording has nothing of the kind to draw"))
      """)

  @Argument(help: "Recording, or the output folder of a run.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Picture to draw, .svg or .png; '-' is standard output. (default: the recording's name and .svg, in this folder)",
      valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A swing: of a recording by its swing_index, from 0; of a run by its number, from 1.",
      valueName: "index"))
  var swing: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the stretch begins, in s on the recording's own clock, or after its start: +12.5.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var from: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where it ends, likewise.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var to: RecordingTime?

  @Flag(help: "Draw all of the recording in one picture, or all of the stretch from --from to --to.")
  var overview = false

  @Option(
    help: ArgumentHelp(
      "Streams of an overview, each dataset in a panel of its own. (default: the magnitudes of acceleration and "
        + "rotation)",
      valueName: "a,b,..."),
    completion: .list(StreamNames.known))
  var streams: String?

  @Option(
    name: .shortAndLong, help: "Pipeline that finds the swings: a file, or the name of a built-in one.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Output folder of a run, whose pipeline is taken.", valueName: "output"),
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
      "Draw the raw acceleration also as a slower sensor would have delivered it.", valueName: "rate"))
  var compareRateHz: Double?

  @Option(help: "Heading in place of the usual one.")
  var title: String?

  @Option(parsing: .unconditional, help: "Width in pixels.")
  var width = 900

  @Option(parsing: .unconditional, help: "Height in pixels. (default: what the panels need)")
  var height: Int?

  @Option(parsing: .unconditional, help: "Device pixels for each pixel of a PNG. (default: 2)")
  var scale: Double?

  @Option(help: "Dark ink on white, or light ink on near black.")
  var theme = Theme.light

  @Option(help: "Format of the picture, where the output's name does not give it.")
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
