import Synchronization
import Testing

@testable import SPSignals

struct PrologueTests {
  /// The steps of a real watch, three of 1,252 us and one of 1,232 us, with a gap of 2 s before some samples.
  private func watch(_ count: Int, gapsBefore gaps: [Int] = []) -> FormulaStamps {
    FormulaStamps(count: count) { index in
      let time = 1e6 + Double(index / 4) * 4988e-6 + Double(index % 4) * 1252e-6
      return time + 2 * Double(gaps.count { $0 <= index })
    }
  }

  @Test(
    "Without gaps rate and median are those of all timestamps, to the last bit",
    arguments: [0, 1, 2, 3, 8192, 65_536, 65_537, 300_000, 1 << 20, (1 << 20) + 1, 1_200_003])
  func withoutGaps(count: Int) throws {
    let source = watch(count)
    let prologue = try Prologue(of: source)
    let base = try TimeBase(scanning: source)
    #expect(prologue.rateHz == base.rate)
    #expect(prologue.medianIntervalS == base.medianInterval)
    #expect(prologue.spanS == base.span)
  }

  @Test("Up to 1,048,576 timestamps gaps change nothing of that", arguments: [4000, 65_536, 200_000, 1 << 20])
  func withGaps(count: Int) throws {
    let source = watch(count, gapsBefore: [count / 7, count / 3, count / 3 + 1])
    let (prologue, base) = (try Prologue(of: source), try TimeBase(scanning: source))
    #expect(prologue == (try Prologue(of: source)))
    #expect(
      prologue.rateHz == base.rate && prologue.medianIntervalS == base.medianInterval && prologue.spanS == base.span)
  }

  @Test(
    "In longer sources with gaps, inside of the blocks that are looked at and between them, the rate is near",
    arguments: [
      [400_000], [5000], [300_000, 600_000, 1_195_000], Array(stride(from: 50_000, to: 1_200_000, by: 100_000)),
    ])
  func near(gaps: [Int]) throws {
    let source = watch(1_200_000, gapsBefore: gaps)
    let (prologue, base) = (try Prologue(of: source), try TimeBase(scanning: source))
    #expect(abs(prologue.rateHz / base.rate - 1) < 1e-4)
    #expect(prologue.medianIntervalS == base.medianInterval)
    #expect(prologue.spanS == base.span)
  }

  @Test func aLongSourceIsLookedAtInBlocks() throws {
    let timestamps = watch(3_000_000)
    let source = CountingStamps(timestamps)
    _ = try Prologue(of: source)
    // For the median, for the rate, and the very first one.
    #expect(source.readCount <= 2 * 8 * 8192 + 8)
    #expect(timestamps.largestRead == 8192)
  }

  @Test("A timestamp that is not finite is named where all are looked at", arguments: [Double.nan, .infinity])
  func notFinite(timestamp: Double) {
    #expect(throws: TimeBaseError.timestampNotFinite(index: 2, value: "\(timestamp)")) {
      try Prologue(of: MemoryTimestamps([0, 1, timestamp, 3]))
    }
  }

  @Test func stepsThatDoNotGoForwardDoNotCount() throws {
    let prologue = try Prologue(of: MemoryTimestamps([0, 1, 1, 2, 6, 7, 4, 5, 8]))
    #expect(prologue.medianIntervalS == 1 && prologue.rateHz == 6.0 / 7 && prologue.spanS == 0...8)
  }

  @Test func figuresThatAreKnownAreTaken() {
    #expect(Prologue(rateHz: 800).medianIntervalS == 1.0 / 800)
    #expect(Prologue(rateHz: 800, medianIntervalS: 0.001).medianIntervalS == 0.001)
    #expect(Prologue(rateHz: 0).medianIntervalS == 0)
    #expect(Prologue(rateHz: 800).spanS == nil)
  }
}

/// Timestamps that count how many are read.
private final class CountingStamps: TimestampSource {
  let base: FormulaStamps
  var count: Int { base.count }
  private let reads = Mutex(0)
  var readCount: Int { reads.withLock(\.self) }

  init(_ base: FormulaStamps) { self.base = base }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    reads.withLock { $0 += range.count }
    try base.readTimestamps(range, into: &timestamps)
  }
}
