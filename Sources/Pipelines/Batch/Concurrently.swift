/// Works on items of a list, several at a time.
public enum Concurrently {
  /// Processes every item and passes on each result as it comes.
  ///
  /// When the task is cancelled, items in progress see it; `work` decides whether the others are still begun.
  /// - Parameters:
  ///   - items: the items, begun in this order.
  ///   - jobs: how many are processed at a time, at least 1.
  ///   - work: processes an item; it gets the number of the worker, from 0 on.
  ///   - idle: called for each worker that has nothing left to do, while others may still be busy.
  ///   - finished: called with an item's position and result when it ends, never concurrently.
  public static func forEach<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], jobs: Int, _ work: @escaping @Sendable (Item, _ worker: Int) -> Outcome,
    idle: () -> Void = {}, finished: (Int, Outcome) -> Void
  ) async {
    await withTaskGroup(of: (index: Int, worker: Int, outcome: Outcome).self) { group in
      var waiting = items.enumerated().makeIterator()
      func startNext(_ worker: Int) {
        guard let (index, item) = waiting.next() else { return idle() }
        group.addTask { (index, worker, work(item, worker)) }
      }
      for worker in 0..<max(1, jobs) { startNext(worker) }
      for await (index, worker, outcome) in group {
        finished(index, outcome)
        startNext(worker)
      }
    }
  }
}
