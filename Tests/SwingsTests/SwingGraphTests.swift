import SPRecordings
import SPSignals
import SPSimulation
import TestSupport
import Testing

@testable import SPSwings

/// What the graph finds in samples that pass, against itself with other pieces and against all steps on whole signals.
/// Swings of a recording in one pass.
struct SwingGraphTests {
  /// The samples of both streams, by stream: 0 is the acceleration, 1 the device motion.
  private struct Samples {
    static let streams: [SwingStream] = [.acceleration, .motion]
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

  /// The findings if the samples come in blocks of given lengths, in the order in which they arrive.
  private func findings(
    _ samples: Samples, _ length: (_ stream: Int) -> Int
  ) throws -> (findings: SwingFindings, offset: OffsetEstimate?) {
    let feed = try LiveFeed(rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1))
    let offset = try Self.offset(of: feed)
    var next = [0, 0]
    while true {
      let open = (0..<2).filter { next[$0] < samples.times[$0].count }
      let stream = open.min { samples.moments[$0][next[$0]] < samples.moments[$1][next[$1]] }
      guard let stream else { return (try feed.finish(), offset.estimate) }
      let rows = next[stream]..<min(samples.times[stream].count, next[stream] + length(stream))
      try feed.take(samples.block(rows, of: stream), of: Samples.streams[stream])
      next[stream] = rows.upperBound
      if rows.upperBound == samples.times[stream].count { try feed.end(Samples.streams[stream]) }
    }
  }

  /// Measures the delay of the device motion during the search for swings.
  private static func offset(of feed: LiveFeed) throws -> OffsetTrack {
    let motion = try #require(feed.graph.motion)
    let ring = motion.stream.ring
    return OffsetTrack(motion, delayed: ring.prologue.shifted(bySeconds: ring.shiftS), against: feed.graph.acceleration)
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
    #expect(decided.labelled.map(\.features) == others.labelled.map(\.features), sourceLocation: location)
    #expect(found.offset == other.offset, sourceLocation: location)
  }

  @Test("Pieces of any length give the same findings, to the last bit", arguments: [Sport.tennis, .baseball, .golf])
  func pieces(sport: Sport) throws {
    let samples = Samples(try session(sport, seed: 11))
    let whole = try findings(samples) { _ in 1 << 40 }
    #expect(whole.findings.decided.labelled.count >= 5 && whole.offset != nil)
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
        let feed = try LiveFeed(rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1))
        let cut = [96_000, 24_000]
        for first in 0..<120 {
          for stream in 0..<2 {
            let length = cut[stream] / 120
            try feed.take(
              samples.block(first * length..<(first + 1) * length, of: stream), of: Samples.streams[stream])
          }
        }
        let broken = SampleBlock(times: [.nan], channels: samples.block(0..<1, of: 0).channels)
        #expect(throws: (any Error).self) { try feed.take(broken, of: .acceleration) }
        feed.graph.flow.settle()
        return [whole, feed.graph.findings]
      }
    }
    let alone = try found(nil)
    #expect(alone[0].decided.labelled.count >= 20 && alone[1].decided.labelled.count >= 5)
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
    #expect(decided.labelled.map { $0.flags($0.features) } == rows.map { $0.flags($0.features) })
    #expect(decided.labelled.map(\.features?.timing) == rows.map(\.features?.timing))
    #expect(decided.labelled.map(\.features?.rotation) == rows.map(\.features?.rotation))
    #expect(decided.labelled.map { $0.features?.burst == nil } == rows.map { $0.features?.burst == nil })
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
    #expect(expected.findings.decided.labelled.count >= 5)
    for longest in [40, 700, 3000] {
      var generator = SeededGenerator(seed: 5)
      expectSame(try findings(samples) { _ in Int.random(in: 1...longest, using: &generator) }, expected)
    }
  }

  @Test("Nothing keeps a graph once it is done")
  func release() throws {
    let samples = Samples(try session(.tennis, seed: 14, seconds: 40))
    weak var flow: Dataflow?
    do {
      let feed = try LiveFeed(rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1))
      flow = feed.graph.flow
      for stream in 0..<2 {
        try feed.take(samples.block(0..<samples.times[stream].count, of: stream), of: Samples.streams[stream])
      }
      #expect(try feed.finish().decided.swings.isEmpty == false)
    }
    #expect(flow == nil)
  }

  @Test("Without samples, and with those of one stream alone, there is nothing or what that stream shows")
  func little() throws {
    let none = try LiveFeed(rules, acceleration: Prologue(rateHz: 0), motion: Prologue(rateHz: 0)).finish()
    #expect(none.impacts.isEmpty && none.decided.swings.isEmpty && none.decided.rejected.isEmpty)
    let samples = Samples(try session(.tennis, seed: 14, seconds: 40))
    let alone = try LiveFeed(rules, acceleration: samples.prologue(of: 0), motion: nil)
    try alone.take(samples.block(0..<samples.times[0].count, of: 0), of: .acceleration)
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
      let feed = try LiveFeed(
        rules, acceleration: samples.prologue(of: 0), motion: samples.prologue(of: 1), offsetS: lateS)
      let offset = try Self.offset(of: feed)
      for stream in 0..<2 {
        try feed.take(samples.block(0..<samples.times[stream].count, of: stream), of: Samples.streams[stream])
      }
      _ = try feed.finish()
      return try #require(offset.estimate)
    }
    let (none, given) = (try offset(lateS: 0), try offset(lateS: 20))
    #expect(abs(given.seconds - 20 - none.seconds) < 1e-9 && abs(given.correlation - none.correlation) < 1e-6)
  }
}
