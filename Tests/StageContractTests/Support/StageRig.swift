import Foundation
import SPBasics
import SPRecordings
import SPStages
import SPTables
import Testing

@testable import SPPipelines

/// A stage of the list, named by its type in the output of tests.
struct StageCase: Sendable, CustomTestStringConvertible {
  let stage: any Stage.Type
  var testDescription: String { stage.type.rawValue }

  static let all = StandardStages.all.filter { TestPython.isReady || !TestPython.types.contains($0.type) }
    .map { StageCase(stage: $0) }
}

extension Stage {
  /// The defaults, with the examples of the reference for what has none.
  static func sampleOptions() throws -> Options {
    try Options(json: JSONValue.object(requiredOptions).canonical)
  }

  static var requiredOptions: [JSONValue.Member] {
    Options.descriptions.filter(\.isRequired).map { .init(key: $0.name, value: $0.example) }
  }
}

/// One stage, made once, with an input file and an output folder of its own, to be run on any scenario.
struct StageRig<S: Stage>: Sendable {
  /// What a run left: a text for every slot and file that was written, and the table.
  struct Outcome: Equatable {
    var slots: [String: String] = [:]
    var files: [String: Data] = [:]
    var warnings: [String] = []
    var notes: [String: Double] = [:]
  }

  private let folder: TestFolder
  private let bench: StageBench<S>
  /// The ports of the stage.
  let ports: Ports

  init(_ options: S.Options) throws {
    ports = S.ports(options)
    folder = try TestFolder()
    var environment = RunEnvironment(inputPath: folder("input.h5"))
    environment.outputFolder = folder("output")
    bench = try StageBench<S>(options, environment: environment)
  }

  /// Runs the stage on a scenario, with values in all slots that it reads but some.
  func run(_ scenario: Scenario, without missing: Set<String> = []) throws -> Outcome {
    try? FileManager.default.removeItem(atPath: folder("output"))
    try folder.makeFolder("output")
    let outputs = try bench(scenario, without: missing).run()
    var outcome = Outcome(warnings: outputs.warnings, notes: outputs.notes)
    for port in ports.writes {
      let fixture = try #require(SlotFixtures.of(port), "slot \"\(port.name)\" needs an entry in SlotFixtures.all")
      outcome.slots[port.name] = try fixture.text(of: outputs)
    }
    outcome.files = try TestFolder.contents(of: folder("output"))
    try expectSoundValues(in: outputs)
    return outcome
  }

  /// Plans the stage for a scenario.
  func plan(_ scenario: Scenario) throws -> [Diagnostic] { try bench(scenario).plan() }

  private func bench(_ scenario: Scenario, without missing: Set<String> = []) throws -> StageBench<S> {
    if S.type.family == StageType.readerFamily {
      try ScenarioValues.of(scenario).samples.write(to: folder("input.h5"), recordingID: scenario.rawValue)
    }
    var bench = bench
    for port in ports.reads where !missing.contains(port.name) {
      let fixture = try #require(SlotFixtures.of(port), "slot \"\(port.name)\" needs an entry in SlotFixtures.all")
      try fixture.provide(scenario, to: &bench)
    }
    return bench
  }

  /// Every number of a table is finite and within its column's range; what is not known is missing.
  private func expectSoundValues(in outputs: StageBench<S>.Outputs) throws {
    guard let table = try outputs[Slot<TableRows>("table", summary: "")] else { return }
    for column in table.columns {
      let isFinite =
        switch column.values {
        case .float32(let values): values.allSatisfy { $0?.isFinite ?? true }
        case .float64(let values): values.allSatisfy { $0?.isFinite ?? true }
        case .boolean, .int32, .int64, .string, .timestamp: true
        }
      #expect(isFinite, "column \(column.description.name) of \(S.type)")
      #expect(column.values.count == table.rowCount)
      let texts = (0..<table.rowCount).map { column.values.text(at: $0) }
      #expect(ColumnFaults.find(texts, in: column.description) == [], "column \(column.description.name) of \(S.type)")
    }
  }
}
