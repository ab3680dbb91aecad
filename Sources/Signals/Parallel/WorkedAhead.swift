/// A value that a spare worker computes while its owner does other things.
///
/// If no worker is free, the owner does the work when it needs the result. The result is the same.
///
/// It is `@unchecked Sendable` because its state changes only with the condition's lock held.
package final class WorkedAhead<Value: Sendable>: @unchecked Sendable {
  private let work: @Sendable (_ mustStop: () -> Bool) throws -> Value
  private let workers = SpareWorkers.current
  private let condition = Condition()
  private var isBegun = false
  private var isStopped = false
  private var result: Result<Value, any Error>?

  /// Offers the work to the spare workers of the current task.
  ///
  /// - Parameter work: makes the value. It should call `mustStop` now and then, and throw if `mustStop` returns true.
  package init(_ work: @escaping @Sendable (_ mustStop: () -> Bool) throws -> Value) {
    self.work = work
    workers?.offer(self, inShortParts: false) { [weak self] in self?.help() ?? false }
  }

  deinit { workers?.withdraw(self) }

  /// Does the work in a worker's thread, unless the work has begun.
  private func help() -> Bool {
    let isMine = condition.withLock {
      guard !isBegun, !isStopped else { return false }
      isBegun = true
      return true
    }
    guard isMine else { return false }
    workers?.withdraw(self)
    let result = Result { try work { condition.withLock { isStopped } } }
    condition.withLock {
      self.result = result
      condition.broadcast()
    }
    return true
  }

  /// Whether a worker does the work now, or may do it before its owner asks for the value.
  package var isHelped: Bool { hasBegun || (workers?.areAny ?? false) }

  /// Whether the work was begun, by a worker or by its owner.
  var hasBegun: Bool { condition.withLock { isBegun } }

  /// The value. While the caller waits for it, the caller helps with other work.
  ///
  /// - Throws: the errors of the work, which is cancelled with the current task.
  package func value() throws -> Value {
    condition.lock()
    defer { condition.unlock() }
    if !isBegun {
      isBegun = true
      condition.unlock()
      workers?.withdraw(self)
      let result = Result { try work { Task.isCancelled } }
      condition.lock()
      self.result = result
      condition.broadcast()
    }
    while true {
      if let result { return try result.get() }
      // The worker is not part of the task, so the task's cancellation is checked here.
      if Task.isCancelled { isStopped = true }
      condition.unlock()
      // In a cancelled task a part would fail, and with it the work of another owner.
      let hasHelped = !Task.isCancelled && workers?.doShortPart() ?? false
      condition.lock()
      if !hasHelped, result == nil { condition.wait(milliseconds: 50) }
    }
  }

  /// Stops the work if it is in progress: after this returns, no worker uses it any more.
  package func stop() {
    workers?.withdraw(self)
    condition.withLock {
      isStopped = true
      while isBegun, result == nil { condition.wait() }
    }
  }
}
