import SPSignals
import Synchronization
import Testing

struct InOrderTests {
  private struct Fault: Error, Equatable {
    let number: Int
  }

  @Test("Blocks tile the range and are used in order, with any number of workers", arguments: [0, 1, 3, 7])
  func blocksInOrder(workers: Int) throws {
    try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      for count in [0, 1, 9, 10, 11, 1000] {
        var used: [Range<Int>] = []
        try InOrder.forEach(blocksOf: 10, in: 5..<5 + count) {
          $0.map { $0 * $0 }
        } body: { range, squares in
          #expect(squares == range.map { $0 * $0 })
          used.append(range)
        }
        #expect(used.flatMap(Array.init) == Array(5..<5 + count))
        #expect(used.dropLast().allSatisfy { $0.count == 10 })
      }
    }
  }

  @Test func spareWorkersPrepareBlocksWhileAnotherIsUsed() throws {
    let prepared = Mutex<Set<Int>>([])
    var used: [Int] = []
    try SpareWorkers.$current.withValue(SpareWorkers(count: 1)) {
      try InOrder.forEach(blocksOf: 1, in: 0..<4) { range in
        prepared.withLock { _ = $0.insert(range.lowerBound) }
      } body: { range, _ in
        used.append(range.lowerBound)
        guard range.lowerBound == 0 else { return }
        // Whoever uses the first block waits for another: nobody but a helper can prepare it.
        try #require(spin { prepared.withLock { $0.contains(1) } })
      }
    }
    #expect(used == [0, 1, 2, 3] && prepared.withLock(\.self) == [0, 1, 2, 3])
  }

  @Test("The first error in the order of the blocks is thrown, and no later block is used", arguments: [0, 3])
  func firstErrorWins(workers: Int) {
    SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      var used = 0
      #expect(throws: Fault(number: 20)) {
        try InOrder.forEach(blocksOf: 1, in: 0..<100) { range in
          guard range.lowerBound < 20 else { throw Fault(number: range.lowerBound) }
        } body: { _, _ in
          used += 1
        }
      }
      #expect(used == 20)
    }
  }

  @Test func aWorkerThatComesOnTheWayHelpsWithTheRest() throws {
    let workers = SpareWorkers(count: 0)
    try SpareWorkers.$current.withValue(workers) {
      let prepared = Mutex<Set<Int>>([])
      var used: [Range<Int>] = []
      try InOrder.forEach(blocksOf: 2, in: 10..<19) { range in
        prepared.withLock { _ = $0.insert(range.lowerBound) }
      } body: { range, _ in
        used.append(range)
        if range.lowerBound == 10 { workers.add() }
        // Nobody but the worker can prepare another block meanwhile.
        if range.lowerBound == 12 { spin { prepared.withLock { $0.contains(14) } } }
      }
      #expect(used == [10..<12, 12..<14, 14..<16, 16..<18, 18..<19])
    }
  }

  @Test func workersAreGivenBack() throws {
    try SpareWorkers.$current.withValue(SpareWorkers(count: 2)) {
      for _ in 0..<50 {
        let prepared = Mutex<Set<Int>>([])
        var used: [Int] = []
        try InOrder.forEach(blocksOf: 1, in: 0..<3) { range in
          prepared.withLock { _ = $0.insert(range.lowerBound) }
        } body: { range, _ in
          used.append(range.lowerBound)
          guard range.lowerBound == 0 else { return }
          // Only a worker that came back from the round before can prepare another block meanwhile.
          try #require(spin { prepared.withLock { $0.contains(1) } })
        }
        #expect(used == [0, 1, 2])
      }
    }
  }

  @Test("Results of elements keep the elements' order", arguments: [0, 2])
  func mapKeepsOrder(workers: Int) throws {
    try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      let words = (0..<500).map { "\($0)" }
      let mapped = try InOrder.map(words) { index, word in "\(index)-\(word)" }
      #expect(mapped == words.indices.map { "\($0)-\($0)" })
    }
  }

  @Test func cancellationEndsTheWork() async {
    let task = Task {
      try SpareWorkers.$current.withValue(SpareWorkers(count: 1)) {
        try InOrder.forEach(blocksOf: 1, in: 0..<1_000_000) { _ in
        } body: { range, _ in
          if range.lowerBound == 10 { withUnsafeCurrentTask { $0?.cancel() } }
          #expect(range.lowerBound <= 10)
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
