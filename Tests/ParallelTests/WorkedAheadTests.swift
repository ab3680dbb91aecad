import SPSignals
import Synchronization
import Testing

struct WorkedAheadTests {
  private struct Fault: Error {}

  @Test("The value comes with any number of workers, worked out once", arguments: [0, 1])
  func value(workers: Int) throws {
    let calls = Mutex(0)
    try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      let ahead = WorkedAhead { _ in
        calls.withLock { $0 += 1 }
        return 7
      }
      let values = try (ahead.value(), ahead.value())
      #expect(values == (7, 7))
      ahead.stop()
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func aSpareWorkerBeginsBeforeAnyoneAsks() throws {
    let isBegun = Mutex(false)
    try SpareWorkers.$current.withValue(SpareWorkers(count: 1)) {
      let ahead = WorkedAhead { _ in isBegun.withLock { $0 = true } }
      // Nobody but a worker can begin it.
      spin { isBegun.withLock(\.self) }
      try ahead.value()
    }
  }

  @Test func aWorkerThatBecomesFreeBeginsByItself() throws {
    let isBegun = Mutex(false)
    let workers = SpareWorkers(count: 0)
    try SpareWorkers.$current.withValue(workers) {
      let ahead = WorkedAhead { _ in isBegun.withLock { $0 = true } }
      #expect(!ahead.isHelped)
      workers.add()
      #expect(ahead.isHelped)
      // Nobody but a worker can begin it.
      spin { isBegun.withLock(\.self) }
      try ahead.value()
    }
  }

  @Test func withoutAWorkerNothingBeginsUntilItIsAsked() {
    let isBegun = Mutex(false)
    let ahead = WorkedAhead { _ in isBegun.withLock { $0 = true } }
    ahead.stop()
    #expect(!isBegun.withLock { $0 })
  }

  @Test("What the work throws is thrown to whoever asks", arguments: [0, 1])
  func failure(workers: Int) {
    SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      let ahead = WorkedAhead<Int> { _ in throw Fault() }
      #expect(throws: Fault.self) { try ahead.value() }
    }
  }

  @Test func workIsToldToStopAndHasEndedThen() {
    let isBegun = Atomic(false)
    let isEnded = Mutex(false)
    SpareWorkers.$current.withValue(SpareWorkers(count: 1)) {
      let ahead = WorkedAhead<Int> { mustStop in
        isBegun.store(true, ordering: .sequentiallyConsistent)
        spin(until: mustStop)
        isEnded.withLock { $0 = true }
        throw CancellationError()
      }
      spin { isBegun.load(ordering: .sequentiallyConsistent) }
      ahead.stop()
    }
    #expect(isEnded.withLock { $0 })
  }

  @Test("Whoever waits for a worker and is cancelled does not wait for the end of the work", arguments: [0, 1])
  func cancellation(workers: Int) async {
    let task = SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      Task {
        let ahead = WorkedAhead<Int> { mustStop in
          spin(until: mustStop)
          throw CancellationError()
        }
        return Result { try ahead.value() }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value.get() }
  }
}
