import Testing

@testable import SPSignals

struct TimeBaseTests {
  @Test func noSamples() throws {
    let base = try TimeBase(scanning: MemoryTimestamps([]))
    #expect(base.count == 0)
    #expect(base.segments.isEmpty)
    #expect(base.rate == 0)
    #expect(base.medianInterval == 0)
    #expect(try base.firstIndex(atOrAfter: 1) == 0)
    #expect(try base.indices(in: 0...1) == 0..<0)
    #expect(throws: TimeBaseError.empty) { try base.nearestIndex(to: 0) }
    #expect(throws: TimeBaseError.indexOutOfRange(index: 0, count: 0)) { try base.time(at: 0) }
  }

  @Test func oneSample() throws {
    let base = try TimeBase(scanning: MemoryTimestamps([5]))
    #expect(base.segments == [TimeBase.Segment(samples: 0..<1, startTime: 5, endTime: 5)])
    #expect(base.rate == 0)
    #expect(try base.nearestIndex(to: 99) == 0)
    #expect(try base.firstIndex(atOrAfter: 5) == 0)
    #expect(try base.firstIndex(atOrAfter: 5.1) == 1)
    #expect(try base.time(atFractional: 0.25) == 5)
  }

  @Test func timeCoveredTwiceCountsOnce() throws {
    let base = try TimeBase(scanning: MemoryTimestamps([0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 20, 21]))
    #expect(base.segments.count == 3)
    #expect(base.coveredS == 7)
  }

  @Test func segmentsPartAtGapsAndBackwardStepsButNotAtDuplicates() throws {
    // Steps: 1, 0, 1, 4 (gap: over 3 medians), 1, -3 (back), 1, 3 (no gap: not over 3).
    let base = try TimeBase(scanning: MemoryTimestamps([0, 1, 1, 2, 6, 7, 4, 5, 8]))
    #expect(base.medianInterval == 1)
    #expect(
      base.segments == [
        TimeBase.Segment(samples: 0..<4, startTime: 0, endTime: 2),
        TimeBase.Segment(samples: 4..<6, startTime: 6, endTime: 7),
        TimeBase.Segment(samples: 6..<9, startTime: 4, endTime: 8),
      ])
    // Inside: 3 + 1 + 2 steps in 2 + 1 + 4 s.
    #expect(base.rate == 6.0 / 7)
    let regularity = base.regularity
    #expect(regularity.duplicates.first == [Regularity.Finding(index: 2, time: 1, step: 0)])
    #expect(regularity.gaps.first == [Regularity.Finding(index: 4, time: 6, step: 4)])
    #expect(regularity.backwardSteps.first == [Regularity.Finding(index: 6, time: 4, step: -3)])
    #expect(regularity.minimumStep == -3)
    #expect(regularity.maximumStep == 4)
    // numpy.std([1, 0, 1, 1, 1, 3])
    #expect(abs(regularity.jitter - 0.8975274678557507) < 1e-12)
    #expect(!regularity.isRegular)
    for index in 0..<9 { #expect(base.segment(containing: index).samples.contains(index)) }
  }

  @Test func twoLostSamplesAreNoGapHoweverStampsAreRounded() throws {
    // A watch's motion in steps of 4988 us, late in its uptime: three steps come out a little over three medians.
    let kept = (0..<400).filter { $0 % 40 != 7 && $0 % 40 != 8 && $0 % 100 != 50 }
    for start in [0, 87_221.767_709, 1_620_243_296.123_456] {
      let base = try TimeBase(scanning: MemoryTimestamps(kept.map { start + Double($0) * 0.004_988 }))
      #expect(base.segments.count == 1)
      #expect(base.regularity.gaps.count == 0)
      // Ten pairs and four single ones.
      #expect(base.regularity.lostSamples == 24)
    }
    // Three in a row are a gap, and count as one.
    let base = try TimeBase(scanning: MemoryTimestamps([0, 1, 2, 3, 7, 8, 10, 11]))
    #expect(base.regularity.gaps.count == 1)
    #expect(base.regularity.lostSamples == 1)
  }

  @Test func onlyTheFirstFindingsAreListed() throws {
    let base = try TimeBase(scanning: MemoryTimestamps((0..<100).map { Double($0 / 2) }))
    #expect(base.regularity.duplicates.count == 50)
    #expect(base.regularity.duplicates.first.map(\.index) == (0..<16).map { 2 * $0 + 1 })
    #expect(base.medianInterval == 1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func stampsMustBeFinite(timestamp: Double) {
    #expect(throws: TimeBaseError.timestampNotFinite(index: 2, value: "\(timestamp)")) {
      try TimeBase(scanning: MemoryTimestamps([0, 1, timestamp, 3]))
    }
  }

  @Test func gapsDoNotBiasTheRate() throws {
    let base = try TimeBase(scanning: MemoryTimestamps(timestamps(4000, gapsBefore: [100, 1999, 2000])))
    #expect(abs(base.rate - 800) < 1e-6)
    #expect(base.segments.map(\.samples) == [0..<100, 100..<1999, 1999..<2000, 2000..<4000])
  }

  @Test func medianOfALongRecordingComesFromBlocks() throws {
    // The real watch's steps: three of 1252 us, one of 1232 us; one in four keeps the median at 1252.
    let source = FormulaStamps(count: 300_000) { 1e6 + Double($0 / 4) * 4988e-6 + Double($0 % 4) * 1252e-6 }
    let base = try TimeBase(scanning: source)
    #expect(abs(base.medianInterval - 1252e-6) < 1e-9)
    // 4 steps in 4988 us.
    #expect(abs(base.rate - 4 / 4988e-6) < 1e-3)
    #expect(base.segments.count == 1)
    #expect(source.largestRead <= 65_536)
  }

  @Test func regularBase() throws {
    let base = TimeBase(start: 10, rate: 100, count: 250)
    #expect(base.rate == 100)
    #expect(base.segments == [TimeBase.Segment(samples: 0..<250, startTime: 10, endTime: 12.49)])
    #expect(try base.time(at: 50) == 10.5)
    #expect(try base.times(3..<5) == [10.03, 10.04])
    #expect(try base.firstIndex(atOrAfter: 10.5) == 50)
    #expect(try base.nearestIndex(to: 10.5049) == 50)
    #expect(try base.indices(in: 10.1...10.2) == 10..<21)
    #expect(base.regularity.isRegular)
    #expect(TimeBase(start: 0, rate: 1, count: 0).segments.isEmpty)
  }

  @Test func fractionalTimes() throws {
    let base = try TimeBase(scanning: MemoryTimestamps([0, 1, 2.5, 10, 11]))
    #expect(base.medianInterval == 1.25)
    #expect(try base.time(atFractional: 1.5) == 1.75)
    #expect(try base.time(atFractional: 2) == 2.5)
    // Between segments, and beyond the ends, by the median step from the nearer sample.
    #expect(try base.time(atFractional: 2.25) == 2.5 + 0.25 * 1.25)
    #expect(try base.time(atFractional: 2.75) == 10 - 0.25 * 1.25)
    #expect(try base.time(atFractional: -0.5) == -0.625)
    #expect(try base.time(atFractional: 4.5) == 11.625)
    for index in [-0.51, 4.51, .nan] {
      #expect(throws: TimeBaseError.self) { try base.time(atFractional: index) }
    }
  }
}
