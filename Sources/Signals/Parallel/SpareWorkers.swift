import Dispatch
import Synchronization

/// Processors that have no work of their own and help with that of others.
///
/// A batch has one set for all its recordings: if there are fewer recordings than processors, those in progress use
/// the rest to read ahead. What can be done in parts by anyone is offered here, and a free worker takes one part after
/// another until nothing is left. Helpers change when something is computed, never the result.
package final class SpareWorkers: Sendable {
  /// The workers that the current task may use; nil outside of a batch, where all work is done in sequence.
  @TaskLocal package static var current: SpareWorkers?

  private struct Offer {
    let owner: ObjectIdentifier
    let isShort: Bool
    /// Does a part of the work; returns whether there was one to do.
    let doPart: @Sendable () -> Bool
  }

  private struct State {
    var free: Int
    var helping = 0
    var offers: [Offer] = []
    /// Grows with all that may give a worker something to do, so that none falls idle at that very moment.
    var news = 0
  }

  private let state: Mutex<State>

  /// Makes so many workers, all of them free.
  package init(count: Int) {
    state = Mutex(State(free: max(0, count)))
  }

  /// Whether there are any, free or helping.
  var areAny: Bool { state.withLock { $0.free + $0.helping > 0 } }

  /// Adds a worker that has run out of work of its own.
  package func add() {
    state.withLock { $0.free += 1 }
    call()
  }

  /// Offers work until it is withdrawn. Long parts come first, the newest before others, then short ones, the oldest
  /// first.
  ///
  /// - Parameters:
  ///   - owner: whose work it is.
  ///   - isShort: whether its parts are short and many, so that somebody who waits may do one.
  ///   - doPart: does a part of it, if there is one to do, and returns whether there was.
  func offer(_ owner: AnyObject, inShortParts isShort: Bool, _ doPart: @escaping @Sendable () -> Bool) {
    let offer = Offer(owner: ObjectIdentifier(owner), isShort: isShort, doPart: doPart)
    state.withLock { $0.offers.insert(offer, at: isShort ? $0.offers.count : 0) }
    call()
  }

  /// Does a short part of any work in the task of somebody who waits for a worker.
  ///
  /// - Returns: whether there was one to do.
  func doShortPart() -> Bool {
    state.withLock { $0.offers }.contains { $0.isShort && $0.doPart() }
  }

  /// Withdraws an owner's work; a part in progress goes on to its end.
  func withdraw(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    // Released outside of the lock.
    _ = state.withLock { state in
      state.offers.firstIndex { $0.owner == owner }.map { state.offers.remove(at: $0) }
    }
  }

  /// Puts a free worker to work, if there is one: work offered may have a part to do again.
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
