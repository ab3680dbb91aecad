import SPSubmersion
import Testing

/// Dives.
struct DiveTests {
  /// Depth 2 m for 20 s, so many seconds out of the water, and 20 s at 2 m again.
  private func twice(surfacingS: Int) -> [Double?] {
    [nil] + [Double?](repeating: 2, count: 20) + [Double?](repeating: nil, count: surfacingS)
      + [Double?](repeating: 2, count: 20) + [Double?](repeating: nil, count: 20)
  }

  @Test("A surfacing of less than 15 s is part of the dive")
  func briefSurfacing() throws {
    let found = try findings(measurements(twice(surfacingS: 14), own: .submergedDeep))
    let dive = try #require(found.dives.first)
    #expect(found.dives.count == 1 && dive.startTime == 1 && dive.endTime == 55)
    #expect(dive.surfacings == [21...35] && dive.times[.notSubmerged] == 14 && dive.times[.submergedDeep] == 40)
    #expect(dive.flags == [.briefSurfacing] && dive.opening == .ownState && dive.closing == .ownState)
    #expect(dive.meanDepthM == 2)
  }

  @Test("One of 15 s ends it")
  func surfacing() throws {
    let found = try findings(measurements(twice(surfacingS: 15)))
    #expect(found.dives.map(\.startTime) == [1, 36] && found.dives.map(\.endTime) == [21, 56])
    #expect(found.dives.map(\.surfaceIntervalBeforeS) == [nil, 15] && found.dives.allSatisfy { $0.flags.isEmpty })
    #expect(found.surfaceIntervals.map(\.durationS) == [15] && found.surfaceIntervals.map(\.startTime) == [21])
    #expect(found.dives.map(\.opening) == [.depth, .depth] && found.dives.map(\.closing) == [.depth, .depth])
  }

  @Test("Events say to the moment when a dive began and ended")
  func events() throws {
    let found = try findings(
      measurements(from: 0.5, [nil, 0.8, 2, 2, 0.8, nil], own: .submergedDeep),
      events: [
        SubmersionEvent(time: 0, state: .notSubmerged), SubmersionEvent(time: 1.25, state: .submerged),
        SubmersionEvent(time: 5.25, state: .notSubmerged),
      ])
    let dive = try #require(found.dives.first)
    #expect(found.dives.count == 1 && dive.startTime == 1.25 && dive.endTime == 5.25)
    #expect(dive.opening == .event && dive.closing == .event)
    // 0 m at 1.25 s, 0.8 m at 1.5 s, 2 m at 2.5 and 3.5 s, 0.8 m at 4.5 s, 0 m at 5.25 s: 0.1 + 1.4 + 2 + 1.4 + 0.3
    // m s in 4 s.
    #expect(abs(try #require(dive.meanDepthM) - 1.3) < 1e-12)
  }

  @Test("Events alone make dives, without depths")
  func eventsAlone() throws {
    let found = try findings(events: [
      SubmersionEvent(time: 10, state: .submerged), SubmersionEvent(time: 20, state: .notSubmerged),
      SubmersionEvent(time: 30, state: .submerged), SubmersionEvent(time: 40, state: .notSubmerged),
      SubmersionEvent(time: 60, state: .submerged),
    ])
    #expect(found.dives.map(\.startTime) == [10, 60] && found.dives.map(\.endTime) == [40, 60])
    #expect(found.dives.map(\.maxDepthM) == [nil, nil] && found.dives[1].flags == [.openEnd])
    #expect(found.dives.map(\.meanDepthM) == [nil, nil])
  }

  @Test("No depth is made up between an event and a measurement that comes long after or before it")
  func lateMeasurements() throws {
    let events = [SubmersionEvent(time: 0, state: .submerged), SubmersionEvent(time: 600, state: .notSubmerged)]
    let late = try #require(
      try findings(measurements(from: 300, [Double?](repeating: 2, count: 300)), events: events).dives.first)
    #expect(late.gaps == [0...300] && late.flags == [.gapInDive])
    #expect(late.meanDepthM == 2 && late.maxDescentRateMS == nil)
    // A gap that ended at a brief surfacing does not begin again at the first measurement.
    let twice = [0, 70, 72, 200].enumerated().map { index, time in
      SubmersionEvent(time: time, state: index.isMultiple(of: 2) ? .submerged : .notSubmerged)
    }
    let surfaced = try findings(measurements(from: 74, [Double?](repeating: 2, count: 100)), events: twice).dives
    #expect(surfaced.map(\.gaps) == [[0...70]])
    let early = try #require(
      try findings(measurements([Double?](repeating: 0.5, count: 300)), events: events).dives.first)
    #expect(early.gaps == [299...600] && early.flags == [.gapInDive])
    // The line from 0 m at the event takes no time.
    #expect(abs(try #require(early.meanDepthM) - 0.5) < 1e-12 && early.maxAscentRateMS == nil)
  }

  @Test("What is deep is under water, whatever event was lost")
  func lostEvent() throws {
    let found = try findings(
      measurements([nil, 0.5, 2, 2, 0.5, nil]), events: [SubmersionEvent(time: 0, state: .notSubmerged)])
    #expect(found.dives.map(\.startTime) == [2] && found.dives.map(\.endTime) == [4])
  }

  @Test("A recording may begin and end under water")
  func openEnds() throws {
    let dive = try #require(try findings(measurements([2, 2, 2])).dives.first)
    #expect(dive.flags == [.openStart, .openEnd] && dive.durationS == 2)
    #expect(dive.opening == .recordingStart && dive.closing == .recordingEnd)
  }

  @Test("Ten minutes of depths about 0 end a dive where they began, and are none themselves")
  func surfaceTime() throws {
    let surface = [Double?](repeating: 0.1, count: 700)
    let found = try findings(measurements(surface + [2, 3, 2] + surface + [2, 3, 2] + surface))
    #expect(found.dives.map(\.startTime) == [700, 1403] && found.dives.map(\.endTime) == [703, 1406])
    #expect(found.dives.map(\.closing) == [.surfaceTime, .surfaceTime])
    #expect(found.dives.map(\.surfaceIntervalBeforeS) == [nil, 700])
  }

  @Test("Less than that is part of it, and at the end of a recording no open end")
  func shortSurfaceTime() throws {
    let dive = try #require(try findings(measurements([2, 3, 2] + [Double?](repeating: 0, count: 300))).dives.first)
    #expect(dive.endTime == 302 && dive.flags == [.openStart, .endsWithRecording] && dive.bottomTimeS == 3)
  }

  @Test("No measurement for ten minutes ends a dive with the last one")
  func pause() throws {
    let found = try findings(measurements([2, 2]) + measurements(from: 700, [2, nil]))
    #expect(found.dives.map(\.endTime) == [1, 701] && found.dives.map(\.closing) == [.pause, .depth])
  }

  @Test("An event that ends a dive may be lost: ten minutes without a measurement end it all the same")
  func lostEndEvent() throws {
    let events = [SubmersionEvent(time: 0, state: .submerged)]
    let rows = measurements(from: 1, [Double?](repeating: 3, count: 300))
    let later = measurements(from: 36_300, [nil, nil])
    let dive = try #require(try findings(rows + later, events: events).dives.first)
    #expect(dive.endTime == 300 && dive.closing == .pause && dive.flags.contains(.openEnd))
    // Nor does an event much later say when it ended.
    let late = events + [SubmersionEvent(time: 40_000, state: .notSubmerged)]
    #expect(try findings(rows, events: late).dives.map(\.endTime) == [300])
  }

  @Test("Depths above the surface that an event calls under water are flagged")
  func aboveWater() throws {
    let events = [SubmersionEvent(time: 0, state: .submerged), SubmersionEvent(time: 600, state: .notSubmerged)]
    let rows = measurements(from: 1, [Double?](repeating: -1, count: 598))
    let dive = try #require(try findings(rows, events: events).dives.first)
    #expect(dive.maxDepthM == nil && dive.flags.contains(.stateDisagreement))
  }

  @Test("A depth that is lost far from the surface is no surfacing, as nobody comes up so fast")
  func lostDepth() throws {
    let found = try findings(measurements([20, 20] + [Double?](repeating: nil, count: 60) + [20, nil]))
    let dive = try #require(found.dives.first)
    #expect(found.dives.count == 1 && dive.times[.sensorDepthError] == 60 && dive.flags.contains(.sensorError))
  }

  @Test("If it does not come back, the dive ends where it was lost")
  func depthLostForGood() throws {
    let gone = [Double?](repeating: nil, count: 700)
    let found = try findings(measurements([nil, 20, 20] + gone + [2, 2, nil]))
    #expect(found.dives.map(\.startTime) == [1, 703] && found.dives.map(\.endTime) == [3, 705])
    #expect(found.dives.map(\.closing) == [.pause, .depth])
  }

  @Test("The largest rates over 10 s, between the timestamps too")
  func rates() throws {
    // 0.2 m/s down for 20 s, along, and 0.5 m/s up, measured every 4 s.
    let depths = stride(from: 0.0, through: 80, by: 4).map { time in
      Optional(min(0.2 * time, 4, 0.5 * max(0, 80 - time)))
    }
    var rules = SubmersionRules()
    rules.limits = DepthLimits(maxM: 40)
    let dive = try #require(try findings(measurements(depths, stepS: 4), rules: rules).dives.first)
    #expect(abs(try #require(dive.maxDescentRateMS) - 0.2) < 1e-12)
    // The last 10 s go from 4 m to 0 m, the first two of them along.
    #expect(abs(try #require(dive.maxAscentRateMS) - 0.4) < 1e-12)
    #expect(dive.flags.contains(.rapidAscent))
    #expect(try findings(measurements([1, 2, 3])).dives.first?.maxDescentRateMS == nil)
  }

  @Test("Rules that contradict each other are refused")
  func refusedRules() {
    var rules = SubmersionRules()
    rules.limits.maxM = 1.5
    #expect {
      try rules.validate()
    } throws: { error in
      "\(error)"
        == "the maximum depth is 1.5; expected the shallow limit and the approach margin together, or more"
    }
    rules = SubmersionRules()
    rules.maxAgeS = .nan
    #expect(throws: SubmersionError.self) { try SubmersionEngine(rules) }
  }
}
