import SPSubmersion
import Testing

/// States from depth.
struct StateTests {
  @Test(
    "A limit belongs to the shallower state",
    arguments: [
      (0, DepthState.submergedShallow), (1, .submergedShallow), (1.01, .submergedDeep), (5, .submergedDeep),
      (5.01, .approachingMaxDepth), (6, .approachingMaxDepth), (6.01, .pastMaxDepth),
    ])
  func limits(depth: Double, state: DepthState) {
    #expect(DepthLimits().state(ofDepth: depth) == state)
  }

  @Test("With the whole range of the sensor the maximum is 40 m")
  func fullRange() {
    #expect(DepthLimits(maxM: 40).state(ofDepth: 38) == .submergedDeep)
    #expect(DepthLimits(maxM: 40).state(ofDepth: 39.5) == .approachingMaxDepth)
    #expect(DepthLimits(maxM: 40).state(ofDepth: 40.5) == .pastMaxDepth)
  }

  @Test("Codes that the layout does not have are unknown", arguments: [-1, 1, 250, 65_536, .nan, .infinity] as [Float])
  func unknownCodes(code: Float) { #expect(DepthState(code: code) == .unknown) }

  @Test("Each stretch in which own state and state by depth differ is an interval")
  func disagreement() throws {
    var rows = measurements([0.5, 0.5, 2, 2, 2, 0.5], own: .submergedShallow)
    rows[3].ownState = .submergedDeep
    let found = try findings(rows)
    #expect(found.states.map(\.startTime) == [0, 2, 3, 4, 5])
    #expect(found.states.map(\.endTime) == [2, 3, 4, 5, 5])
    #expect(found.states.map(\.agrees) == [true, false, true, false, true])
    #expect(found.states.map(\.state.name)[1] == "submerged_deep" && found.states[1].depthRangeM == 2...2)
    #expect(found.dives.first?.flags.contains(.stateDisagreement) == true)
  }

  @Test("Without own states there is nothing to agree with")
  func noOwnStates() throws { #expect(try findings(measurements([2, 2])).states.map(\.agrees) == [nil]) }

  @Test("A depth that is missing under water is an error of the sensor, and not beyond it")
  func sensorError() throws {
    let own: [DepthState] = [.submergedDeep, .sensorDepthError, .sensorDepthError, .submergedDeep, .notSubmerged]
    let rows = zip(measurements([5, nil, nil, 5, nil]), own).map { row, state in
      var row = row
      row.ownState = state
      return row
    }
    let found = try findings(rows)
    #expect(found.states.map(\.state) == [.submergedDeep, .sensorDepthError, .submergedDeep, .notSubmerged])
    let dive = try #require(found.dives.first)
    #expect(found.dives.count == 1 && dive.times[.sensorDepthError] == 2 && dive.flags.contains(.sensorError))
    // The depth in between is not known: the mean is that of the rest.
    #expect(dive.meanDepthM == 5)
  }

  @Test("A measurement holds for as long as it is not too old")
  func age() throws {
    var rows = measurements([2, 2])
    rows[1].time = 100
    let found = try findings(rows)
    #expect(found.states.map(\.startTime) == [0, 100] && found.states.map(\.endTime) == [60, 100])
    let dive = try #require(found.dives.first)
    #expect(dive.times[.submergedDeep] == 60 && dive.times[.unknown] == 40)
    #expect(dive.gaps == [0...100] && dive.flags.contains(.gapInDive))
  }
}
