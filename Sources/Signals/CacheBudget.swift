import Synchronization

/// How many bytes caches may hold on to together.
///
/// What is held saves reading and computing it again, and changes no result. Caches take from the budget as they grow, and
/// what was taken stays taken for as long as the recording is worked on: to let go of the oldest blocks would, in
/// passes from front to end that are longer than the budget, let go of each block just before it is needed.
public final class CacheBudget: Sendable {
  private let left: Atomic<Int>

  /// A budget of so many bytes; 0 holds nothing.
  public init(bytes: Int) {
    left = Atomic(max(0, bytes))
  }

  /// Gives bytes back that were taken and not used.
  func giveBack(_ bytes: Int) { left.add(bytes, ordering: .relaxed) }

  /// Takes bytes, if there are so many.
  func take(_ bytes: Int) -> Bool {
    var current = left.load(ordering: .relaxed)
    while current >= bytes {
      let (exchanged, original) = left.compareExchange(
        expected: current, desired: current - bytes, ordering: .relaxed)
      if exchanged { return true }
      current = original
    }
    return false
  }
}
