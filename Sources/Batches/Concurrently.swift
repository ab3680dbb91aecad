/// Works on items of a list, several at a time.
package enum Concurrently {
  /// Transforms the elements of a list in blocks, several at a time. Handing a block over costs as much as handing over a
  /// single element, which counts if elements take microseconds.
  ///
  /// - Parameters:
  ///   - elements: The list.
  ///   - jobs: How many blocks are transformed at a time, at least 1.
  ///   - transform: Makes a result of each element of a block.
  /// - Returns: The results, in the order of the elements.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, _ transform: @escaping @Sendable (ArraySlice<Element>) -> [Result]
  ) async -> [Result] {
    let starts = Array(stride(from: 0, to: elements.count, by: 64))
    var blocks = [[Result]](repeating: [], count: starts.count)
    await forEach(starts, jobs: jobs) { start, _ in
      transform(elements[start..<min(start + 64, elements.count)])
    } finished: { index, results in
      blocks[index] = results
    }
    return blocks.flatMap(\.self)
  }

  /// Processes every item and passes on each result as it comes.
  ///
  /// When the task is cancelled, items in progress see it; `work` decides whether further items are begun.
  /// - Parameters:
  ///   - items: The items, begun in this order.
  ///   - jobs: The number of workers, at least 1.
  ///   - work: Processes an item. The second argument is the number of the worker, from 0 on.
  ///   - idle: Called when a worker has nothing left to do. Other workers may still be busy.
  ///   - finished: Called with the position and the result of an item. Two calls never overlap.
  package static func forEach<Item: Sendable, Outcome: Sendable>(
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
