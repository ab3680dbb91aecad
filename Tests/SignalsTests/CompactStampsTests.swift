import Testing

@testable import Signals

struct CompactStampsTests {
  /// Whole microseconds of an uneven clock from a moment on.
  private func stamps(_ count: Int, from start: Int) -> [Double] {
    var generator = SeededGenerator(5)
    var microseconds = start
    return (0..<count).map { _ in
      microseconds += Int.random(in: 0...2500, using: &generator)
      return Double(microseconds) / 1e6
    }
  }

  private func compact(_ stamps: [Double]) -> CompactStamps? { CompactStamps(stamps.span) }

  @Test("Stamps come back to the last bit", arguments: [0, 1, 123_456_789, 1_790_000_000_000_000, -5_000_000])
  func exact(start: Int) throws {
    let stamps = stamps(1000, from: start)
    let held = try #require(compact(stamps))
    #expect(held.count == 1000)
    #expect(held.byteCount < 8 * 1000 / 3)
    #expect(stamps.indices.allSatisfy { held.stamp($0) == stamps[$0] })
    for places in [0..<1000, 0..<1, 255..<258, 511..<513, 700..<700, 999..<1000] {
      let copied = [Double](unsafeUninitializedCapacity: places.count) { buffer, count in
        held.copy(places, to: buffer)
        count = places.count
      }
      #expect(copied == Array(stamps[places]))
    }
  }

  @Test func searchFindsWhatAWalkFinds() throws {
    let stamps = stamps(1000, from: 77)
    let held = try #require(compact(stamps))
    for range in [0..<1000, 3..<700, 256..<512, 300..<301, 500..<500] {
      for time in [
        stamps[0] - 1, stamps[255], stamps[256], stamps[300], stamps[511].nextUp, stamps[999], stamps[999] + 1,
      ] {
        let walked = range.first { !(stamps[$0] < time) } ?? range.upperBound
        #expect(held.partition(range) { $0 < time } == walked)
      }
    }
  }

  @Test("Stamps that would not come back are not held")
  func others() {
    #expect(compact([0.1, 0.2, 0.3 + 1e-9]) == nil)
    #expect(compact([1.0, 0.5]) == nil)
    #expect(compact([1.0, 1.1]) == nil)
    #expect(compact([1.0, .nan]) == nil)
    #expect(compact([1.0, .infinity]) == nil)
    #expect(compact([1e12, 1e12]) == nil)
    #expect(compact([-0.0, 0.001]) == nil)
    #expect(compact([Double]()) == nil)
  }

  @Test func aTimeBaseIsTheSameWithAndWithoutMemory() throws {
    let stamps = stamps(20_000, from: 1_000_000)
    let source = FormulaStamps(count: stamps.count) { stamps[$0] }
    let (held, read) = (
      try TimeBase(scanning: source, cache: CacheBudget(bytes: 1 << 20)), try TimeBase(scanning: source)
    )
    #expect(held.segments == read.segments)
    #expect(try held.times(8000..<17_000) == read.times(8000..<17_000))
    for index in [0, 255, 8191, 8192, 19_999] { #expect(try held.time(at: index) == stamps[index]) }
    for time in [stamps[8190].nextUp, stamps[12_000], stamps[0]] {
      #expect(try held.firstIndex(atOrAfter: time) == read.firstIndex(atOrAfter: time))
      #expect(
        try held.shifted(bySeconds: 2).firstIndex(atOrAfter: time + 2)
          == read.shifted(bySeconds: 2).firstIndex(atOrAfter: time + 2))
    }
  }
}
