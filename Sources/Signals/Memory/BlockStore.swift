import Dispatch
import Synchronization

/// The last blocks of samples that were decoded or computed, by their number.
///
/// Safe from many tasks at once: of two that need the same block at the same moment, one makes it and the other waits. So
/// what makes a block may ask for blocks of other stores, but for none of the same.
public final class BlockStore<Element: BitwiseCopyable & Sendable>: Sendable {
  private struct Contents {
    /// The last blocks used, the latest at the end; numbers apart from values, so that a search touches no values.
    var numbers: [Int] = []
    var values: [[Element]] = []
    /// Blocks that somebody makes at the moment.
    var underWay: [Int: DispatchGroup] = [:]
  }

  private let recentCount: Int
  private let contents = Mutex(Contents())

  /// A store of the last `recentCount` blocks, at least one.
  public init(recentCount: Int) {
    self.recentCount = max(1, recentCount)
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

  /// Takes a block out of the store, if it is there.
  public func take(_ number: Int) -> [Element]? {
    contents.withLock { contents in
      guard let position = contents.numbers.firstIndex(of: number) else { return nil }
      contents.numbers.remove(at: position)
      return contents.values.remove(at: position)
    }
  }

  private enum Search {
    case found([Element])
    /// Somebody makes it, and leaves the group then.
    case underWay(DispatchGroup)
    /// Whoever was told so makes it and leaves the group.
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
