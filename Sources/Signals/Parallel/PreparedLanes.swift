/// Several series (lanes) of items that spare workers prepare early.
///
/// The items of each lane are used in order. For example, a lane is the blocks of a dataset, and the datasets of a
/// recording are read side by side.
///
/// Workers serve the lane with the smallest prepared fraction first. The result is the same with any number of workers.
/// Only one task may use the lanes, and it must call `stop()` at the end. The type is `@unchecked Sendable` because its
/// state changes only with the condition's lock held, or in that task alone.
package final class PreparedLanes<Item: Sendable>: @unchecked Sendable {
  private struct Lane {
    let count: Int
    var nextToPrepare = 0
    var nextToUse = 0
    var done: [Int: Result<Item, any Error>] = [:]
  }

  /// The most workers that help at a time.
  private static var helperLimit: Int { 6 }
  /// The most items of a lane that may be in preparation or wait to be used.
  private var waitingLimit: Int { max(3, (helperCount + 2 * lanes.count + 1) / lanes.count) }

  private let workers: SpareWorkers?
  private let prepare: @Sendable (_ lane: Int, _ number: Int) throws -> Item
  private let condition = Condition()
  private var lanes: [Lane]
  private var helperCount = 0
  /// Whether the work has been offered to the workers; used only by the owner.
  private var isOffered = false
  private var isStopped = false

  /// Makes lanes with these numbers of items.
  ///
  /// - Parameters:
  ///   - counts: The number of items of each lane.
  ///   - helpers: The workers that may help; by default the workers of the current task.
  ///   - prepare: Makes an item. It must depend only on the item's place, and is called from several threads.
  package init(
    counts: [Int], helpers: SpareWorkers? = SpareWorkers.current,
    _ prepare: @escaping @Sendable (_ lane: Int, _ number: Int) throws -> Item
  ) {
    lanes = counts.map { Lane(count: $0) }
    workers = helpers
    self.prepare = prepare
  }

  deinit { workers?.withdraw(self) }

  /// The next item of a lane, which must have an item left. The caller prepares other items while it waits.
  ///
  /// - Throws: the errors of preparing the item, or `CancellationError`.
  package func next(of lane: Int) throws -> Item {
    try Task.checkCancellation()
    if !isOffered {
      isOffered = true
      workers?.offer(self, inShortParts: true) { [weak self] in self?.helpOnce() ?? false }
    }
    condition.lock()
    let number = lanes[lane].nextToUse
    precondition(number < lanes[lane].count, "lane \(lane) has no item \(number)")
    while lanes[lane].done[number] == nil {
      if lanes[lane].nextToPrepare == number {
        prepareNext(of: lane)
      } else if !prepareOne() {
        condition.wait()
      }
    }
    let result = lanes[lane].done.removeValue(forKey: number)
    lanes[lane].nextToUse += 1
    condition.broadcast()
    let hasRoom = helperCount < Self.helperLimit && mostUrgent != nil
    condition.unlock()
    if hasRoom { workers?.call() }
    guard let result else { preconditionFailure("an item that was there is gone") }
    return try result.get()
  }

  /// Stops all helping workers: after this returns, nothing is prepared any more.
  package func stop() {
    workers?.withdraw(self)
    condition.lock()
    isStopped = true
    condition.broadcast()
    while helperCount > 0 { condition.wait() }
    condition.unlock()
  }

  /// Prepares an item, in a worker or in a task that waits for a worker. Returns whether an item was prepared.
  private func helpOnce() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard helperCount < Self.helperLimit else { return false }
    helperCount += 1
    let isPrepared = prepareOne()
    helperCount -= 1
    condition.broadcast()
    return isPrepared
  }

  /// The lane with the smallest prepared fraction among the lanes with room for another item; nil if all are full.
  private var mostUrgent: Int? {
    lanes.indices.filter { lane in
      let lane = lanes[lane]
      return lane.nextToPrepare < lane.count && lane.nextToPrepare - lane.nextToUse < waitingLimit
    }
    .min { first, second in
      // Compared as products, which are exact: numbers of items are far below 2^31.
      lanes[first].nextToPrepare * lanes[second].count < lanes[second].nextToPrepare * lanes[first].count
    }
  }

  /// Prepares the most urgent item, if any, and returns whether it did. The lock must be held, and is held on return.
  private func prepareOne() -> Bool {
    guard !isStopped, let lane = mostUrgent else { return false }
    prepareNext(of: lane)
    return true
  }

  private func prepareNext(of lane: Int) {
    let number = lanes[lane].nextToPrepare
    lanes[lane].nextToPrepare += 1
    condition.unlock()
    let result = Result { try prepare(lane, number) }
    condition.lock()
    lanes[lane].done[number] = result
    condition.broadcast()
  }
}
