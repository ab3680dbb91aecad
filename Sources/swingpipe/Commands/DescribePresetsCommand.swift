import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPSwings

struct DescribePresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the preset of each sport, with the sources of its numbers.",
    discussion: """
      A preset lists the limits of a sport's swings, such as duration and rotation. It begins with the strokes on \
      which its pipeline was tried, and how many of them the pipeline finds.

      A pipeline uses a preset with "sport": "golf" in its detectors of swings, or with --set start.sport=golf. \
      Options that you give replace those of the preset.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Argument(help: "Sport to show (default: all).")
  var sport: Sport?

  @Flag(help: "Print the presets as JSON, a list with one object per sport.")
  var json = false

  func run() throws {
    let presets = SportPreset.all.filter { sport == nil || $0.sport == sport }
    try StandardStreams.output(
      presets.map(\.text).joined(separator: "\n"), json: JSONOutput.text(presets), isJSON: json)
  }
}

extension SportPreset {
  /// The preset as text: figures, each followed by its sources.
  fileprivate var text: String {
    let rates = [
      "at least \(number(peakRate.smallestBeforeContact)) rad/s before the contact,",
      "\(number(peakRate.smallest)) rad/s without one;", "typically \(range(peakRate.typical)) rad/s",
    ]
    let turns = ways.either ? "swings turn the wrist in either direction" : "all swings turn the wrist in one direction"
    let found = strokes.map { "\($0.name) \($0.found) of \($0.of) (\($0.recordings))" }
    let recall = found.isEmpty ? "not measured: no recordings by others" : found.joined(separator: ", ")
    return "\(sport.rawValue): \(name)\n  strokes found: \(recall)\n" + paragraph("directions", turns, ways.sources)
      + paragraph("duration", text(duration, "s"), duration.sources)
      + paragraph("rotation", text(rotation, "rad"), rotation.sources)
      + paragraph("peak rate", rates.joined(separator: " "), peakRate.sources)
  }

  private func paragraph(_ title: String, _ figures: String, _ sources: [Source]) -> String {
    "  \(title): \(figures)\n" + sources.map { "    - \($0)\n" }.joined()
  }

  private func text(_ extent: Extent, _ unit: String) -> String {
    "\(range(extent.toContact)) \(unit) to the contact, \(range(extent.toPeak)) \(unit) to the peak rate; "
      + "typically \(range(extent.typical)) \(unit)"
  }

  private func range(_ range: ClosedRange<Double>) -> String {
    "\(number(range.lowerBound))-\(number(range.upperBound))"
  }

  private func number(_ number: Double) -> String { JSONValue.number(number).inline }
}
