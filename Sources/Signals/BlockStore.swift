import Synchronization

/// Decoded or computed blocks of samples by their number: the last few, and beyond them as many as a budget allows.
///
/// Safe from many tasks at once; two that need the same block at the same moment may both make it, with the same result.
public final class BlockStore<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Contents {
    /// The last blocks used, the latest at the end.
    var recent: [(number: Int, values: [Element])] = []
    /// Blocks that stay.
    var held: [Int: [Element]] = [:]
  }

  private let recentCount: Int
  private let budget: CacheBudget?
  private let contents = Mutex(Contents())

  /// A store of the last `recentCount` blocks, at least one, and of what the budget has room for.
  public init(recentCount: Int, budget: CacheBudget? = nil) {
    self.recentCount = max(1, recentCount)
    self.budget = budget
  }

  /// A block, made if it is not there.
  ///
  /// - Parameter holds: false keeps a block that is made only among the last few.
  /// - Throws: what `make` throws.
  public func block(_ number: Int, holds: Bool = true, make: () throws -> [Element]) rethrows -> [Element] {
    if let values = find(number) { return values }
    let values = try make()
    insert(values, number, holds: holds)
    return values
  }

  /// Holds a block that was made elsewhere, if the budget has room for it.
  func hold(_ number: Int, count: Int, make: () -> [Element]) {
    guard let budget, contents.withLock({ $0.held[number] == nil }), budget.take(bytes(count)) else { return }
    let values = make()
    contents.withLock { $0.held[number] = values }
  }

  private func bytes(_ count: Int) -> Int { count * MemoryLayout<Element>.stride }

  /// A block, if it is there.
  private func find(_ number: Int) -> [Element]? {
    contents.withLock { contents in
      if let last = contents.recent.last, last.number == number { return last.values }
      if let values = contents.held[number] { return values }
      guard let position = contents.recent.firstIndex(where: { $0.number == number }) else { return nil }
      let block = contents.recent.remove(at: position)
      contents.recent.append(block)
      return block.values
    }
  }

  /// Takes a block in; another task may have made the same meanwhile.
  private func insert(_ values: [Element], _ number: Int, holds: Bool) {
    contents.withLock { contents in
      guard contents.held[number] == nil, !contents.recent.contains(where: { $0.number == number }) else { return }
      if holds, let budget, budget.take(bytes(values.count)) {
        contents.held[number] = values
        return
      }
      if contents.recent.count == recentCount { contents.recent.removeFirst() }
      contents.recent.append((number, values))
    }
  }
}
