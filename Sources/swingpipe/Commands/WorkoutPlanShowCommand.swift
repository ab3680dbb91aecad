import ArgumentParser
import SPPlots
import SPWorkoutPlans

struct WorkoutPlanShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a workout plan as text, or as a picture of its steps.",
    usage: "swingpipe workout-plan show [<options>] <plan> [--output <file>]",
    discussion: """
      The text lists the totals and the steps of the plan. The picture has one bar per step. The width of a bar is the \
      length of the step. Its height is the intensity: zones by their number, powers and speeds relative to the \
      largest of the plan.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "the plan is wrong"))
      """)

  @Argument(
    help: "Workout plan: JSON, a binary plan, FIT, ZWO, ERG or MRC.",
    completion: .file(extensions: PlanFile.extensions))
  var plan: String

  @Option(help: "Units to show; written means the units of the plan")
  var units = PlanUnits.written

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Picture to draw, .svg or .png; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @Option(help: "Format of the picture, if the extension of the output does not name it.")
  var format: PictureFormat?

  @Option(parsing: .unconditional, help: "Width of the picture in pixels, 300 to 4000")
  var width = 900

  @Option(help: "Dark ink on white (light), or light ink on near black (dark)")
  var theme = Theme.light

  func validate() throws {
    if let output { _ = try PictureOutput(output, format: format) }
    if output == nil, format != nil { throw ValidationError("--format goes with --output; expected both") }
    guard (300...4000).contains(width) else {
      throw ValidationError("--width is \(width); expected 300 to 4000 pixels")
    }
  }

  func run() throws {
    let read = try PlanArguments.read(plan)
    guard let output else { return StandardStreams.output(read.text(units: units)) }
    var picture = try PictureOutput(output, format: format)
    try picture.check(against: plan)
    try picture.write {
      try PlanPicture(read, units: units, theme: theme, width: Double(width)).bytes(as: picture.format)
    }
  }
}

extension PlanUnits: ExpressibleByArgument {}
