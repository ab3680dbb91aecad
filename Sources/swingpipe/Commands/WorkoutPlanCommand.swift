import ArgumentParser
import SPBasics
import SPPipelines
import SPPlots
import SPTables
import SPWorkoutPlans

struct WorkoutPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout-plan",
    abstract: "Check, show, convert and schedule workout plans.",
    discussion: """
      A plan is a goal for an activity, a distance in a given time, a series of swimming, cycling and running, or \
      blocks of steps with goals and alerts. Plans are JSON files: see the examples in Pipelines/Plans. With the \
      schema from "swingpipe describe schema workout-plan", editors complete and check plans.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        pipelineFault: "a plan or a schedule is wrong"))
      """,
    subcommands: [
      WorkoutPlanValidateCommand.self, WorkoutPlanShowCommand.self, WorkoutPlanConvertCommand.self,
      WorkoutPlanScheduleCommand.self, WorkoutPlanCompleteCommand.self, WorkoutPlanActivitiesCommand.self,
    ])
}

/// Reads workout plans for commands.
enum PlanArguments {
  /// The plan in a file. Parts that could not be read are reported on standard error.
  /// - Throws: `ExitCode`, after every fault was written to standard error.
  static func read(_ path: String) throws -> WorkoutPlan {
    let read = try telling { try PlanFile.read(path) }
    for loss in read.losses { StandardStreams.error("warning: \(path): \(loss)") }
    return read.plan
  }
}

struct WorkoutPlanActivitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activities",
    abstract: "List activities, and the goals and alerts that their plans support.",
    discussion: """
      Every activity measures heart rate, time and energy. The column "measured" lists further measures. Goals and \
      alerts can use all measures of the activity.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print the activities as JSON, with the source of each column.")
  var json = false

  func run() throws {
    guard !json else { return StandardStreams.output(json: ActivitySupport.json) }
    var table = TextTable([("activity", .left), ("plans", .left), ("measured", .left), ("locations", .left)])
    for row in ActivitySupport.all {
      table.append([
        row.activity.rawValue, row.kinds.map(\.rawValue).joined(separator: ", "),
        row.measures.filter { $0 != .heartRate }.map(\.rawValue).joined(separator: ", "),
        row.locations.map(\.rawValue).joined(separator: ", "),
      ])
    }
    StandardStreams.output(table.text)
  }
}

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

struct WorkoutPlanValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check workout plans, and report every fault in one pass.",
    discussion: """
      Reports each fault with its path, line and column, and the expected value. If possible, it suggests the name \
      that was probably meant, or a replacement. Plans are JSON (comments and trailing commas are allowed), binary \
      plans, FIT or ZWO workouts, or ERG or MRC courses. The command recognises the format by the content.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "a plan is wrong"))
      """)

  @Argument(help: "Workout plans.", completion: .file(extensions: PlanFile.extensions))
  var plans: [String]

  @Flag(help: "Print all faults as a JSON list, empty if there are none.")
  var json = false

  func run() throws {
    var faults: [PlanFault] = []
    var unreadable: [ExitCode] = []
    for path in plans {
      // In a shell, Plans/*.json includes the schema.
      if plans.count > 1, path.hasSuffix(".schema.json") {
        StandardStreams.error("\(path): skipped, since a schema is not a plan")
        continue
      }
      do {
        let read = try PlanFile.read(path)
        let plan = read.plan
        for loss in read.losses { StandardStreams.error("warning: \(path): \(loss)") }
        if !json { StandardStreams.output("\(path): \(plan.name): \(plan.summary()), no fault\n") }
      } catch let error as PlanError {
        faults += error.faults
        if !json { error.faults.forEach { StandardStreams.error("\($0)") } }
      } catch {
        unreadable.append(told(error))
      }
    }
    if json { StandardStreams.output(json: JSONValue.array(faults.map(\.jsonValue)).pretty + "\n") }
    // A plan that cannot be read now may be valid later. A plan with faults stays faulty.
    if !faults.isEmpty { throw ExitCode.pipelineFault }
    if let code = unreadable.first(where: { $0 == .temporary }) ?? unreadable.first { throw code }
  }
}
