import ArgumentParser
import SPBasics
import SPEvaluation
import SPImportBatches
import SPPipelines
import SPRecordings
import SPStages
import SPSwings
import SPTables
import SPWorkoutPlans

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describe stages, columns, sports' presets, file formats and kinds of labels.",
    discussion: ExitCode.explanation(.success, .usage, .pipelineFault),
    subcommands: [
      DescribeStagesCommand.self, DescribeColumnsCommand.self, DescribePresetsCommand.self, DescribeSchemaCommand.self,
      DescribeLabelsCommand.self,
    ])
}

struct DescribeStagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "List the stages of pipelines, or describe one stage.",
    discussion: """
      With the type of a stage, the command shows what the stage does, its inputs and outputs, and its options with \
      units, defaults and ranges.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Argument(
    help: "Type of a stage, such as filters.high_pass (default: a list of all).",
    completion: .custom(Completions.stageTypes))
  var type: String?

  @Flag(help: "Print the description as JSON.")
  var json = false

  @Flag(help: "Print the reference of all stages as Markdown.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("--json and --markdown both write to standard output; expected one") }
    if markdown, type != nil { throw ValidationError("--markdown prints all stages; expected no type beside it") }
  }

  func run() throws {
    let registry = StandardStages.registry()
    guard let type else {
      let list = markdown ? registry.reference() : registry.listText + "\n"
      return StandardStreams.output(list, json: registry.catalog.pretty + "\n", isJSON: json)
    }
    guard let stage = registry.description(of: type) else {
      let hint = registry.nearestType(to: type).map { "; did you mean \"\($0)\"?" } ?? ""
      StandardStreams.error("error: unknown stage type \"\(type)\"\(hint) (\"swingpipe describe stages\" lists them)")
      throw ExitCode.usage
    }
    StandardStreams.output(stage.helpText + "\n", json: stage.json.pretty + "\n", isJSON: json)
  }
}

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

struct DescribeSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipelines, mappings or workout plans, for editors.",
    discussion: """
      Save the schema in the folder of your files, and name it in their first member: "$schema": \
      "pipeline.schema.json". Editors then complete names, show help and mark faults while you type.

      \(ExitCode.explanation(.success, .usage))
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case pipeline
    case mapping
    case workoutPlan = "workout-plan"
  }

  @Argument(help: "Format of the files: pipelines of run, mappings of import, or workout plans.")
  var format = Format.pipeline

  func run() throws {
    let schema =
      switch format {
      case .pipeline: StandardStages.registry().pipelineSchema
      case .mapping: MappingFile.schema
      case .workoutPlan: WorkoutPlan.schema
      }
    StandardStreams.output(json: schema.pretty + "\n")
  }
}

struct DescribeLabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "List the kinds of labels, and the tables that score compares them with.",
    discussion: """
      A label marks a moment or an interval of a recording. A kind can have any other name of lower-case letters, \
      digits and underscores, too. The command swingpipe score knows the kinds with a table.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print the kinds as JSON, a list with one object per kind.")
  var json = false

  func run() throws {
    let scored = EventSource.standardKinds
    let known = LabelKind.known.map { kind in
      Entry(
        kind: kind.rawValue, marks: kind.explanation,
        table: scored.first { $0.kind == kind.rawValue }?.table)
    }
    let others = scored.filter { item in !known.contains { $0.kind == item.kind } }.map {
      Entry(kind: $0.kind, marks: $0.isInterval ? "an interval, or a moment" : "a moment", table: $0.table)
    }
    guard !json else { return StandardStreams.output(json: try JSONOutput.text(known + others)) }
    var table = TextTable([("kind", .left), ("marks", .left), ("table", .left)])
    for entry in known + others { table.append([entry.kind, entry.marks, entry.table ?? ""]) }
    StandardStreams.output(table.text)
  }

  private struct Entry: Encodable {
    let kind: String
    let marks: String
    let table: String?
  }
}

extension LabelKind {
  /// What a label of a kind with a fixed meaning marks.
  fileprivate var explanation: String {
    switch self {
    case .hit: "the onset of a contact with the ball"
    case .miss: "a swing that does not meet the ball"
    case .ignore: "a moment that is not scored"
    default: "a shock that is not a swing, such as a clap"
    }
  }
}
