import Foundation
import Synchronization
import Testing

@testable import SPPipelines

struct PlanningTests {
  @Test("Facts travel along the wires")
  func facts() throws {
    let plan = try Toy.load(Toy.pipeline).plan("a.h5")
    #expect(plan.isRunnable)
    #expect(plan.diagnostics == [])
    let reference = try #require(SlotReference("hp.acceleration"))
    #expect(plan.slots[reference] == .present(SlotFacts(unit: "g", rateHz: 100, count: 10)))
    #expect(plan.slots[SlotReference(stageID: "in", slot: "rotation")] == .present(SlotFacts(unit: "rad/s")))
  }

  @Test("A fault is placed at the option if it was given, else at the stage, and names the recording")
  func faultPlaces() throws {
    let text = Toy.pipeline.replacing("\"readers.toy\"", with: "\"readers.toy\", \"rate_hz\": 60")
    let tail =
      #"error: stage "hp" (filters.high_pass): recording "d/a.h5": option "pass_hz": expected less than half the "#
      + #"sample rate (30.0 Hz), found 40.0"#
    #expect(try Toy.load(text).plan("d/a.h5").diagnostics.map(\.description) == ["hits.json:5:5: \(tail)"])
    let given = text.replacing("\"filters.high_pass\"", with: "\"filters.high_pass\", \"pass_hz\": 40")
    #expect(try Toy.load(given).plan("d/a.h5").diagnostics.map(\.description) == ["hits.json:5:59: \(tail)"])
    let set = try Toy.load(given, overrides: ["hp.pass_hz=40"])
    #expect(set.plan("d/a.h5").diagnostics.map(\.description) == ["--set hp.pass_hz=40: \(tail)"])
  }

  /// Cannot do without a gyroscope.
  private struct Spin: Stage {
    static let type: StageType = "features.spin"
    static let summary = "Needs rotation."
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports(reads: [.required(Toy.rotation)]) }
    init(_ options: NoOptions) {}
    func plan(_ plan: inout PlanContext) throws {
      plan.warning("asked about \(try plan.facts(Toy.rotation).unit ?? "")")
    }
    func run(_ workspace: inout Workspace) throws {}
  }

  @Test("A stream missing from a recording is told to the stages that need it, not to those that can do without")
  func missingStream() throws {
    let text = Toy.pipeline.replacing(
      "{ \"type\": \"features", with: "{ \"type\": \"features.spin\" }, { \"type\": \"features")
    let pipeline = try Toy.load(text, and: [Spin.self])
    let plan = pipeline.plan("still.h5")
    #expect(
      plan.diagnostics.map(\.description) == [
        #"hits.json:7:5: error: stage "spin" (features.spin): recording "still.h5": needs "rotation", "#
          + "which this recording cannot give"
      ])
    #expect(throws: PipelineError(plan.diagnostics)) { try pipeline.run(on: "still.h5") }
    let other = pipeline.plan("a.h5")
    #expect(other.isRunnable)
    #expect(other.diagnostics.map(\.message) == ["asked about rad/s"])
  }

  @Test("What a stage throws while planning is a fault of the recording, and planning goes on")
  func thrown() throws {
    let text = Toy.pipeline.replacing("\"readers.toy\"", with: "\"readers.toy\", \"rate_hz\": 60")
    #expect(
      try Toy.load(text).plan("missing.h5").diagnostics.map(\.description) == [
        #"hits.json:4:53: error: stage "in" (readers.toy): recording "missing.h5": option "rate_hz": cannot be found"#
      ])
  }

  @Test("A unit found in the recording is held against the one that is read")
  func unitInRecording() throws {
    struct Metric: Stage {
      static let type: StageType = "filters.metric"
      static let summary = ""
      static let details = ""
      static let slot = Slot<[Double]>("acceleration", summary: "")
      static func ports(_ options: NoOptions) -> Ports { Ports(writes: [.required(slot)]) }
      init(_ options: NoOptions) {}
      func plan(_ plan: inout PlanContext) throws { try plan.setFacts(Self.slot, SlotFacts(unit: "m/s^2")) }
      func run(_ workspace: inout Workspace) throws {}
    }
    let text = Toy.pipeline.replacing("{ \"id\": \"hp\",", with: "{ \"type\": \"filters.metric\" }, { \"id\": \"hp\",")
    #expect(
      try Toy.load(text, and: [Metric.self]).plan("a.h5").diagnostics.map(\.message) == [
        #"slot "acceleration": expected unit "g", but "metric.acceleration" is in "m/s^2""#
      ])
  }
}

struct RunningTests {
  @Test("The stages run in order and are recorded")
  func run() throws {
    let pipeline = try Toy.load(Toy.pipeline, overrides: ["hit.is_loud=true"])
    let table = SlotReference(stageID: "swing", slot: "table")
    let result = try pipeline.run(on: "a.h5", keeping: [table])
    #expect(result.inputPath == "a.h5")
    #expect(result.stages.map(\.id) == ["in", "hp", "hit", "swing", "out"])
    #expect(result.stages.map(\.notes) == [[:], [:], ["events": 2], [:], ["characters": 3, "rotations": 2]])
    #expect(result.stages.allSatisfy { $0.seconds >= 0 })
    #expect(result.warnings == [StageWarning(stageID: "hit", message: "2 impacts")])
    #expect(result.value(Toy.table, from: "swing") == "2 6")
    #expect(result.value(Toy.impacts, from: "hit") == nil)
  }

  @Test("A value that was not written for a recording is nothing to those that can do without")
  func absent() throws {
    let result = try Toy.load(Toy.pipeline).run(on: "still.h5")
    #expect(result.stages.last?.notes["rotations"] == -1)
  }

  @Test("The environment carries the recording and the pipeline's name to the stages")
  func environment() throws {
    struct Echo: Stage {
      static let type: StageType = "writers.echo"
      static let summary = ""
      static let details = ""
      static func ports(_ options: NoOptions) -> Ports { Ports() }
      init(_ options: NoOptions) {}
      func run(_ workspace: inout Workspace) throws {
        let environment = workspace.environment
        workspace.warn("\(environment.pipelineName) \(environment.inputPath) \(environment.outputFolder ?? "")")
      }
    }
    let text = #"{ "version": 1, "name": "n", "stages": [{ "type": "readers.toy" }, { "type": "writers.echo" }] }"#
    let result = try Toy.load(text, and: [Echo.self]).run(on: "a.h5", environment: RunEnvironment(outputFolder: "out"))
    #expect(result.warnings.map(\.description) == ["stage \"echo\": n a.h5 out"])
  }

  /// A value that tells when it is let go of.
  private final class Token: Sendable {
    static let alive = Mutex(0)
    init() { Self.alive.withLock { $0 += 1 } }
    deinit { Self.alive.withLock { $0 -= 1 } }
  }

  private static let token = Slot<Token>("token", summary: "")

  private struct TokenReader: Stage {
    static let type: StageType = "readers.token"
    static let summary = ""
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports(writes: [.required(RunningTests.token)]) }
    init(_ options: NoOptions) {}
    func run(_ workspace: inout Workspace) throws { try workspace.set(RunningTests.token, Token()) }
  }

  private struct TokenUser: Stage {
    struct Options: StageOptions {
      var reads = true
      static var fields: [OptionField<Options>] { [.boolean("takes_token", \.reads, help: "")] }
    }
    static let type: StageType = "writers.token"
    static let summary = ""
    static let details = ""
    static func ports(_ options: Options) -> Ports {
      Ports(reads: options.reads ? [.required(RunningTests.token)] : [])
    }
    init(_ options: Options) {}
    func run(_ workspace: inout Workspace) throws { workspace.note("alive", Token.alive.withLock { $0 }) }
  }

  @Test("A value is let go of as soon as no later stage reads it")
  func memory() throws {
    let text = """
      { "version": 1, "stages": [{ "id": "in", "type": "readers.token" },
        { "id": "a", "type": "writers.token", "takes_token": false }, { "id": "b", "type": "writers.token" },
        { "id": "c", "type": "writers.token", "takes_token": false }] }
      """
    let pipeline = try Toy.load(text, and: [TokenReader.self, TokenUser.self])
    #expect(try pipeline.run(on: "a").stages.dropFirst().map { $0.notes["alive"] } == [1, 1, 0])
    let kept = try pipeline.run(on: "a", keeping: [SlotReference(stageID: "in", slot: "token")])
    #expect(kept.stages.last?.notes["alive"] == 1)
  }
}
