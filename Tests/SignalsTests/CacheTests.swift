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
    "Filtered samples are the same with any memory, and computed once with enough", arguments: [0, 20_000, 1 << 20])
  func filtered(bytes: Int) throws {
    let source = try costly(30_000, bytes: bytes)
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 800)
    let reference = try FilteredSignal(source.base.base, kernel: kernel)
    let filtered = try FilteredSignal(source, kernel: kernel)
    let whole = try filtered.samples(0..<30_000)
    #expect(bits(whole) == bits(try reference.samples(0..<30_000)))
    let calls = source.base.callCount
    for range in [10..<20, 5000..<9000, 29_900..<30_000] {
      #expect(bits(try filtered.samples(range)) == bits(Array(whole[range])))
    }
    #expect((source.base.callCount == calls) == (bytes == 1 << 20))
  }

  @Test func aHeldRangeIsNotReadAgain() throws {
    let source = try costly(30_000, bytes: 1 << 20)
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 800)
    let filtered = try FilteredSignal(source, kernel: kernel)
    try filtered.hold(1000..<1200)
    try filtered.hold(20_000..<20_100)
    let calls = source.base.callCount
    let inside = try filtered.samples(1050..<1200)
    #expect(source.base.callCount == calls)
    #expect(
      bits(inside) == bits(Array(try FilteredSignal(source.base.base, kernel: kernel).samples(0..<2000)[1050..<1200])))
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
