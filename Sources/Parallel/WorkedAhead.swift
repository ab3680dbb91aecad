import Dispatch
import Foundation

/// A value that a spare worker computes while its owner does other things.
///
/// If no worker is free, the owner does the work when it needs the result, which is the same.
///
/// It is `@unchecked Sendable` because everything that changes is changed with the condition's lock held.
public final class WorkedAhead<Value: Sendable>: @unchecked Sendable {
  private let work: @Sendable (_ mustStop: () -> Bool) throws -> Value
  private let condition = NSCondition()
  private var isBegun = false
  private var isStopped = false
  private var result: Result<Value, any Error>?

  /// Starts the work on a spare worker of the current task, if one is free.
  ///
  /// - Parameter work: makes the value; it should call `mustStop` now and then, and throw if that returns true.
  public init(_ work: @escaping @Sendable (_ mustStop: () -> Bool) throws -> Value) {
    self.work = work
    begin()
  }

  /// Starts the work if it was not begun and a spare worker of the current task is free by now.
  public func begin() {
    guard let workers = SpareWorkers.current, !hasBegun, workers.take() else { return }
    let isMine = condition.withLock {
      guard !isBegun, !isStopped else { return false }
      isBegun = true
      return true
    }
    guard isMine else { return workers.add() }
    DispatchQueue.global(qos: .userInitiated).async { [work] in
      let result = Result { try work { self.condition.withLock { self.isStopped } } }
      self.condition.withLock {
        self.result = result
        self.condition.broadcast()
      }
      workers.add()
    }
  }

  /// Whether the work was begun, by a worker or by the owner.
  public var hasBegun: Bool { condition.withLock { isBegun } }

  /// The value, once it is there.
  ///
  /// - Throws: the errors of the work, which is cancelled with the current task.
  public func value() throws -> Value {
    condition.lock()
    defer { condition.unlock() }
    if !isBegun {
      isBegun = true
      condition.unlock()
      let result = Result { try work { Task.isCancelled } }
      condition.lock()
      self.result = result
      condition.broadcast()
    }
    while true {
      if let result { return try result.get() }
      // The worker is not part of the task, so its cancellation is looked for here.
      if Task.isCancelled { isStopped = true }
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
    }
  }

  /// Stops the work if it is in progress: after this returns, no worker uses it any more.
  public func stop() {
    condition.withLock {
      isStopped = true
      while isBegun, result == nil { condition.wait() }
    }
  }
}
