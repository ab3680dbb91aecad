import Synchronization

/// A count of processors that have no work of their own and may help others.
///
/// A batch has one count for all its recordings: if there are fewer recordings than processors, those in progress use
/// the rest to read ahead. Helpers change when something is computed, never the result.
public final class SpareWorkers: Sendable {
  /// The workers that the current task may use; nil outside of a batch, where all work is done in sequence.
  @TaskLocal public static var current: SpareWorkers?

  private let free: Atomic<Int>

  /// Makes so many workers, all of them free.
  public init(count: Int) {
    free = Atomic(max(0, count))
  }

  /// Takes a worker, if one is free.
  func take() -> Bool {
    var current = free.load(ordering: .relaxed)
    while current > 0 {
      let (exchanged, original) = free.compareExchange(expected: current, desired: current - 1, ordering: .relaxed)
      if exchanged { return true }
      current = original
    }
    return false
  }

  /// Gives a worker back, or adds one that has run out of work of its own.
  public func add() {
    free.add(1, ordering: .relaxed)
  }
}
