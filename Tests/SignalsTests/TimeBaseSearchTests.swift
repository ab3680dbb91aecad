import TestSupport
import Testing

@testable import SPSignals

struct TimeBaseSearchTests {
  /// Forward timestamps with duplicates and gaps.
  private func orderedStamps(_ count: Int, seed: Int) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    var time = Double.random(in: -5...5, using: &generator)
    return (0..<count).map { _ in
      let kind = Int.random(in: 0..<50, using: &generator)
      time += kind == 0 ? 0.5 : kind == 1 ? 0 : Double.random(in: 0.001...0.0015, using: &generator)
      return time
    }
  }

  @Test(arguments: [(2, 1), (40, 2), (500, 3), (20_000, 4)])
  func searchesEqualTheirDefinitions(count: Int, seed: Int) throws {
    let timestamps = orderedStamps(count, seed: seed)
    let base = try TimeBase(scanning: MemoryTimestamps(timestamps))
    var generator = SeededGenerator(seed: seed + 100)
    for trial in 0..<60 {
      var time = Double.random(in: (timestamps[0] - 0.1)...(timestamps[count - 1] + 0.1), using: &generator)
      if trial.isMultiple(of: 2) { time = timestamps.randomElement(using: &generator) ?? time }
      #expect(try base.firstIndex(atOrAfter: time) == timestamps.firstIndex { $0 >= time } ?? count)
      let nearest = timestamps.indices.min { abs(timestamps[$0] - time) < abs(timestamps[$1] - time) }
      #expect(try base.nearestIndex(to: time) == nearest)
      let end = time + Double.random(in: 0...2, using: &generator)
      let first = timestamps.firstIndex { $0 >= time } ?? count
      let after = timestamps.firstIndex { $0 > end } ?? count
      #expect(try base.indices(in: time...end) == first..<after)
    }
  }

  @Test func stampsAreTheOriginalsAcrossBlocks() throws {
    let timestamps = orderedStamps(20_000, seed: 9)
    let base = try TimeBase(scanning: MemoryTimestamps(timestamps))
    for index in [0, 8191, 8192, 16_383, 16_384, 19_999, 5] { #expect(try base.time(at: index) == timestamps[index]) }
    for range in [0..<0, 8000..<8400, 100..<19_000, 8192..<16_384, 19_999..<20_000] {
      #expect(try base.times(range) == Array(timestamps[range]))
    }
    #expect(throws: SignalError.rangeOutOfBounds(5..<20_001, count: 20_000)) { try base.times(5..<20_001) }
  }

  @Test func everyStampFindsItselfAtBlockBorders() throws {
    let base = try TimeBase(scanning: FormulaStamps(count: 30_000) { Double($0) })
    for index in [0, 1, 8191, 8192, 8193, 16_384, 24_575, 24_576, 29_999] {
      #expect(try base.firstIndex(atOrAfter: Double(index)) == index)
      #expect(try base.firstIndex(atOrAfter: Double(index) - 0.5) == index)
      #expect(try base.nearestIndex(to: Double(index) + 0.25) == index)
    }
  }

  @Test func whereTheClockGoesBackTheFirstSegmentThatHoldsTheTimeWins() throws {
    // Segments: 100...104, 50...54, 103...107.
    let timestamps = [100, 101, 102, 103, 104, 50, 51, 52, 53, 54, 103, 104, 105, 106, 107].map(Double.init)
    let base = try TimeBase(scanning: MemoryTimestamps(timestamps))
    #expect(base.segments.map(\.samples) == [0..<5, 5..<10, 10..<15])
    #expect(try base.firstIndex(atOrAfter: 103) == 3)
    #expect(try base.firstIndex(atOrAfter: 52.5) == 8)
    #expect(try base.firstIndex(atOrAfter: 106) == 13)
    // In no segment: the one that starts soonest after it.
    #expect(try base.firstIndex(atOrAfter: 60) == 0)
    #expect(try base.firstIndex(atOrAfter: 10) == 5)
    #expect(try base.firstIndex(atOrAfter: 108) == 15)
    #expect(try base.nearestIndex(to: 60) == 9)
    #expect(try base.nearestIndex(to: 90) == 0)
    // From the first segment that holds the start, up to where the clock goes back.
    #expect(try base.indices(in: 103...110) == 3..<5)
    #expect(try base.indices(in: 52...103) == 7..<11)
  }

  @Test func searchesAroundASampleStayWhereNoBackwardStepPartsThemFromIt() throws {
    // Segments: 100...104, 50...54, then 103...107 and, after a gap, 120...121.
    let timestamps = [
      100, 101, 102, 103, 104, 50, 51, 52, 53, 54, 103, 104, 105, 106, 107, 120, 121,
    ].map(Double.init)
    let base = try TimeBase(scanning: MemoryTimestamps(timestamps))
    #expect(try base.indices(in: 103...104, around: 3) == 3..<5)
    #expect(try base.indices(in: 103...104, around: 11) == 10..<12)
    // Over gaps either way, but not back to the 104 of the first segment.
    #expect(try base.indices(in: 53...120, around: 12) == 8..<16)
    #expect(try base.indices(in: 53...120, around: 15) == 8..<16)
    #expect(try base.indices(in: 53...120, around: 2) == 0..<5)
    // Away from the sample there is nothing.
    #expect(try base.indices(in: 10...20, around: 6).isEmpty)
    #expect(try base.indices(in: 110...115, around: 15).isEmpty)
    #expect(try base.firstIndex(atOrAfter: 103.5, in: base.segments[0]) == 4)
    #expect(try base.firstIndex(atOrAfter: 103.5, in: base.segments[2]) == 11)
    #expect(try base.firstIndex(atOrAfter: 103.5, in: base.segments[1]) == 10)
    #expect(throws: TimeBaseError.timeNotANumber) { try base.firstIndex(atOrAfter: .nan, in: base.segments[1]) }
  }

  @Test func infiniteTimesAreEndsAndNaNIsRefused() throws {
    let base = try TimeBase(scanning: MemoryTimestamps([0, 1, 2, 10, 11]))
    #expect(try base.firstIndex(atOrAfter: -.infinity) == 0)
    #expect(try base.firstIndex(atOrAfter: .infinity) == 5)
    #expect(try base.nearestIndex(to: .infinity) == 4)
    #expect(try base.nearestIndex(to: -.infinity) == 0)
    #expect(throws: TimeBaseError.timeNotANumber) { try base.firstIndex(atOrAfter: .nan) }
    #expect(throws: TimeBaseError.timeNotANumber) { try base.nearestIndex(to: .nan) }
  }

  @Test func manyTasksSearchAtOnce() async throws {
    let base = try TimeBase(scanning: FormulaStamps(count: 200_000) { Double($0) / 800 })
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          var generator = SeededGenerator(seed: task)
          return try (0..<50).allSatisfy { _ in
            let index = Int.random(in: 0..<200_000, using: &generator)
            return try base.firstIndex(atOrAfter: Double(index) / 800) == index
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
