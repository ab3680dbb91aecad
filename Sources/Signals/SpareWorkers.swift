import Synchronization

/// Processors that have nothing of their own to do and may help others.
///
/// A batch has one for all its recordings: where there are fewer recordings than processors, those under way take the
/// rest to read ahead. What helpers do changes when something is computed, never what.
public final class SpareWorkers: Sendable {
  /// Those that work in the present task may use; none outside of a batch, and then all work is done in turn.
  @TaskLocal public static var current: SpareWorkers?

  private let free: Atomic<Int>

  /// So many workers, none of them at work.
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
