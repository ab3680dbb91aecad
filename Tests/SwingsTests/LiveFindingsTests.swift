import SPRecordings
import SPSignals
import SPSimulation
import TestSupport
import Testing

@testable import SPSwings

/// What is found in batches as they come against what is found in all samples at once.
/// Findings of a live stream.
struct LiveFindingsTests {
  private static func session(seed: UInt64, seconds: Double = 60) throws -> SimulatedSession {
    var settings = SimulationSettings(sport: .tennis, seed: seed)
    settings.durationS = seconds
    settings.swingsPerMinute = 14
    settings.distractorsPerMinute = 6
    settings.missShare = 0.3
    return try SimulatedSession(settings)
  }

  private static var rules: SwingRules {
    var rules = SwingRules.standard(for: .tennis)
    rules.measuresImpacts = true
    return rules
  }

  @Test(
    "However samples are cut and streams lag, findings are those of all samples at once, to the last bit",
    arguments: SensedStreams.Fault.allCases)
  func cuts(fault: SensedStreams.Fault) throws {
    let session = try Self.session(seed: 21)
    let streams = SensedStreams(session).with(fault, contacts: session.swings.map(\.contactTime))
    // Where clocks go back, streams in one go would be too far apart to belong together.
    let expected = try streams.findings(Self.rules, inOneGo: fault != .clockStep)
    #expect(expected.decided.labelled.count >= 5)
    for (longest, lagS) in [(50, 5), (1000, 2), (5000, 0), (5000, 5)] as [(Int, Double)] {
      for seed: UInt64 in 1...(longest < 5000 ? 1 : 2) {
        let batches = streams.batches(longest: longest, lagS: lagS, seed: seed)
        let overlaps: OverlapRule = fault == .clockStep ? .clockStep : .refuse
        let found = try streams.follow(batches, Self.rules, overlaps: overlaps).findings
        expectSame(found, expected, "up to \(longest) samples, lags of up to \(lagS) s, seed \(seed)")
      }
    }
  }

  @Test("Samples one by one, in which each waits for the other stream, are found as all at once")
  func oneByOne() throws {
    let streams = try SensedStreams(Self.session(seed: 26, seconds: 20))
    let expected = try streams.findings(Self.rules)
    #expect(expected.decided.swings.count >= 3)
    expectSame(try streams.follow(streams.batches(longest: 1, lagS: 1, seed: 5), Self.rules).findings, expected)
  }

  @Test(
    "A recorded session gives live what it gives at once",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func recorded() throws {
    let streams = try SensedStreams(Recording(opening: SharedData.path("sessions/dev-02.h5")))
    let expected = try streams.findings(.standard())
    #expect(expected.decided.labelled.count { $0.label == .hit } >= 30)
    expectSame(try streams.follow(streams.batches(everyS: 1), .standard()).findings, expected)
    let batches = streams.batches(longest: 5000, lagS: 5, seed: 3)
    expectSame(try streams.follow(batches, .standard()).findings, expected)
  }

  @Test("Without device motion the impacts are those of the acceleration alone")
  func accelerationAlone() throws {
    let streams = try SensedStreams(Self.session(seed: 22, seconds: 30))
    let feed = try LiveFeed(Self.rules, acceleration: streams.prologue(of: .acceleration), motion: nil)
    try feed.take(streams[.acceleration].block(0..<streams[.acceleration].times.count), of: .acceleration)
    let expected = try feed.finish()
    #expect(expected.impacts.count >= 5)
    var alone = streams
    alone[.motion].keep { _ in false }
    let known = LivePrologue.known(acceleration: try streams.prologue(of: .acceleration), motion: nil)
    let batches = alone.batches(longest: 3000, seed: 4)
    expectSame(try alone.follow(batches, Self.rules, prologue: known).findings, expected)
  }

  @Test("With rates from the first 5 s the swings are those of known rates", arguments: [23, 24] as [UInt64])
  func measuredRates(seed: UInt64) throws {
    let streams = SensedStreams(try Self.session(seed: seed))
    let known = try streams.findings(Self.rules).decided
    for batches in [streams.batches(everyS: 0.25), streams.batches(longest: 5000, lagS: 5, seed: seed)] {
      let found = try streams.follow(batches, Self.rules, prologue: .measured(overS: 5)).findings.decided
      #expect(found.labelled.count >= 10 && found.labelled.map(\.label) == known.labelled.map(\.label))
      #expect(found.labelled.map(\.swing.startTime) == known.labelled.map(\.swing.startTime))
      #expect(found.labelled.map(\.swing.anchorTime) == known.labelled.map(\.swing.anchorTime))
      #expect(found.labelled.map(\.swing.impact?.onsetTime) == known.labelled.map(\.swing.impact?.onsetTime))
    }
  }

  @Test("A stream that is shorter than the rates are measured over is decided in the end, and one without samples too")
  func short() throws {
    var streams = SensedStreams(try Self.session(seed: 25, seconds: 20))
    let live = try streams.follow(streams.batches(everyS: 1), Self.rules, prologue: .measured(overS: 30))
    expectSame(live.findings, try streams.findings(Self.rules))
    for stream in SwingStream.allCases { streams[stream].keep { _ in false } }
    let none = try streams.follow([SwingBatch()], Self.rules, prologue: .measured(overS: 5))
    #expect(none.updates.isEmpty && none.findings.impacts.isEmpty && none.findings.decided.swings.isEmpty)
  }
}
