import Testing

@testable import Signals

/// A signal that has something to hold, and says that it is worth it.
private struct CostlySignal: Signal {
  let base: CountingSignal
  let budget: CacheBudget

  var count: Int { base.count }
  var timeBase: TimeBase { base.timeBase }
  var unit: Unit { base.unit }
  var cache: CacheBudget? { budget }
  var isCostly: Bool { true }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try base.read(range, into: &samples)
  }
}

/// A costly signal that holds what it is asked to, as a dataset does.
private struct HoldingSignal: Signal {
  let base: CostlySignal
  private let held: HeldRanges

  var count: Int { base.count }
  var timeBase: TimeBase { base.timeBase }
  var unit: Unit { base.unit }
  var isCostly: Bool { true }

  init(_ base: CostlySignal) {
    self.base = base
    held = HeldRanges(budget: base.budget)
  }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    if !held.read(range, into: &samples) { try base.read(range, into: &samples) }
  }

  func hold(_ range: Range<Int>) throws {
    try held.hold(range) { try base.samples($0) }
  }
}

struct CacheTests {
  private func costly(_ count: Int, bytes: Int) throws -> CostlySignal {
    CostlySignal(base: CountingSignal(try signal(noise(count, seed: 3))), budget: CacheBudget(bytes: bytes))
  }

  @Test func aBudgetGivesNoMoreThanItHas() {
    let budget = CacheBudget(bytes: 100)
    #expect(budget.take(60))
    #expect(!budget.take(41))
    #expect(budget.take(40))
    #expect(!budget.take(1))
  }

  @Test(
    "Windows of a filtered signal come out the same with any memory; held ones are not read again",
    arguments: [0, 1 << 20])
  func filtered(bytes: Int) throws {
    let source = HoldingSignal(try costly(30_000, bytes: bytes))
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 800)
    let windows = try FilteredSignal(source, kernel: kernel).forWindows
    let reference = bits(try FilteredSignal(source.base.base.base, kernel: kernel).forWindows.samples(0..<30_000))
    try windows.hold(1000..<1200)
    try windows.hold(29_900..<30_000)
    let calls = source.base.base.callCount
    for range in [1050..<1200, 29_950..<30_000] { #expect(bits(try windows.samples(range)) == Array(reference[range])) }
    #expect((source.base.base.callCount == calls) == (bytes > 0))
    #expect(bits(try windows.samples(1190..<1210)) == Array(reference[1190..<1210]))
  }

  @Test func whatIsHeldTwiceIsTakenOnce() throws {
    let budget = CacheBudget(bytes: 4 * 300)
    let held = HeldRanges(budget: budget)
    var asked: [Range<Int>] = []
    func hold(_ range: Range<Int>) {
      held.hold(range) { part in
        asked.append(part)
        return part.map(Float.init)
      }
    }
    func read(_ range: Range<Int>) -> [Float]? {
      var samples = [Float](repeating: -1, count: range.count)
      var span = samples.mutableSpan
      return held.read(range, into: &span) ? samples : nil
    }
    hold(200..<300)
    hold(0..<50)
    hold(20..<250)
    #expect(asked == [200..<300, 0..<50, 50..<200])
    #expect(read(0..<300) == (0..<300).map(Float.init))
    #expect(read(40..<60) == (40..<60).map(Float.init))
    #expect(read(299..<301) == nil)
    hold(295..<310)
    #expect(read(295..<310) == nil, "the budget is spent")
    #expect(read(250..<300)?.count == 50)
  }

  @Test("A cached signal computes each block once, as far as memory reaches", arguments: [0, 1 << 20])
  func cached(bytes: Int) throws {
    let source = try costly(100_000, bytes: bytes)
    let cached = CachedSignal(source)
    let whole = try cached.samples(0..<100_000)
    #expect(bits(whole) == bits(try source.base.base.samples(0..<100_000)))
    let computed = source.base.sampleCount
    #expect(bits(try cached.samples(0..<100_000)) == bits(whole))
    #expect((source.base.sampleCount == computed) == (bytes > 0))
  }

  @Test func allBlocksOfADatasetAreHeldOrNone() throws {
    let budget = CacheBudget(bytes: 1000)
    let (large, small) = (
      BlockStore<Float>(recentCount: 1, budget: budget, wholeCount: 300),
      BlockStore<Float>(recentCount: 1, budget: budget, wholeCount: 200)
    )
    var made = 0
    func read(_ store: BlockStore<Float>, _ number: Int) -> [Float] {
      store.block(number) {
        made += 1
        return [Float(number)]
      }
    }
    for store in [large, small] { for number in [0, 1, 0, 1] { #expect(read(store, number) == [Float(number)]) } }
    #expect(made == 4 + 2)
  }
}
