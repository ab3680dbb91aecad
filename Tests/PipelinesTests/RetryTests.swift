import Foundation
import SPBasics
import SPPipelines
import Testing

/// Failures of recordings that are worth a retry.
struct RetryTests {
  /// A stage that fails with the system's error number that it is given, while it plans or while it runs.
  private struct Refused: Stage {
    struct Options: StageOptions {
      var code = 0
      var plans = true
      static var fields: [OptionField<Options>] {
        [
          .integer("code", \.code, help: "The system's error number."),
          .boolean("plans", \.plans, help: "Whether planning fails."),
        ]
      }
    }

    static let type: StageType = "readers.refused"
    static let summary = "Fails."
    static let details = ""
    static func ports(_ options: Options) -> Ports { Ports() }
    let options: Options
    init(_ options: Options) { self.options = options }
    private var error: FileError { FileError(path: "a.h5", operation: "read", code: Int32(options.code)) }
    func plan(_ plan: inout PlanContext) throws { if options.plans { throw error } }
    func run(_ workspace: inout Workspace) throws { throw error }
  }

  @Test("The class of an error outlives planning and running", arguments: [(EIO, true), (EACCES, false)])
  func classes(code: Int32, isWorth: Bool) throws {
    for plans in [true, false] {
      let text = """
        { "version": 1, "stages": [ { "id": "x", "type": "readers.refused", "code": \(code), "plans": \(plans) } ] }
        """
      let pipeline = try Toy.load(text, and: [Refused.self])
      let plan = pipeline.plan("a.h5")
      #expect(plan.isRunnable == !plans)
      let error = try #require(throws: (any Error).self) { _ = try pipeline.run(on: "a.h5") }
      #expect((error is PipelineError) == plans)
      #expect(isWorthRetrying(error) == isWorth)
      let copy = try JSONDecoder().decode([Diagnostic].self, from: JSONEncoder().encode(plan.diagnostics))
      #expect(copy == plan.diagnostics)
      #expect(copy.map(\.isWorthRetrying) == (plans ? [isWorth] : []))
    }
  }

  @Test("A fault that passes makes a retry worth it, whatever else is wrong; a warning does not")
  func mixed() {
    var passing = Diagnostic(.error, at: .file("p.json"), message: "a")
    passing.isWorthRetrying = true
    let lasting = Diagnostic(.error, at: .file("p.json"), message: "b")
    #expect(isWorthRetrying(PipelineError([lasting, passing])))
    #expect(!isWorthRetrying(PipelineError([lasting])))
    passing.severity = .warning
    #expect(!isWorthRetrying(PipelineError([lasting, passing])))
  }
}
