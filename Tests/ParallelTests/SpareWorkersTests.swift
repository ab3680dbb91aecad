import Synchronization
import Testing

@testable import SPSignals

struct SpareWorkersTests {
  private struct Fault: Error {}

  @Test("Somebody who waits for a worker prepares other work meanwhile")
  func waiting() throws {
    let workers = SpareWorkers(count: 1)
    let prepared = Mutex<[Int]>([])
    try SpareWorkers.$current.withValue(workers) {
      let isTaken = Atomic(false)
      let ahead = WorkedAhead { _ in
        isTaken.store(true, ordering: .sequentiallyConsistent)
        // The only worker is busy until somebody else has prepared all items.
        spin { prepared.withLock { $0.count } == 3 }
      }
      spin { isTaken.load(ordering: .sequentiallyConsistent) }
      let lanes = PreparedLanes(counts: [3]) { _, number in prepared.withLock { $0.append(number) } }
      defer { lanes.stop() }
      try lanes.next(of: 0)
      try ahead.value()
    }
    #expect(prepared.withLock(\.self) == [0, 1, 2])
  }

  @Test("Whoever is cancelled does nothing for others, whose work would fail with it")
  func cancelled() async throws {
    let workers = SpareWorkers(count: 0)
    let lanes = PreparedLanes(counts: [3], helpers: workers) { _, number in
      try Task.checkCancellation()
      return number
    }
    defer { lanes.stop() }
    // Offers them.
    #expect(try lanes.next(of: 0) == 0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      SpareWorkers.$current.withValue(workers) {
        let ahead = WorkedAhead<Int> { mustStop in
          spin(until: mustStop)
          throw CancellationError()
        }
        // Begun by a worker that comes now, so that the owner has to wait.
        workers.add()
        spin { ahead.hasBegun }
        #expect(throws: CancellationError.self) { try ahead.value() }
      }
    }
    await task.value
    #expect(try lanes.next(of: 0) == 1)
    #expect(try lanes.next(of: 0) == 2)
  }

  @Test("Two owners share the workers, and each gets its own errors", arguments: [1, 3])
  func shared(workers count: Int) throws {
    let workers = SpareWorkers(count: count)
    let sound = PreparedLanes(counts: [200], helpers: workers) { _, number in number }
    let faulty = PreparedLanes(counts: [200], helpers: workers) { _, number in
      if number % 7 == 3 { throw Fault() }
      return number
    }
    defer {
      sound.stop()
      faulty.stop()
    }
    for number in 0..<200 {
      #expect(try sound.next(of: 0) == number)
      if number % 7 == 3 {
        #expect(throws: Fault.self) { try faulty.next(of: 0) }
      } else {
        #expect(try faulty.next(of: 0) == number)
      }
    }
  }

  @Test("Work that was forgotten is released, though workers were offered it")
  func released() throws {
    final class Held: Sendable {}
    let workers = SpareWorkers(count: 0)
    weak var held: Held?
    do {
      let value = Held()
      held = value
      let lanes = PreparedLanes(counts: [3], helpers: workers) { _, _ in _ = value }
      try lanes.next(of: 0)
    }
    #expect(held == nil)
  }
}
