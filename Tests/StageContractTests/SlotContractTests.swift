import SPPipelines
import SPStages
import Testing

/// The work of every stage.
struct SlotContractTests {
  @Test("The tests have values of the right type for every slot", arguments: StageCase.all)
  func fixtures(for stage: StageCase) throws {
    let ports = StageDescription(of: stage.stage).ports
    for port in ports.reads + ports.writes {
      let fixture = try #require(
        SlotFixtures.of(port), "slot \"\(port.name)\" of \(stage.stage.type) needs an entry in SlotFixtures.all")
      #expect(fixture.port.valueType == port.valueType, "\(port.name) holds \(port.typeName)")
      #expect(fixture.port.unit == port.unit, "\(port.name)")
    }
  }

  @Test("It reads and writes only what it declares, and writes all that it promises", arguments: StageCase.all)
  func declaredSlots(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let rig = try StageRig<S>(S.sampleOptions())
      // The bench refuses slots that were not declared, and promises that were not kept.
      let outcome = try rig.run(.swings)
      #expect(Set(outcome.slots.keys).isSuperset(of: rig.ports.writes.filter { !$0.isOptional }.map(\.name)))
      #expect(!outcome.slots.isEmpty || !outcome.files.isEmpty, "it leaves nothing behind")
      #expect(try rig.plan(.swings) == [])
    }
    try check(stage.stage)
  }

  @Test("It needs what it declares as required, and nothing else", arguments: StageCase.all)
  func requiredSlots(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let rig = try StageRig<S>(S.sampleOptions())
      for port in rig.ports.reads where !port.isOptional {
        #expect(throws: SlotError.empty(slot: port.name, source: nil)) { try rig.run(.swings, without: [port.name]) }
      }
      let optional = Set(rig.ports.reads.filter(\.isOptional).map(\.name))
      #expect(throws: Never.self) { try rig.run(.swings, without: optional) }
    }
    try check(stage.stage)
  }

  @Test("Empty, short, missing and interrupted input is borne, without a NaN in any table", arguments: StageCase.all)
  func degenerateInput(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let rig = try StageRig<S>(S.sampleOptions())
      for scenario in Scenario.allCases {
        #expect(throws: Never.self, "\(scenario)") { try rig.run(scenario) }
        #expect(try rig.plan(scenario).filter { $0.severity == .error } == [], "\(scenario)")
      }
    }
    try check(stage.stage)
  }

  @Test("The same input gives the same output, whatever was worked on before", arguments: StageCase.all)
  func determinism(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let rig = try StageRig<S>(S.sampleOptions())
      let first = try rig.run(.swings)
      #expect(try rig.run(.swings) == first)
      let other = try rig.run(.gap)
      #expect(other != first, "the test needs input that makes a difference")
      #expect(try rig.run(.swings) == first)
      #expect(try StageRig<S>(S.sampleOptions()).run(.gap) == other)
    }
    try check(stage.stage)
  }

  @Test("Options at the edges of their ranges stop no stage", arguments: StageCase.all)
  func extremeOptions(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      // A number without bounds has no edges to try.
      let numbers = NumericOption.all(of: S.self).filter { !$0.inside.isEmpty }
      var count = 0
      for option in numbers {
        for value in option.inside {
          guard let options = try? S.Options(json: option.options(value).canonical) else { continue }
          let rig = try StageRig<S>(options)
          for scenario in [Scenario.tenSamples, .gap] where try rig.plan(scenario).isEmpty {
            count += 1
            #expect(throws: Never.self, "\(option.path) = \(value.inline) on \(scenario)") { try rig.run(scenario) }
          }
        }
      }
      #expect(count >= numbers.count, "\(count) runs for \(numbers.count) numbers")
    }
    try check(stage.stage)
  }
}
