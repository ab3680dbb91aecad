import Dispatch
import Synchronization

/// The most recent blocks of samples that were decoded or computed, by their numbers.
///
/// Safe from many tasks at once: if two tasks need the same block, the first task makes it and the second task waits.
/// The closure that makes a block may therefore use blocks of other stores, but not of the same store.
package final class BlockStore<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Contents {
    /// The numbers of the blocks, the latest used at the end. Numbers and values are stored separately, so that a
    /// search does not touch the values.
    var numbers: [Int] = []
    var values: [[Element]] = []
    /// Blocks that are being made.
    var underWay: [Int: DispatchGroup] = [:]
  }

  private let recentCount: Int
  private let contents = Mutex(Contents())

  /// Makes a store for the last `recentCount` blocks, at least one.
  package init(recentCount: Int) {
    self.recentCount = max(1, recentCount)
  }

  /// Returns a block, and makes it if the store does not have it.
  ///
  /// - Parameters:
  ///   - number: The block's number.
  ///   - make: Makes the block.
  /// - Throws: the errors of `make`.
  @specialized(where Element == Float)
  @specialized(where Element == Double)
  package func block(_ number: Int, make: () throws -> [Element]) rethrows -> [Element] {
    while true {
      switch find(number) {
      case .found(let values): return values
      case .underWay(let group): group.wait()
      case .missing(let group):
        // If it fails, the waiting tasks try again.
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

  /// Removes a block from the store and returns it, if present.
  package func take(_ number: Int) -> [Element]? {
    contents.withLock { contents in
      guard let position = contents.numbers.firstIndex(of: number) else { return nil }
      contents.numbers.remove(at: position)
      return contents.values.remove(at: position)
    }
  }

  private enum Search {
    case found([Element])
    /// Another task makes it and then leaves the group.
    case underWay(DispatchGroup)
    /// The task that gets this result makes it and then leaves the group.
    case missing(DispatchGroup)
  }

  private func find(_ number: Int) -> Search {
    contents.withLock { contents in
      guard let position = contents.numbers.lastIndex(of: number) else {
        if let group = contents.underWay[number] { return .underWay(group) }
        let group = DispatchGroup()
        group.enter()
        contents.underWay[number] = group
        return .missing(group)
      }
      if position < contents.numbers.count - 1 {
        contents.numbers.append(contents.numbers.remove(at: position))
        contents.values.append(contents.values.remove(at: position))
      }
      return .found(contents.values[contents.values.count - 1])
    }
  }

  private func insert(_ values: [Element], _ number: Int) {
    contents.withLock { contents in
      if contents.numbers.count == recentCount {
        contents.numbers.removeFirst()
        contents.values.removeFirst()
      }
      contents.numbers.append(number)
      contents.values.append(values)
    }
  }
}
