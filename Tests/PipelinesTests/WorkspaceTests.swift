import Testing

@testable import SPPipelines

/// Breaks a rule of its own choice.
private struct Rogue: Stage {
  enum Deed: String, CaseIterable { case readOther, writeOther, wrongType, forget, fail, cancel, readEmpty, planOther }
  struct Options: StageOptions {
    var deed = Deed.forget
    static var fields: [OptionField<Options>] { [.choice("deed", \.deed, help: "")] }
  }
  struct Trouble: Error, CustomStringConvertible { let description = "trouble" }

  static let type: StageType = "filters.rogue"
  static let summary = ""
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(reads: [.required(Toy.acceleration), .optional(Toy.table)], writes: [.required(Toy.impacts)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func plan(_ plan: inout PlanContext) throws {
    if options.deed == .planOther { try plan.setFacts(Toy.table, SlotFacts()) }
  }

  func run(_ workspace: inout Workspace) throws {
    switch options.deed {
    case .readOther: _ = try workspace.get(Toy.rotation)
    case .writeOther: try workspace.set(Toy.table, "")
    case .wrongType: _ = try workspace.get(Slot<String>("acceleration", summary: ""))
    case .readEmpty: _ = try workspace.get(Toy.table)
    case .forget, .planOther: break
    case .fail: throw Trouble()
    case .cancel: throw CancellationError()
    }
  }
}

/// The contract of stages.
struct WorkspaceTests {
  private func pipeline(_ deed: String) throws -> Pipeline {
    let text = """
      { "version": 1, "stages": [{ "type": "readers.toy" }, { "id": "r", "type": "filters.rogue", "deed": "\(deed)" },
        { "type": "features.swing" }, { "type": "writers.table" }] }
      """
    return try Toy.load(text, and: [Rogue.self])
  }

  @Test(
    "A stage that breaks its declaration or throws is named with what it did",
    arguments: [
      ("readOther", #"reads slot "rotation", which it does not declare; expected one of "acceleration", "table""#),
      ("writeOther", #"writes slot "table", which it does not declare; expected one of "impacts""#),
      ("wrongType", #"uses slot "acceleration" with values of type String, but declares [Double]"#),
      ("readEmpty", #"reads slot "table", which no stage writes"#),
      ("forget", #"ended without writing slot "impacts", which it declares"#),
      ("fail", "trouble"),
    ])
  func failures(deed: String, message: String) throws {
    let failure = try #require(throws: StageFailure.self) { _ = try pipeline(deed).run(on: "a.h5") }
    #expect(failure.description == "stage \"r\" (filters.rogue): \(message)")
    #expect(failure.stageID == "r")
    #expect(failure.underlying is SlotError || deed == "fail")
  }

  @Test("Cancellation passes through as it is")
  func cancellation() throws {
    #expect(throws: CancellationError.self) { try pipeline("cancel").run(on: "a.h5") }
  }

  @Test("A cancelled task stops before the next stage")
  func cancelledTask() async throws {
    let pipeline = try Toy.load(Toy.pipeline)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try pipeline.run(on: "a.h5")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("An undeclared slot in planning is a fault too")
  func planning() throws {
    #expect(
      try pipeline("planOther").plan("a.h5").diagnostics.map(\.message) == [
        #"writes slot "table", which it does not declare; expected one of "impacts""#
      ])
  }
}

struct StageBenchTests {
  @Test("A stage alone is planned and run with given values")
  func bench() throws {
    var options = Impact.Options()
    options.isLoud = true
    var bench = try StageBench<Impact>(options)
    try bench.provide(Toy.acceleration, [0, 2, 0], facts: SlotFacts(rateHz: 50))
    let outputs = try bench.run()
    #expect(outputs[Toy.impacts] == [1])
    #expect(outputs.notes == ["events": 1])
    #expect(outputs.warnings == ["1 impacts"])
    #expect(throws: SlotError.undeclaredRead(slot: "table", declared: ["acceleration", "rotation"])) {
      try bench.provide(Toy.table, "")
    }
  }

  @Test("Facts reach the stage's plan, and options are checked")
  func plan() throws {
    var options = HighPass.Options()
    var bench = try StageBench<HighPass>(options)
    try bench.provide(Toy.acceleration, [], facts: SlotFacts(rateHz: 60))
    #expect(bench.plan().map(\.option) == ["pass_hz"])
    options.stopHz = 80
    #expect(throws: OptionFault.self) { try StageBench<HighPass>(options) }
  }
}
