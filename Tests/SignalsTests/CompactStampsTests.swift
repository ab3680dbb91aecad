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

  /// Ticks of an 800 Hz clock of so many in a second, each off by up to a jitter.
  private func even(_ count: Int, perSecond: Int, jitter: Int, from start: Int = 0) -> [Double] {
    var generator = SeededGenerator(6)
    return (0..<count).map { place in
      let tick = start + place * perSecond / 800 + Int.random(in: -jitter...jitter, using: &generator)
      return Double(tick) / Double(perSecond)
    }
  }

  /// Whether stamps come back one at a time and together.
  private func isSame(_ held: CompactStamps, as stamps: [Double]) -> Bool {
    let copied = copy(0..<stamps.count, of: held)
    return held.count == stamps.count
      && stamps.indices.allSatisfy {
        held.stamp($0).bitPattern == stamps[$0].bitPattern && copied[$0].bitPattern == stamps[$0].bitPattern
      }
  }

  private func copy(_ places: Range<Int>, of held: CompactStamps) -> [Double] {
    [Double](unsafeUninitializedCapacity: places.count) { buffer, count in
      held.copy(places, to: buffer)
      count = places.count
    }
  }

  private func compact(_ stamps: [Double]) -> CompactStamps? { CompactStamps(stamps.span) }

  @Test("Stamps come back to the last bit", arguments: [0, 1, 123_456_789, 1_790_000_000_000_000, -5_000_000])
  func exact(start: Int) throws {
    let stamps = stamps(1000, from: start)
    let held = try #require(compact(stamps))
    #expect(held.count == 1000)
    #expect(held.byteCount < 8 * 1000 / 3)
    #expect(isSame(held, as: stamps))
    for places in [0..<1, 3..<998, 255..<258, 511..<513, 700..<700, 999..<1000] {
      #expect(copy(places, of: held) == Array(stamps[places]))
    }
  }

  struct Clock: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let perSecond: Int
    let jitter: Int
    var start = 0
    /// Bytes of a stamp.
    let width: Int
  }

  @Test(
    "Stamps take what their jitter does",
    arguments: [
      Clock(testDescription: "even", perSecond: 1_000_000, jitter: 0, width: 1),
      Clock(testDescription: "100 us", perSecond: 1_000_000, jitter: 100, width: 1),
      Clock(
        testDescription: "100 us in 2023", perSecond: 1_000_000, jitter: 100, start: 1_700_000_000_000_000, width: 1),
      Clock(testDescription: "5 ms", perSecond: 1_000_000, jitter: 5000, width: 2),
      Clock(testDescription: "100 ms", perSecond: 1_000_000, jitter: 100_000, width: 4),
      Clock(testDescription: "100 ns", perSecond: 1_000_000_000, jitter: 100, start: 3_600_000_000_001, width: 1),
      Clock(testDescription: "10 us in ns", perSecond: 1_000_000_000, jitter: 10_000, start: -7_000_000_001, width: 2),
      Clock(testDescription: "1 ms in ns", perSecond: 1_000_000_000, jitter: 1_000_000, width: 4),
    ])
  func width(clock: Clock) throws {
    for count in [8192, 1001] {
      let stamps = even(count, perSecond: clock.perSecond, jitter: clock.jitter, from: clock.start)
      let held = try #require(compact(stamps))
      #expect(isSame(held, as: stamps))
      #expect(held.byteCount == clock.width * count + 8 * ((count + 255) / 256))
    }
  }

  @Test func anOddRateDoesNotDriftOffItsLine() throws {
    let stamps = (0..<8192).map { Double(Int(Double($0) * 1e6 / 299.7)) / 1e6 }
    let held = try #require(compact(stamps))
    #expect(isSame(held, as: stamps))
    #expect(held.byteCount == 8192 + 8 * 32)
  }

  @Test("Stamps that leap inside a block come back", arguments: [100_000, -2000, -1_000_000, 3_000_000_000])
  func leaps(microseconds: Int) throws {
    for place in [1, 4000, 4096, 8191] {
      let stamps = (0..<8192).map { Double(50_000_000 + 1250 * $0 + ($0 < place ? 0 : microseconds)) / 1e6 }
      let held = try #require(compact(stamps))
      #expect(isSame(held, as: stamps))
      // Both sides of the leap are in order, whatever the other is.
      #expect(held.partition(place..<8192) { $0 < stamps[8191] } == 8191)
      #expect(held.partition(0..<place) { $0 <= stamps[place - 1] } == place)
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

  @Test(
    "Stamps that would not come back are not held",
    arguments: [
      [0.1, 0.2, 0.3 + 1e-10], [1.0, 1.00125.nextUp], [1.0, .nan], [.nan, 1.0], [1.0, .infinity], [-.infinity, 1.0],
      [1e12, 1e12], [-1e12, -1e12], [0.0, 1e10], [1.0, 1e4, 1.0], [-0.0, 0.001], [Double](),
    ])
  func others(stamps: [Double]) {
    #expect(compact(stamps) == nil)
  }

  @Test("A stamp that would not come back is found anywhere", arguments: [0, 255, 256, 1020, 1023, 1024, 1026])
  func another(place: Int) {
    for odd in [Double.nan, .infinity, -.infinity, -0.0, 1e300, -1e300, 0.1.nextUp] {
      var stamps = even(1027, perSecond: 1_000_000, jitter: 100)
      stamps[place] = odd
      #expect(compact(stamps) == nil)
    }
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
