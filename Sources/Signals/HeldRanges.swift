import Synchronization

/// Ranges of samples that are held because they will be read again: those around events.
///
/// A pass that finds events has everything around them decoded; what measures the events later finds it here.
public final class HeldRanges: Sendable {
  private struct Held: Sendable {
    let range: Range<Int>
    let samples: [Float]
  }

  private let budget: CacheBudget?
  /// In the order of their starts.
  private let ranges = Mutex<[Held]>([])

  /// None yet, and as many as the budget has room for; none at all without one.
  public init(budget: CacheBudget?) {
    self.budget = budget
  }

  /// Holds a range, if there is room.
  /// - Throws: what `samples` throws.
  public func hold(_ range: Range<Int>, samples: () throws -> [Float]) rethrows {
    guard let budget, !range.isEmpty, budget.take(range.count * MemoryLayout<Float>.stride) else { return }
    let held = Held(range: range, samples: try samples())
    ranges.withLock { ranges in
      // Events come in order, or nearly so.
      let place = partitionPoint(0..<ranges.count) { ranges[$0].range.lowerBound <= range.lowerBound }
      ranges.insert(held, at: place)
    }
  }

  /// Copies a range that lies within one that is held.
  ///
  /// - Returns: whether one was found.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) -> Bool {
    guard budget != nil, let held = find(range) else { return false }
    let first = range.lowerBound - held.range.lowerBound
    held.samples.span.copy(first..<first + range.count, into: &samples, at: 0)
    return true
  }

  private func find(_ range: Range<Int>) -> Held? {
    ranges.withLock { ranges in
      let next = partitionPoint(0..<ranges.count) { ranges[$0].range.lowerBound <= range.lowerBound }
      // The last ones that begin before; of equal length as they are, one of the last two holds the range if any does.
      return ranges[max(0, next - 2)..<next].last { $0.range.upperBound >= range.upperBound }
    }
  }
}
