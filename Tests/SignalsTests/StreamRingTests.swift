import TestSupport
import Testing

@testable import SPSignals

/// Streams under way: ``TimestampRing``, ``StreamRing`` and ``RingSignal`` against what is known as a whole.
struct StreamRingTests {
  private static let count = 3000
  private static let gaps: Set = [1, 2, 700, 1500, 1501, 2999]

  /// A stream of two channels after all pieces, and the pieces' whole.
  private func stream(
    seed: Int, shiftS: Double = 0
  ) throws -> (ring: StreamRing, timestamps: [Double], channels: [[Float]], base: TimeBase) {
    var generator = SeededGenerator(seed: seed)
    let timestamps = timestamps(Self.count, gapsBefore: Self.gaps)
    let channels = (0..<2).map { noise(Self.count, seed: seed + $0) }
    let ring = try StreamRing(2, like: timestamps, shiftS: shiftS)
    for piece in cuts(Self.count, longest: [3, 400, 3000][seed % 3], &generator) {
      try ring.add(piece, timestamps, channels)
    }
    return (ring, timestamps, channels, try TimeBase(scanning: MemoryTimestamps(timestamps)).shifted(bySeconds: shiftS))
  }

  @Test("Whatever pieces it comes in, a stream is what it is as a whole", arguments: 0..<6)
  func whole(seed: Int) throws {
    let (ring, timestamps, channels, base) = try stream(seed: seed, shiftS: seed < 3 ? 0 : 1234.567_891)
    let time = ring.timeBase
    #expect(time.count == Self.count && time.rate == base.rate && time.medianInterval == base.medianInterval)
    #expect(time.segments == base.segments)
    #expect(try time.times(0..<Self.count) == base.times(0..<Self.count))
    #expect(ring.lastTime == base.segments.last?.endTime)
    for moment in [
      timestamps[0], timestamps[699].nextUp, timestamps[700], timestamps[1500], timestamps[2222].nextDown, 99,
    ].map({
      $0 + ring.shiftS
    }) {
      #expect(try time.firstIndex(atOrAfter: moment) == base.firstIndex(atOrAfter: moment))
      #expect(try time.nearestIndex(to: moment) == base.nearestIndex(to: moment))
      #expect(try ring.index(atOrAfter: moment) == base.firstIndex(atOrAfter: moment))
    }
    for channel in 0..<2 { #expect(try ring.signal(channel).samples(0..<Self.count) == channels[channel]) }
  }

  @Test func whatHasLeftIsThrownAndNeverMadeUp() throws {
    let (ring, timestamps, channels, base) = try stream(seed: 1)
    let (time, signal) = (ring.timeBase, ring.signal(1))
    ring.drop(before: 1000)
    let held = 1000..<Self.count
    #expect(ring.held == held && ring.count == Self.count && signal.count == Self.count)
    #expect(try time.times(held) == Array(timestamps[held]))
    #expect(try signal.samples(held) == Array(channels[1][held]))
    #expect(try signal.sample(1599) == channels[1][1599])
    #expect(throws: SignalError.left(999..<1000, held: held)) { try time.time(at: 999) }
    #expect(throws: SignalError.left(999..<1001, held: held)) { try time.times(999..<1001) }
    #expect(throws: SignalError.left(999..<1000, held: held)) { try time.time(atFractional: 999.5) }
    #expect(throws: TimeBaseError.indexOutOfRange(index: 3000, count: 3000)) { try time.time(at: 3000) }
    for index in [1000.25, 1499.5, 1500, 2998.75] {
      #expect(try time.time(atFractional: index) == base.time(atFractional: index))
    }
    for index in [1010, 1499, 1500, 2999] {
      for apartS in [-0.001, 0, 0.001] {
        let moment = timestamps[index] + apartS
        #expect(try time.nearestIndex(to: moment) == base.nearestIndex(to: moment))
      }
    }
    #expect(throws: SignalError.left(0..<1, held: held)) { try signal.samples(0..<1) }
    #expect(throws: SignalError.left(999..<1001, held: held)) { try signal.samples(999..<1001) }
    #expect(throws: SignalError.left(999..<1001, held: held)) { try signal.visit(999..<1001) { _ in } }
    #expect(throws: SignalError.rangeOutOfBounds(2999..<3001, count: 3000)) { try signal.samples(2999..<3001) }
    #expect(try signal.samples(5..<5).isEmpty && time.times(5..<5).isEmpty)
    // The segment that reaches into what is held begins where it did; those that ended before are gone.
    #expect(time.segments == Array(base.segments.dropFirst(3)))
    #expect(time.segments.first?.samples == 700..<1500)
  }

  @Test func aSearchSaysWhetherTheAnswerMayHaveLeft() throws {
    let (ring, timestamps, _, base) = try stream(seed: 2)
    ring.drop(before: 1000)
    let time = ring.timeBase
    let held = 1000..<Self.count
    // Behind the first sample that is held it is known; at that sample an earlier one might be it.
    for moment in [timestamps[1000].nextUp, timestamps[1200], timestamps[1500]] {
      #expect(try time.firstIndex(atOrAfter: moment) == base.firstIndex(atOrAfter: moment))
    }
    for moment in [timestamps[1000], timestamps[999], timestamps[700].nextUp] {
      #expect(throws: SignalError.left(700..<1000, held: held)) { try time.firstIndex(atOrAfter: moment) }
    }
    #expect(throws: SignalError.left(700..<1000, held: held)) {
      try time.indices(in: timestamps[900]...timestamps[1100], around: 1100)
    }
    #expect(try time.indices(in: timestamps[1010]...timestamps[1100], around: 1100) == 1010..<1101)
    #expect(try ring.index(atOrAfter: 0) == 1000)
  }

  @Test func aBlockSaysWhereItsGapsAreAndWhereTheClockGoesBack() throws {
    let times: [Double] = [0, 1, 2, 9, 10, 3, 4, 5, 5, 8]
    let ring = StreamRing(units: [.g], prologue: Prologue(rateHz: 1))
    let values = (0..<10).map(Float.init)
    var scan = StreamScan(ring.prologue)
    func marked(_ range: Range<Int>, gaps: [Int], backward: [Int]) throws -> SampleBlock {
      var block = SampleBlock(times: times[range], channels: [SampleBlock.Channel(values, first: range.lowerBound)])
      #expect(try scan.mark(&block) == backward)
      #expect(block.gaps == gaps)
      return block
    }
    ring.append(try marked(0..<3, gaps: [], backward: []))
    let stepped = try marked(3..<7, gaps: [0], backward: [2])
    ring.append(stepped.part(0..<2))
    #expect(ring.timeBase.segments.map(\.samples) == [0..<3, 3..<5])
    ring.restart()
    #expect(ring.count == 5 && ring.held == 5..<5 && ring.lastTime == nil)
    ring.append(stepped.part(2..<4))
    ring.append(try marked(7..<10, gaps: [], backward: []))
    #expect(ring.timeBase.segments == [TimeBase.Segment(samples: 5..<10, startTime: 3, endTime: 8)])
    #expect(try ring.signal(0).samples(5..<10) == [5, 6, 7, 8, 9])
    #expect(throws: SignalError.left(4..<6, held: 5..<10)) { try ring.signal(0).samples(4..<6) }
    // The whole has all stretches.
    let whole = scan.timeBase(of: MemoryTimestamps(times))
    #expect(whole.segments.map(\.samples) == [0..<3, 3..<5, 5..<10])
    #expect(throws: TimeBaseError.timestampNotFinite(index: 11, value: "nan")) {
      var block = SampleBlock(times: [9, .nan], channels: [])
      _ = try scan.mark(&block)
    }
  }

  @Test func channelsMayBeColumnsOfRows() throws {
    let rows = (0..<12).map(Float.init)
    let block = SampleBlock(
      times: [0, 1, 2, 3], channels: [SampleBlock.Channel(rows, first: 2, step: 3), SampleBlock.Channel(rows, step: 2)])
    let ring = StreamRing(units: [.g, .g], prologue: Prologue(rateHz: 1))
    ring.append(block.part(1..<4))
    #expect(try ring.signal(0).samples(0..<3) == [5, 8, 11])
    #expect(try ring.signal(1).samples(0..<3) == [2, 4, 6])
  }

  @Test("Three columns of rows of three are taken apart at once, whatever their number", arguments: 0...9)
  func vectors(count: Int) throws {
    let rows = (0..<30).map(Float.init)
    let vectors = (0..<3).map { SampleBlock.Channel(rows, first: $0, step: 3) }
    let block = SampleBlock(times: (0..<10).map(Double.init)[...], channels: [SampleBlock.Channel(rows)] + vectors)
    let ring = StreamRing(units: [.g, .g, .g, .g], prologue: Prologue(rateHz: 1))
    ring.append(block.part(10 - count..<10))
    #expect(try ring.signal(0).samples(0..<count) == (10 - count..<10).map(Float.init))
    for axis in 0..<3 {
      #expect(try ring.signal(axis + 1).samples(0..<count) == (10 - count..<10).map { Float(3 * $0 + axis) })
    }
  }
}
