/// Works on items of a list, several at a time.
public enum Concurrently {
  /// Works on every item and hands over each outcome as it comes.
  ///
  /// When the task is cancelled, items that are under way see it; whether the others are still begun is for `work` to say.
  /// - Parameters:
  ///   - items: what to work on, begun in this order.
  ///   - jobs: how many are under way at a time; any number from 1 on.
  ///   - work: what to do with an item; it is told which of the workers it is, from 0 on.
  ///   - idle: called for each worker that has nothing left to do, while others may still be at work.
  ///   - finished: called with an item's position and outcome as it ends, never twice at a time.
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
