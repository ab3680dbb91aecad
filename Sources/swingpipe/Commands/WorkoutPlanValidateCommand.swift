import ArgumentParser
import SPBasics
import SPWorkoutPlans

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
