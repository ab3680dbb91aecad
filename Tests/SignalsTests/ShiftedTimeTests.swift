import Testing

@testable import SPSignals

struct ShiftedTimeTests {
  private func scanned(_ timestamps: [Double]) throws -> TimeBase {
    try TimeBase(scanning: MemoryTimestamps(timestamps))
  }

  @Test func everyStampMovesAndNoStep() throws {
    // A duplicate, a gap and a backward step, on more than one block of timestamps.
    let timestamps = (0..<20_000).map { index -> Double in
      let time = 100 + Double(index == 7 ? 6 : index) / 800
      return index >= 15_000 ? time - 3 : index >= 9000 ? time + 1 : time
    }
    let base = try scanned(timestamps)
    let shifted = base.shifted(bySeconds: -0.25)
    #expect(try shifted.times(0..<20_000) == timestamps.map { $0 - 0.25 })
    #expect(shifted.segments.map(\.samples) == base.segments.map(\.samples))
    for segment in shifted.segments {
      #expect(try shifted.time(at: segment.samples.lowerBound) == segment.startTime)
      #expect(try shifted.time(at: segment.samples.upperBound - 1) == segment.endTime)
      #expect(try shifted.firstIndex(atOrAfter: segment.startTime) == segment.samples.lowerBound || !shifted.isOrdered)
    }
    #expect(shifted.rate == base.rate && shifted.medianInterval == base.medianInterval)
    #expect(shifted.regularity.gaps.first[0].time == base.regularity.gaps.first[0].time - 0.25)
    #expect(shifted.regularity.gaps.first[0].step == base.regularity.gaps.first[0].step)
    #expect(shifted.regularity.jitter == base.regularity.jitter)
    #expect(try shifted.indices(in: 99.75...100.25) == base.indices(in: 100...100.5))
  }

  @Test func regularStampsStayRegular() throws {
    let shifted = TimeBase(start: 2, rate: 100, count: 300).shifted(bySeconds: 0.5)
    #expect(try shifted.time(at: 299) == shifted.segments[0].endTime)
    #expect(try shifted.nearestIndex(to: 3.5) == 100)
    #expect(shifted.span == 2.5...(2.5 + 299.0 / 100))
    #expect(TimeBase(start: 2, rate: 100, count: 0).shifted(bySeconds: 1).span == nil)
  }

  @Test func retimedSamplesAreThoseOfTheSource() throws {
    let source = try signal(pattern(50))
    let retimed = RetimedSignal(source, timeBase: source.timeBase.shifted(bySeconds: 4))
    #expect(try retimed.samples(3..<41) == source.samples(3..<41))
    #expect(try retimed.timeBase.time(at: 0) == 4)
  }

  @Test func sumsAreTakenSampleBySample() throws {
    let (first, second) = (try signal([1, 2, 3]), try signal([10, .nan, 30]))
    #expect(bits(try SumSignal(first, second).samples(0..<3)) == bits([11, .nan, 33]))
    let third = try signal([4, 6, 8])
    #expect(try SumSignal(first, third, signs: (-1, 1)).samples(0..<3) == [3, 4, 5])
    #expect(try SumSignal(first, third, signs: (1, -1)).samples(1..<3) == [-4, -5])
    #expect(throws: SignalError.countMismatch(3, 2)) { try SumSignal(first, signal([1, 2])) }
    #expect(throws: SignalError.unit(of: "the second signal", actual: .metersPerSecondSquared, expected: .g)) {
      try SumSignal(first, signal([1, 2, 3], unit: .metersPerSecondSquared))
    }
  }
}
