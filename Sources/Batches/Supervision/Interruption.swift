import CProcess
import Dispatch
import Glibc
import Synchronization

/// Ends work in good order at Ctrl-C: its task is cancelled, so that it can remove unfinished files.
///
/// The signals SIGINT, SIGTERM and SIGHUP belong to this type from its first use to the end of the process. A signal
/// that comes while no work is running cancels the next work at once. A signal that the caller has set to be ignored,
/// as `nohup` does with a hang-up, stays ignored.
package enum Interruption {
  /// A shell and a tool like `timeout` may each pass on the same signal. A signal that comes this soon after the first
  /// does not count as a second request.
  private static let echo = Duration.seconds(1)

  private struct State {
    /// The handlers of a signal, by the number of the work.
    var handlers: [Int: @Sendable () -> Void] = [:]
    var lastWork = 0
    /// Whether a signal came while nothing was under way.
    var isWaiting = false
  }

  private static let state = Mutex(State())

  /// Runs work that a signal cancels. A second signal ends the program at once.
  ///
  /// - Parameters:
  ///   - beforeExit: Called at a second signal, before the program ends, from a separate thread. It must not wait.
  ///   - work: The work, whose task is cancelled.
  /// - Returns: The result of the work, and whether a signal came before the work was complete.
  /// - Throws: The errors of the work.
  package static func cancelling<Result: Sendable>(
    beforeExit: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    // The work begins only once signals are handled: before that, one would be lost.
    let (start, starter) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in start {}
      let result = try await work()
      return (result, wasInterrupted: Task.isCancelled)
    }
    let first = Mutex<ContinuousClock.Instant?>(nil)
    return try await handling {
      let now = ContinuousClock.now
      let since = first.withLock { first in
        defer { first = first ?? now }
        return first.map { now - $0 }
      }
      if let since, since > echo {
        beforeExit()
        _exit(130)
      }
      task.cancel()
    } during: {
      starter.finish()
      return try await task.value
    }
  }

  /// Runs work that leaves nothing behind and cannot be asked to stop: a signal ends the program at once.
  ///
  /// - Parameters:
  ///   - beforeExit: is called before the program ends.
  ///   - work: the work.
  /// - Returns: what the work returns.
  /// - Throws: what the work throws.
  package static func endingAtOnce<Result>(
    beforeExit: @escaping @Sendable () -> Void, _ work: () throws -> Result
  ) async throws -> Result {
    try await handling {
      beforeExit()
      _exit(130)
    } during: {
      try work()
    }
  }

  /// Does work, and calls the handler at each signal until the work ends, and at once if a signal has waited for it.
  private static func handling<Result>(
    _ handler: @escaping @Sendable () -> Void, during work: () async throws -> Result
  ) async throws -> Result {
    _ = await sources.value
    let (number, hasWaited) = state.withLock { state in
      state.lastWork += 1
      state.handlers[state.lastWork] = handler
      defer { state.isWaiting = false }
      return (state.lastWork, state.isWaiting)
    }
    defer { _ = state.withLock { $0.handlers.removeValue(forKey: number) } }
    if hasWaited { handler() }
    return try await work()
  }

  /// The sources of the signals, made once for the whole process. Dispatch on Linux installs its handler once for each
  /// signal: setting a signal to be ignored for a second source would have it ignored for good.
  private static let sources = Task { await Sources.watching(hear) }

  private static func hear() {
    let handlers = state.withLock { state in
      state.isWaiting = state.handlers.isEmpty
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }
}

/// Sources of signals. They are only kept and not used again, so they may be passed from one task to another.
private struct Sources: @unchecked Sendable {
  private let all: [any DispatchSourceSignal]

  /// Has the handler called at each signal from now on.
  static func watching(_ handler: @escaping @Sendable () -> Void) async -> Sources {
    let queue = DispatchQueue(label: "signals")
    let sources = [SIGINT, SIGTERM, SIGHUP].filter { cprocess_ignores($0) == 0 }.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      return source
    }
    for source in sources {
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.resume()
      }
    }
    return Sources(all: sources)
  }
}
