import Synchronization

/// Decoded or computed blocks of samples by their number: the last few, and beyond them as many as a budget allows.
///
/// Safe from many tasks at once; two that need the same block at the same moment may both make it, with the same result.
public final class BlockStore<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Contents {
    /// The last blocks used, the latest at the end; numbers apart from values, so that a search touches no values.
    var recentNumbers: [Int] = []
    var recentValues: [[Element]] = []
    /// Blocks that stay.
    var held: [Int: [Element]] = [:]
    /// Whether there is room for all blocks, once that was asked.
    var holdsAll: Bool?
  }

  private let recentCount: Int
  private let budget: CacheBudget?
  private let wholeCount: Int?
  private let contents = Mutex(Contents())

  /// A store of the last `recentCount` blocks, at least one, and of what the budget has room for.
  ///
  /// - Parameters:
  ///   - recentCount: how many are kept whatever the budget.
  ///   - budget: what others may take of memory; nil holds no others.
  ///   - wholeCount: the number of elements of all blocks; where it is given, all of them are held or none.
  public init(recentCount: Int, budget: CacheBudget? = nil, wholeCount: Int? = nil) {
    self.wholeCount = wholeCount
    self.recentCount = max(1, recentCount)
    self.budget = budget
  }

  /// A block, made if it is not there.
  ///
  /// - Parameters:
  ///   - number: of the block.
  ///   - make: makes it.
  /// - Throws: what `make` throws.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  public func block(_ number: Int, make: () throws -> [Element]) rethrows -> [Element] {
    if let values = find(number) { return values }
    let values = try make()
    insert(values, number)
    return values
  }

  private func hasRoom(for count: Int, _ contents: inout Contents) -> Bool {
    guard let budget else { return false }
    guard let wholeCount else { return budget.take(bytes(count)) }
    let holdsAll = contents.holdsAll ?? budget.take(bytes(wholeCount))
    contents.holdsAll = holdsAll
    return holdsAll
  }

  private func bytes(_ count: Int) -> Int { count * MemoryLayout<Element>.stride }

  /// A block, if it is there.
  private func find(_ number: Int) -> [Element]? {
    contents.withLock { contents in
      let last = contents.recentNumbers.count - 1
      if last >= 0, contents.recentNumbers[last] == number { return contents.recentValues[last] }
      if !contents.held.isEmpty, let values = contents.held[number] { return values }
      guard let position = contents.recentNumbers.firstIndex(of: number) else { return nil }
      contents.recentNumbers.append(contents.recentNumbers.remove(at: position))
      contents.recentValues.append(contents.recentValues.remove(at: position))
      return contents.recentValues[last]
    }
  }

  /// Takes a block in; another task may have made the same meanwhile.
  private func insert(_ values: [Element], _ number: Int) {
    contents.withLock { contents in
      guard contents.held[number] == nil, !contents.recentNumbers.contains(number) else { return }
      if hasRoom(for: values.count, &contents) {
        contents.held[number] = values
        return
      }
      if contents.recentNumbers.count == recentCount {
        contents.recentNumbers.removeFirst()
        contents.recentValues.removeFirst()
      }
      contents.recentNumbers.append(number)
      contents.recentValues.append(values)
    }
  }
}
