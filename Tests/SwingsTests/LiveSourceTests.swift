import SPSignals
import SPSimulation
import Testing

@testable import SPSwings

/// How a live stream deals with its source: errors, its pace, and batches that come twice, late, or do not fit.
/// Sources of a live stream.
struct LiveSourceTests {
  private let streams: SensedStreams
  private let rules = SwingRules.standard(for: .tennis)

  init() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 41)
    settings.durationS = 60
    settings.swingsPerMinute = 14
    settings.missShare = 0.3
    streams = SensedStreams(try SimulatedSession(settings))
  }

  /// How long after a contact its noise window, its follow-through and the blocks of the filter are over, in s.
  private static let decidedAfterS = 15.0

  @Test("A source that breaks off ends the loop with its error; what was complete is found", arguments: [31, 47])
  func broken(second: Int) async throws {
    let source = TestBatches(streams.batches(everyS: 1), breaksAt: second)
    let live = swings(in: source, by: rules, prologue: try streams.prologue)
    var told: [SwingUpdate] = []
    await #expect(throws: TestBatches.Broken()) { for try await update in live { told.append(update) } }
    let end = streams[.acceleration].moments[0] + Double(second)
    // What the whole gives as well, as far as one swing does not depend on later ones.
    let whole = try streams.findings(rules)
    func isDecided(_ time: Double) -> Bool { time < end - Self.decidedAfterS }
    let complete = whole.impacts.filter { isDecided($0.time) }
    #expect(complete.count >= 3)
    #expect(live.findings.impacts.filter { isDecided($0.time) } == complete)
    let found = live.findings.decided.swings.filter { $0.impact != nil && isDecided($0.anchorTime) }
    let expected = whole.decided.swings.filter { $0.impact != nil && isDecided($0.anchorTime) }
    #expect(found.map(\.impact) == expected.map(\.impact) && found.map(\.startTime) == expected.map(\.startTime))
    #expect(found.allSatisfy { swing in told.contains { $0.impactTime == swing.anchorTime } })
    // It can still be finished, with what has come.
    var part = streams
    for stream in SwingStream.allCases { part[stream].keep { $0 < end } }
    let engine = LiveSwings(rules, prologue: try streams.prologue)
    for batch in part.batches(everyS: 1) { _ = try engine.take(batch) }
    expectSame(try live.finish(), try engine.finish())
  }

  @Test("The next batch is asked for when the updates of those before were taken")
  func backPressure() async throws {
    let batches = streams.batches(everyS: 5)
    // What each batch tells, and so how many must have been taken before another is asked for.
    let direct = LiveSwings(rules, prologue: try streams.prologue)
    var toldBy: [Int] = []
    for batch in batches { toldBy.append((toldBy.last ?? 0) + (try direct.take(batch)).count) }
    #expect(zip(toldBy.dropFirst(), toldBy).contains { $0 - $1 >= 2 })
    let source = TestBatches(batches)
    let live = swings(in: source, by: rules, prologue: try streams.prologue)
    #expect(source.askedCount == 0)
    var taken = 0
    for try await _ in live {
      taken += 1
      // Of the batches that were asked for, all but the last have been told to the end.
      #expect(toldBy[..<min(toldBy.count, source.askedCount - 1)].allSatisfy { $0 < taken })
      if source.askedCount <= toldBy.count { #expect(taken <= toldBy[source.askedCount - 1]) }
    }
    #expect(taken >= toldBy.last ?? 0 && source.askedCount == batches.count + 1)
  }

  @Test("A batch that comes twice or late is refused with its stream and times, and none of it is taken")
  func refused() throws {
    let batches = streams.batches(everyS: 2)
    let live = LiveSwings(rules, prologue: try streams.prologue)
    for (number, batch) in batches.enumerated() {
      _ = try live.take(batch)
      guard number == 4, let acceleration = batch.acceleration, let motion = batch.motion else { continue }
      let (first, last) = (acceleration.times.first ?? 0, acceleration.times.last ?? 0)
      let error = #expect(throws: SwingBatchError.self) { try live.take(batch) }
      #expect(error == .overlap(.acceleration, firstS: first, lastS: last))
      #expect(error?.description.contains("acceleration begins at \(first) s") == true)
      #expect(error?.description.contains("\(last) s") == true)
      // Acceleration that would fit is not taken beside motion that does not.
      let late = SwingBatch(acceleration: batches[5].acceleration, motion: motion.dropping(10))
      #expect(
        throws: SwingBatchError.overlap(
          .motion, firstS: motion.times.dropFirst(10).first ?? 0, lastS: motion.times.last ?? 0)
      ) { try live.take(late) }
    }
    expectSame(try live.finish(), try streams.findings(rules))
    #expect(throws: SwingBatchError.ended) { try live.take(batches[0]) }
    // So is one that has samples of a stream that was ended.
    let other = LiveSwings(rules, prologue: try streams.prologue)
    try other.end(.motion)
    #expect(throws: SwingBatchError.ended) { try other.take(batches[0]) }
    _ = try other.take(SwingBatch(acceleration: batches[0].acceleration))
  }

  @Test("A stream that ends before the rates are known is not waited for")
  func endsEarly() throws {
    var part = streams
    let start = streams[.acceleration].moments[0]
    part[.motion].keep { $0 < start + 6 }
    let live = LiveSwings(rules, prologue: .measured(overS: 10))
    var told: [SwingUpdate] = []
    for (second, batch) in part.batches(everyS: 1).enumerated() {
      told += try live.take(batch)
      if second == 7 { try live.end(.motion) }
    }
    #expect(told.count >= 3)
    // All impacts but those of the last half second, which wait for a higher peak, were told on the way.
    let found = try live.finish().impacts
    let end = part[.acceleration].moments.last ?? 0
    for impact in found where impact.time < end - 0.5 { #expect(told.contains { $0.impactTime == impact.time }) }
  }

  @Test("Where overlaps are passed over, batches that come twice or late change nothing")
  func skipped() throws {
    let batches = streams.batches(everyS: 0.7)
    var resent: [SwingBatch] = []
    for (number, batch) in batches.enumerated() {
      // The last fifth of the one before comes again with this one, and now and then an old one as it was.
      let again = number % 3 == 1 ? batches[number - 1] : nil
      resent.append(
        SwingBatch(
          acceleration: (again?.acceleration?.dropping(450)).map { $0 + (batch.acceleration ?? $0) }
            ?? batch.acceleration,
          motion: (again?.motion?.dropping(110)).map { $0 + (batch.motion ?? $0) } ?? batch.motion))
      if number % 5 == 4 { resent.append(batches[number - 2]) }
      // Or a batch holds what it has twice.
      guard number % 7 == 3, let last = resent.popLast(), let one = last.acceleration, let other = last.motion else {
        continue
      }
      resent.append(SwingBatch(acceleration: one + one, motion: other + other))
    }
    let found = try streams.follow(resent, rules, overlaps: .skip).findings
    expectSame(found, try streams.findings(rules))
  }

  @Test("Blocks with another number of channels are refused, and what fits goes on")
  func channels() throws {
    let batches = streams.batches(everyS: 10)
    let live = LiveSwings(rules, prologue: try streams.prologue)
    let motion = SwingBatch(acceleration: batches[0].motion)
    let error = #expect(throws: SwingBatchError.self) { try live.take(motion) }
    #expect(error == .channels(.acceleration, found: 13, expected: 3))
    #expect(error?.description == "a batch of the acceleration has 13 channels; expected 3")
    #expect(throws: SwingBatchError.channels(.motion, found: 3, expected: 13)) {
      try live.take(SwingBatch(acceleration: batches[0].acceleration, motion: batches[0].acceleration))
    }
    for batch in batches { _ = try live.take(batch) }
    expectSame(try live.finish(), try streams.findings(rules))
  }
}

extension SampleBlock {
  /// The block without its first samples.
  fileprivate func dropping(_ dropped: Int) -> SampleBlock {
    SampleBlock(
      times: times.dropFirst(dropped),
      channels: channels.map { Channel($0.values, first: $0.first + dropped * $0.step, step: $0.step) })
  }

  /// Two blocks as one.
  fileprivate static func + (first: SampleBlock, second: SampleBlock) -> SampleBlock {
    func values(_ block: SampleBlock, _ channel: Int) -> [Float] {
      let source = block.channels[channel]
      return (0..<block.count).map { source.values[source.first + $0 * source.step] }
    }
    return SampleBlock(
      times: (Array(first.times) + Array(second.times))[...],
      channels: first.channels.indices.map { Channel(values(first, $0) + values(second, $0)) })
  }
}
