import ArgumentParser
import JSON
import WorkoutPlans

struct WorkoutPlanValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check workout plans, and tell every fault in one pass.",
    discussion: """
      Each fault is told with its path, line and column, what was expected, the name that was probably meant, and what \
      to use instead. Plans are JSON (comments and trailing commas are allowed), binary plans, FIT or ZWO workouts; what a \
      file is, its content tells.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "a plan is at fault"))
      """)

  @Argument(help: "Workout plans.", completion: .file(extensions: WorkoutPlanFile.extensions))
  var plans: [String]

  @Flag(help: "Print every fault as JSON: a list, empty where there is none.")
  var json = false

  func run() throws {
    var faults: [PlanFault] = []
    for path in plans {
      do {
        let plan = try WorkoutPlan.read(WorkoutPlanFile.bytes(path), file: path).plan
        if !json { StandardStreams.output("\(path): \(plan.name): \(plan.summary()), no fault\n") }
      } catch let error as PlanError {
        faults += error.faults
        if !json { error.faults.forEach { StandardStreams.error("\($0)") } }
      }
    }
    if json { StandardStreams.output(JSONValue.array(faults.map(\.json)).pretty + "\n") }
    if !faults.isEmpty { throw ExitCode.pipelineFault }
  }
}

extension PlanFault {
  /// The fault for programs; what is not known is left out.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    switch place {
    case .file(let file): members.append(.init(key: "file", value: .string(file)))
    case .position(let file, let line, let column):
      members += [
        .init(key: "file", value: .string(file)), .init(key: "line", value: .integer(line)),
        .init(key: "column", value: .integer(column)),
      ]
    case .override, nil: break
    }
    members += [.init(key: "path", value: .string(path)), .init(key: "message", value: .string(message))]
    if let suggestion { members.append(.init(key: "suggestion", value: .string(suggestion))) }
    return .object(members)
  }
}
