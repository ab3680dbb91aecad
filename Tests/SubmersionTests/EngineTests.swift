import SPSimulation
import SPSubmersion
import SPTables
import Testing

/// One pass.
struct EngineTests {
  @Test("However the rows are cut, the findings are the same", arguments: [1, 7, 100], [true, false])
  func cuts(length: Int, hasEvents: Bool) throws {
    var settings = DiveSettings(profile: .breathHold, seed: 11)
    settings.pauseCount = 5
    settings.hasEvents = hasEvents
    settings.hasOwnStates = hasEvents
    let rows = try SimulatedDives(settings).rows
    let whole = try findings(rows.measurements, events: rows.events, temperatures: rows.temperatures)
    var engine = try SubmersionEngine(
      streams: hasEvents ? Set(SubmersionEngine.Stream.allCases) : [.measurement, .temperature])
    // One stream runs ahead of the others by turns.
    for first in stride(from: 0, to: rows.measurements.count, by: length) {
      let end = min(first + length, rows.measurements.count)
      if first < rows.temperatures.count {
        engine.consume(rows.temperatures[first..<min(first + length, rows.temperatures.count)])
      }
      engine.consume(rows.measurements[first..<end])
      if first < rows.events.count { engine.consume(rows.events[first..<min(first + length, rows.events.count)]) }
    }
    #expect(engine.finish() == whole)
    #expect(!whole.dives.isEmpty)
  }

  @Test("Rows whose timestamps do not follow are left out and counted")
  func strayRows() throws {
    var rows = measurements([2, 3, 9, 9, 2])
    rows[2].time = .nan
    rows[3].time = 0.5
    let found = try findings(rows)
    #expect(found.ignoredRows == 2 && found.dives.first?.maxDepthM == 3)
  }

  @Test("Nothing is found in nothing")
  func empty() throws {
    let found = try findings()
    #expect(found.dives.isEmpty && found.states.isEmpty && found.surfaceIntervals.isEmpty)
  }

  @Test("A window of the rates that is shorter than times can tell apart finds no rate")
  func tinyRateWindow() throws {
    var rules = SubmersionRules()
    rules.rateWindowS = 1e-12
    let rows = (0..<20).map { DepthMeasurement(time: 1_692_219_119 + Double($0), depthM: 2 + Double($0 % 5)) }
    let dive = try #require(try findings(rows, rules: rules).dives.first)
    #expect(dive.maxAscentRateMS == nil && dive.maxDescentRateMS == nil)
  }

  @Test("The table of dives has what other programs read")
  func columns() throws {
    let found = try findings(measurements([nil, 2, 4, 2, nil]))
    let table = FeatureTable(
      rows: found.dives.enumerated().map { DiveColumns.Row(index: $0, dive: $1) }, columns: DiveColumns.all)
    let expected = [
      "dive_index": "0", "start_time_s": "1.0", "end_time_s": "4.0", "duration_s": "3.0", "max_depth_m": "4.0",
      "time_submerged_deep_s": "3.0", "time_unknown_s": "0.0", "opened_by": "depth",
    ]
    for (name, text) in expected { #expect(table[name]?.values.text(at: 0) == text, "\(name)") }
    for name in ["water_temperature_deg_c", "flags"] {
      #expect(try #require(table[name]).values.text(at: 0) == nil, "\(name)")
    }
  }

  @Test("A moment is explained by the dive that it is in, or the nearest one")
  func explanation() throws {
    let out = [Double?](repeating: nil, count: 30)
    let found = try findings(measurements([2, 2, 2] + out + [3, 3, 3] + out, own: .submergedDeep))
    let inside = DiveExplanation(at: 34, in: found)
    #expect(inside.index == 1 && inside.isInside && inside.dive?.maxDepthM == 3)
    #expect(inside.surfaceBefore?.durationS == 30 && inside.surfaceAfter == nil)
    #expect(inside.state?.state == .submergedDeep && inside.disagreements.isEmpty)
    let outside = DiveExplanation(at: 10, in: found)
    #expect(outside.index == 0 && !outside.isInside && outside.state?.state == .notSubmerged)
    #expect(DiveExplanation(at: 0, in: try findings()).dive == nil)
  }
}
