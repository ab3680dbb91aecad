import Parallel
import Recordings
import Signals
import Simulation
import TestSupport
import Testing

@testable import Swings

/// What the engine finds in samples that pass, against itself with other pieces and against all steps on whole signals.
@Suite("Swings of a recording in one pass")
struct SwingEngineTests {
  /// The samples of both streams, by stream: 0 is the acceleration, 1 the device motion.
  private struct Samples {
    static let streams: [SwingEngine.Stream] = [.acceleration, .motion]
    /// What the timestamps say, in s.
    var times: [[Double]]
    /// When the samples come, which a clock that goes back does not say.
    let moments: [[Double]]
    private let acceleration: [Float]
    private let motion: MotionBlock

    init(_ session: SimulatedSession) {
      let block = session.acceleration(0..<session.accelerationCount)
      acceleration = block.acceleration
      motion = session.motion(0..<session.motionCount)
      times = [block.time, motion.time]
      moments = times
    }

    func block(_ rows: Range<Int>, of stream: Int) -> SampleBlock {
      func channels(_ values: [Float], _ width: Int) -> [SampleBlock.Channel] {
        (0..<width).map { SampleBlock.Channel(values, first: rows.lowerBound * width + $0, step: width) }
      }
      let parts =
        stream == 0
        ? [channels(acceleration, 3)]
        : [
          channels(motion.rotationRate, 3), channels(motion.gravity, 3), channels(motion.userAcceleration, 3),
          channels(motion.attitude, 4),
        ]
      return SampleBlock(times: times[stream][rows], channels: parts.flatMap(\.self))
    }

    func prologue(of stream: Int) throws -> Prologue { try Prologue(of: MemoryTimestamps(times[stream])) }
  }

  private func session(_ sport: Sport, seed: UInt64, seconds: Double = 60) throws -> SimulatedSession {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = seconds
    settings.swingsPerMinute = 14
    settings.distractorsPerMinute = 6
    settings.missShare = 0.3
    settings.gapCount = 2
    return try SimulatedSession(settings)
  }

  private var rules: SwingRules {
    var rules = SwingRules.standard()
    rules.measuresImpacts = true
    return rules
  }

  /// What is found where the samples come in pieces of some lengths, in the order of the moments at which they come.
  private func findings(
    _ samples: Samples, _ length: (_ stream: Int) -> Int
  ) throws -> (findings: SwingFindings, offset: OffsetEstimate?) {
    let engine = try SwingEngine(
      rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1))
    var next = [0, 0]
    while true {
      let open = (0..<2).filter { next[$0] < samples.times[$0].count }
      let stream = open.min { samples.moments[$0][next[$0]] < samples.moments[$1][next[$1]] }
      guard let stream else { return (try engine.finish(), engine.motionOffset) }
      let rows = next[stream]..<min(samples.times[stream].count, next[stream] + length(stream))
      try engine.consume(samples.block(rows, of: stream), of: Samples.streams[stream])
      next[stream] = rows.upperBound
      if rows.upperBound == samples.times[stream].count { try engine.end(Samples.streams[stream]) }
    }
  }

  private func expectSame(
    _ found: (findings: SwingFindings, offset: OffsetEstimate?),
    _ other: (findings: SwingFindings, offset: OffsetEstimate?), _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.findings.impacts == other.findings.impacts, sourceLocation: location)
    #expect(found.findings.weakImpacts == other.findings.weakImpacts, sourceLocation: location)
    #expect(found.findings.measuredImpacts == other.findings.measuredImpacts, sourceLocation: location)
    let (decided, others) = (found.findings.decided, other.findings.decided)
    #expect(decided.swings == others.swings, sourceLocation: location)
    #expect(decided.rejected == others.rejected, sourceLocation: location)
    #expect(decided.labelled == others.labelled, sourceLocation: location)
    #expect(decided.measured == others.measured, sourceLocation: location)
    #expect(found.offset == other.offset, sourceLocation: location)
  }

  @Test("Pieces of any length give the same findings, to the last bit", arguments: [Sport.tennis, .baseball, .golf])
  func pieces(sport: Sport) throws {
    let samples = Samples(try session(sport, seed: 11))
    let whole = try findings(samples) { _ in 1 << 40 }
    #expect(whole.findings.decided.measured.count >= 5 && whole.offset != nil)
    expectSame(try findings(samples) { _ in 8192 }, whole)
    expectSame(try findings(samples) { [800, 200][$0] }, whole)
    for longest in [40, 700, 20_000] {
      var generator = SeededGenerator(seed: 5)
      expectSame(try findings(samples) { _ in Int.random(in: 1...longest, using: &generator) }, whole)
    }
  }

  @Test("Whether workers are spare or not, the findings are the same, and so are those of a stream that fails")
  func spareWorkers() throws {
    let samples = Samples(try session(.tennis, seed: 13, seconds: 240))
    func found(_ workers: Int?) throws -> [SwingFindings] {
      try SpareWorkers.$current.withValue(workers.map(SpareWorkers.init(count:))) {
        let whole = try findings(samples) { [800, 200][$0] }.findings
        let engine = try SwingEngine(
          rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1))
        let cut = [96_000, 24_000]
        for first in 0..<120 {
          for stream in 0..<2 {
            let length = cut[stream] / 120
            try engine.consume(
              samples.block(first * length..<(first + 1) * length, of: stream), of: Samples.streams[stream])
          }
        }
        let broken = SampleBlock(times: [.nan], channels: samples.block(0..<1, of: 0).channels)
        #expect(throws: (any Error).self) { try engine.consume(broken, of: .acceleration) }
        return [whole, engine.findings]
      }
    }
    let alone = try found(nil)
    #expect(alone[0].decided.measured.count >= 20 && alone[1].decided.measured.count >= 5)
    for workers in [0, 2] {
      for (one, other) in zip(try found(workers), alone) { expectSame((one, nil), (other, nil)) }
    }
  }

  @Test("What passes is found as on whole signals", arguments: [Sport.tennis, .baseball, .golf])
  func whole(sport: Sport) throws {
    let session = try session(sport, seed: 12)
    let found = try findings(Samples(session)) { _ in 1000 }.findings
    let detection = try Detection(session)
    #expect(found.impacts == detection.impacts)
    let decided = found.decided
    #expect(decided.swings.map(\.startTime) == detection.candidates.swings.map(\.startTime))
    #expect(decided.swings.map(\.anchorTime) == detection.candidates.swings.map(\.anchorTime))
    #expect(decided.swings.map(\.checks) == detection.candidates.swings.map(\.checks))
    #expect(decided.labelled.map(\.label) == detection.swings.map(\.label))
    #expect(decided.labelled.map(\.hitProbability) == detection.swings.map(\.hitProbability))
    let rows = try detection.measured()
    #expect(decided.measured.map(\.index) == rows.map(\.index) && decided.measured.map(\.flags) == rows.map(\.flags))
    #expect(decided.measured.map(\.timing) == rows.map(\.timing))
    #expect(decided.measured.map(\.rotation) == rows.map(\.rotation))
    #expect(decided.measured.map { $0.burst == nil } == rows.map { $0.burst == nil })
  }

  @Test("Where both clocks go back, pieces of any length give the same findings")
  func backward() throws {
    var samples = Samples(try session(.tennis, seed: 13))
    for stream in 0..<2 {
      for (index, moment) in samples.moments[stream].enumerated() where moment >= samples.moments[1][6000] {
        samples.times[stream][index] -= 25
      }
    }
    let expected = try findings(samples) { [800, 200][$0] }
    #expect(expected.findings.decided.measured.count >= 5)
    for longest in [40, 700, 3000] {
      var generator = SeededGenerator(seed: 5)
      expectSame(try findings(samples) { _ in Int.random(in: 1...longest, using: &generator) }, expected)
    }
  }

  @Test("Without samples, and with those of one stream alone, there is nothing or what that stream shows")
  func little() throws {
    let engine = try SwingEngine(rules, acceleration: Prologue(rateHz: 0), motion: Prologue(rateHz: 0))
    let none = try engine.finish()
    #expect(none.impacts.isEmpty && none.decided.swings.isEmpty && none.decided.rejected.isEmpty)
    let samples = Samples(try session(.tennis, seed: 14, seconds: 20))
    let alone = try SwingEngine(rules, acceleration: samples.prologue(of: 0))
    try alone.consume(samples.block(0..<samples.times[0].count, of: 0), of: .acceleration)
    let found = try alone.finish()
    let both = try findings(samples) { _ in 5000 }.findings
    #expect(!found.impacts.isEmpty && found.impacts == both.impacts)
    #expect(found.decided.swings.isEmpty && found.decided.rejected.count == found.impacts.count)
  }

  @Test("Beside an offset that is given the rest of it is measured, though the timestamps share no time without it")
  func givenOffset() throws {
    let session = try session(.tennis, seed: 15, seconds: 15)
    func offset(lateS: Double) throws -> OffsetEstimate {
      var samples = Samples(session)
      for row in samples.times[1].indices { samples.times[1][row] += lateS }
      let engine = try SwingEngine(
        rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1), motionOffsetS: lateS)
      for stream in 0..<2 {
        try engine.consume(samples.block(0..<samples.times[stream].count, of: stream), of: Samples.streams[stream])
      }
      _ = try engine.finish()
      return try #require(engine.motionOffset)
    }
    let (none, given) = (try offset(lateS: 0), try offset(lateS: 20))
    #expect(abs(given.seconds - 20 - none.seconds) < 1e-9 && abs(given.correlation - none.correlation) < 1e-6)
  }
}
