import SPSignals
import Synchronization
import Testing

struct PreparedLanesTests {
  private struct Place: Hashable, Sendable {
    var lane: Int
    var number: Int
  }

  private struct Fault: Error, Equatable {
    let number: Int
  }

  /// How often each item was prepared.
  private final class Log: Sendable {
    private let counts = Mutex<[Place: Int]>([:])

    func add(_ lane: Int, _ number: Int) { counts.withLock { $0[Place(lane: lane, number: number), default: 0] += 1 } }

    var prepared: [Place: Int] { counts.withLock(\.self) }
    func count(of lane: Int) -> Int { counts.withLock { $0.keys.count { $0.lane == lane } } }
  }

  @Test("Each lane gives its items in order, and all are prepared once", arguments: [0, 1, 3, 7])
  func order(workers: Int) throws {
    let counts = [40, 0, 400, 1]
    for pattern in [[0, 2, 3], [2, 2, 2, 2, 2, 2, 0, 3], [3, 0, 2]] {
      let log = Log()
      let lanes = PreparedLanes(counts: counts, helpers: SpareWorkers(count: workers)) { lane, number in
        log.add(lane, number)
        return Place(lane: lane, number: number)
      }
      var used = [0, 0, 0, 0]
      while used != counts {
        for lane in pattern where used[lane] < counts[lane] {
          #expect(try lanes.next(of: lane) == Place(lane: lane, number: used[lane]))
          used[lane] += 1
        }
      }
      lanes.stop()
      #expect(log.prepared.count == 441 && log.prepared.values.allSatisfy { $0 == 1 })
    }
  }

  @Test("One lane may be used up before another one is asked", arguments: [0, 1, 3])
  func oneAfterTheOther(workers: Int) throws {
    let lanes = PreparedLanes(counts: [100, 100], helpers: SpareWorkers(count: workers)) { [$0, $1] }
    defer { lanes.stop() }
    for lane in [1, 0] {
      for number in 0..<100 { #expect(try lanes.next(of: lane) == [lane, number]) }
    }
  }

  @Test func withoutHelpersNothingIsPreparedAhead() throws {
    let log = Log()
    let lanes = PreparedLanes(counts: [5, 5]) { lane, number in log.add(lane, number) }
    for used in 1...3 {
      try lanes.next(of: 1)
      #expect(log.count(of: 1) == used && log.count(of: 0) == 0)
    }
    lanes.stop()
  }

  @Test("No more than a few items of a lane wait for their use", arguments: [1, 3, 6])
  func waiting(workers: Int) throws {
    let log = Log()
    let lanes = PreparedLanes(counts: [300, 300], helpers: SpareWorkers(count: workers)) { lane, number in
      log.add(lane, number)
    }
    for used in 1...300 {
      try lanes.next(of: 0)
      // The other lane is not used at all.
      #expect(log.count(of: 0) <= used + 3 + workers && log.count(of: 1) <= 3 + workers)
    }
    lanes.stop()
  }

  @Test("An error is thrown where its item would be used; other items are not touched by it", arguments: [0, 3])
  func errors(workers: Int) throws {
    let lanes = PreparedLanes(counts: [50, 50], helpers: SpareWorkers(count: workers)) { lane, number in
      if lane == 0, number % 20 == 19 { throw Fault(number: number) }
      return number
    }
    defer { lanes.stop() }
    for number in 0..<50 {
      if number % 20 == 19 {
        #expect(throws: Fault(number: number)) { try lanes.next(of: 0) }
      } else {
        #expect(try lanes.next(of: 0) == number)
      }
      #expect(try lanes.next(of: 1) == number)
    }
  }

  @Test func whatIsPreparedAheadIsOfTheLaneThatIsLeastFarThroughItsItems() throws {
    let log = Log()
    let preparedOfOther = Mutex(0)
    let lanes = PreparedLanes(counts: [10, 1000], helpers: SpareWorkers(count: 1)) { lane, number in
      log.add(lane, number)
      guard lane == 0 else { return }
      // Whoever has the first item holds it back until the other one has prepared three.
      if number == 0 { spin { log.count(of: 1) >= 3 } }
      if number == 1 { preparedOfOther.withLock { $0 = log.count(of: 1) } }
    }
    for _ in 0..<2 { try lanes.next(of: 0) }
    lanes.stop()
    // The second of 10 items is further than the third of 1,000.
    #expect(preparedOfOther.withLock(\.self) >= 3)
  }

  @Test func onceItIsStoppedNobodyPreparesAnything() throws {
    for _ in 0..<20 {
      let log = Log()
      let workers = SpareWorkers(count: 3)
      let lanes = PreparedLanes(counts: [1000], helpers: workers) { lane, number in log.add(lane, number) }
      try lanes.next(of: 0)
      lanes.stop()
      let count = log.count(of: 0)
      // Those who helped are free for others, who would wait for ever here without them.
      let isHelped = Mutex(false)
      let others = PreparedLanes(counts: [2], helpers: workers) { _, number in
        if number == 1 { isHelped.withLock { $0 = true } }
        if number == 0 { spin { isHelped.withLock(\.self) } }
      }
      try others.next(of: 0)
      others.stop()
      #expect(log.count(of: 0) == count)
    }
  }

  @Test func whoIsCancelledGetsNothingMore() async {
    let task = Task {
      let lanes = PreparedLanes(counts: [10], helpers: SpareWorkers(count: 1)) { _, number in number }
      defer { lanes.stop() }
      _ = try lanes.next(of: 0)
      withUnsafeCurrentTask { $0?.cancel() }
      return try lanes.next(of: 0)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
