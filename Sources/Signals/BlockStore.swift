import Dispatch
import Synchronization

/// Decoded or computed blocks of samples by their number: the last few, and beyond them as many as a budget allows.
///
/// Safe from many tasks at once: of two that need the same block at the same moment, one makes it and the other waits. So
/// what makes a block may ask for blocks of other stores, but for none of the same.
public final class BlockStore<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Contents {
    /// The last blocks used, the latest at the end; numbers apart from values, so that a search touches no values.
    var recentNumbers: [Int] = []
    var recentValues: [[Element]] = []
    /// Blocks that stay.
    var held: [Int: [Element]] = [:]
    /// Whether there is room for all blocks, once that was asked.
    var holdsAll: Bool?
    /// Blocks that somebody makes at the moment.
    var underWay: [Int: DispatchGroup] = [:]
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
    while true {
      switch find(number) {
      case .found(let values): return values
      case .underWay(let group): group.wait()
      case .missing(let group):
        // Should it fail, whoever waits tries it again.
        defer {
          contents.withLock { $0.underWay[number] = nil }
          group.leave()
        }
        let values = try make()
        insert(values, number)
        return values
      }
    }
  }

  private enum Search {
    case found([Element])
    /// Somebody makes it, and leaves the group then.
    case underWay(DispatchGroup)
    /// Whoever was told so makes it and leaves the group.
    case missing(DispatchGroup)
  }

  private func hasRoom(for count: Int, _ contents: inout Contents) -> Bool {
    guard let budget else { return false }
    guard let wholeCount else { return budget.take(bytes(count)) }
    let holdsAll = contents.holdsAll ?? budget.take(bytes(wholeCount))
    contents.holdsAll = holdsAll
    return holdsAll
  }

  private func bytes(_ count: Int) -> Int { count * MemoryLayout<Element>.stride }

  private func find(_ number: Int) -> Search {
    contents.withLock { contents in
      let last = contents.recentNumbers.count - 1
      if last >= 0, contents.recentNumbers[last] == number { return .found(contents.recentValues[last]) }
      if !contents.held.isEmpty, let values = contents.held[number] { return .found(values) }
      guard let position = contents.recentNumbers.firstIndex(of: number) else {
        if let group = contents.underWay[number] { return .underWay(group) }
        let group = DispatchGroup()
        group.enter()
        contents.underWay[number] = group
        return .missing(group)
      }
      contents.recentNumbers.append(contents.recentNumbers.remove(at: position))
      contents.recentValues.append(contents.recentValues.remove(at: position))
      return .found(contents.recentValues[last])
    }
  }

  private func insert(_ values: [Element], _ number: Int) {
    contents.withLock { contents in
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
