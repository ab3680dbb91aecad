import Dispatch
import Synchronization

/// Idle processors that help with the work of busy ones.
///
/// A batch has one set for all its recordings. If there are fewer recordings than processors, the recordings in
/// progress use the remaining processors to read early. Owners offer work that any worker can do in parts. A free
/// worker does one part after another until nothing is left. Helpers change when something is computed, never the
/// result.
package final class SpareWorkers: Sendable {
  /// The workers that the current task may use; nil outside of a batch, where all work is done in sequence.
  @TaskLocal package static var current: SpareWorkers?

  private struct Offer {
    let owner: ObjectIdentifier
    let isShort: Bool
    /// Does a part of the work; returns whether there was a part to do.
    let doPart: @Sendable () -> Bool
  }

  private struct State {
    var free: Int
    var helping = 0
    var offers: [Offer] = []
    /// Increases with every event that may give a worker something to do, so that a worker does not become idle just
    /// then.
    var news = 0
  }

  private let state: Mutex<State>

  /// Makes a number of workers, all of them free.
  package init(count: Int) {
    state = Mutex(State(free: max(0, count)))
  }

  /// Whether there are any workers, free or helping.
  var areAny: Bool { state.withLock { $0.free + $0.helping > 0 } }

  /// Adds a worker that has finished its other work.
  package func add() {
    state.withLock { $0.free += 1 }
    call()
  }

  /// Offers work until it is withdrawn. Long parts come first, from the newest offer to the oldest. Short parts follow,
  /// from the oldest offer to the newest.
  ///
  /// - Parameters:
  ///   - owner: The owner of the work.
  ///   - isShort: Whether the parts are short and many, so that a waiting task may do one.
  ///   - doPart: Does a part of the work, if any is left, and returns whether it did.
  func offer(_ owner: AnyObject, inShortParts isShort: Bool, _ doPart: @escaping @Sendable () -> Bool) {
    let offer = Offer(owner: ObjectIdentifier(owner), isShort: isShort, doPart: doPart)
    state.withLock { $0.offers.insert(offer, at: isShort ? $0.offers.count : 0) }
    call()
  }

  /// Does a short part of any offered work in a task that waits for a worker.
  ///
  /// - Returns: whether there was a part to do.
  func doShortPart() -> Bool {
    state.withLock { $0.offers }.contains { $0.isShort && $0.doPart() }
  }

  /// Withdraws an owner's work. A part in progress is completed.
  func withdraw(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    // The offer is released outside of the lock.
    _ = state.withLock { state in
      state.offers.firstIndex { $0.owner == owner }.map { state.offers.remove(at: $0) }
    }
  }

  /// Wakes a free worker, if there is one, because offered work may have a new part to do.
  func call() {
    let isCalled = state.withLock { state in
      state.news &+= 1
      guard state.free > 0, !state.offers.isEmpty else { return false }
      state.free -= 1
      state.helping += 1
      return true
    }
    if isCalled { DispatchQueue.global(qos: .userInitiated).async { self.help() } }
  }

  private func help() {
    while true {
      let (offers, news) = state.withLock { ($0.offers, $0.news) }
      if offers.contains(where: { $0.doPart() }) { continue }
      let isDone = state.withLock { state in
        guard state.news == news else { return false }
        state.helping -= 1
        state.free += 1
        return true
      }
      if isDone { return }
    }
  }
}
