import ArgumentParser
import Foundation
import Pipelines
import Plots
import Recordings
import Stages
import Swings

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a swing, or any stretch of a recording, as SVG or PNG.",
    discussion: """
      --swing draws a swing with its moments, as explain --plot does; --from and --to draw a stretch. The swings are \
      found by --pipeline, or by a built-in one for --sport, which --swing takes from the recording where neither is \
      given. A stretch is drawn with what they find, or without them as it was recorded, as far as the recording goes; \
      labels in the recording are marked in a row of their own. Of none of these the whole recording is drawn if it \
      lasts up to \(wholeS) s, or else its first swing, or its first \(wholeS) s where no swing is found.

      Long stretches are drawn by the smallest and largest value of each column of pixels, so that no peak is lost.

      \(ExitCode.explanation(.success, .someFailed, .usage, .temporary, .pipelineFault))
      """)

  /// How long a recording is drawn whole by default, in s.
  private static let wholeS = 60

  @Argument(help: "Recording.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Picture to draw, .svg or .png; '-' is standard output. (default: the recording's name and .svg, in this folder)",
      valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @Option(help: ArgumentHelp("Position of a swing in the table of swings, from 0 (swing_index).", valueName: "index"))
  var swing: Int?

  @Option(
    help: ArgumentHelp(
      "Where the stretch begins, in s on the recording's own clock, or after its start: +12.5.", valueName: "time"),
    transform: PlotTime.init(parsing:))
  var from: PlotTime?

  @Option(help: ArgumentHelp("Where it ends, likewise.", valueName: "time"), transform: PlotTime.init(parsing:))
  var to: PlotTime?

  @Option(
    name: .shortAndLong, help: "Pipeline file that finds the swings.", completion: .file(extensions: ["json"]))
  var pipeline: String?

  @Option(help: "Sport whose built-in pipeline finds the swings.")
  var sport: SportPreset.Sport?

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Option(
    help: ArgumentHelp(
      "Panels from top to bottom: acceleration (x, y, z), raw (the axis of impacts), high_passed, rotation.",
      valueName: "a,b,..."))
  var panels: String?

  @Option(
    help: ArgumentHelp(
      "Draw the raw acceleration also as a slower sensor would have delivered it.", valueName: "rate"))
  var compareRateHz: Double?

  @Option(help: "Heading in place of the usual one.")
  var title: String?

  @Option(help: "Width in pixels.")
  var width = 900.0

  @Option(help: "Height in pixels (default: what the panels need).")
  var height: Double?

  @Option(help: "Device pixels for each pixel of a PNG.")
  var scale = 2.0

  @Option(help: "Dark ink on white, or light ink on near black.")
  var theme = Theme.light

  @Option(help: "Kind of picture, where the output's name does not tell.")
  var format: PictureFormat?

  func validate() throws {
    _ = try picture()
    if swing != nil, from != nil || to != nil {
      throw ValidationError("expected --swing, or --from and --to, not both")
    }
    if pipeline != nil, sport != nil { throw ValidationError("expected one of --pipeline and --sport") }
    if let swing, swing < 0 { throw ValidationError("--swing is \(swing); expected 0 or more") }
    if let from, let to, from.isFromStart == to.isFromStart, from.seconds >= to.seconds {
      throw ValidationError("--from is \(from.seconds) and --to \(to.seconds); expected the earlier moment first")
    }
    for (name, value) in [("width", width), ("height", height ?? 1), ("scale", scale)] {
      guard value > 0, value.isFinite else { throw ValidationError("--\(name) is \(value); expected more than 0") }
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

  private func picture() throws -> PictureOutput {
    guard let output else { return PictureOutput(of: recording, swing: swing, format: format) }
    return try PictureOutput(output, format: format)
  }

  /// The panels that are asked for; nil where none are.
  private func panelKinds() throws -> [MotionFigure.PanelKind]? {
    guard let panels else { return nil }
    let names = MotionFigure.PanelKind.allCases.map(\.rawValue)
    var kinds: [MotionFigure.PanelKind] = []
    for word in panels.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.trimmingCharacters(in: .whitespaces)
      guard let kind = MotionFigure.PanelKind(rawValue: word) else {
        let advice =
          NearestName.find(word, in: names).map { "did you mean \"\($0)\"?" }
          ?? "expected some of \(names.joined(separator: ", "))"
        throw ValidationError("--panels: unknown panel \"\(word)\"; \(advice)")
      }
      guard !kinds.contains(kind) else {
        throw ValidationError("--panels: \"\(word)\" is there twice; expected it once")
      }
      kinds.append(kind)
    }
    return kinds
  }

  func run() throws {
    var output = try picture()
    let path = try InputArguments.recording(recording)
    try output.check(against: path)
    let job = PlotJob(
      path: path, wholeS: Double(Self.wholeS), swing: swing,
      stretch: PlotStretch(from: from, to: to), pipeline: pipeline, sport: sport, overrides: overrides,
      panels: try panelKinds(), compareRateHz: compareRateHz,
      columns: Int(clamping: min(2 * width * max(1, scale), 65_536)))
    var figure = try job.figure().figure
    if let title { figure.title = title }
    figure.width = width
    figure.height = height
    figure.theme = theme
    try output.write(figure, scale: scale)
  }
}

extension SportPreset.Sport: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension PictureFormat: ExpressibleByArgument {}
