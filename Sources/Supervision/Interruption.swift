import CProcess
import Dispatch
import Foundation
import Synchronization

/// Ends work in good order at Ctrl-C: its task is cancelled, so that it can remove what it had begun to write.
public enum Interruption {
  /// A shell and a tool like `timeout` may each pass on the same signal: what comes this soon after the first is no
  /// second wish.
  private static let echo = Duration.seconds(1)

  /// Runs work that is cancelled by SIGINT, SIGTERM or SIGHUP; a second signal ends the program at once.
  ///
  /// A signal that the caller has set to be ignored, as `nohup` does with a hang-up, stays ignored.
  /// - Parameters:
  ///   - beforeExit: is called ahead of the end at a second signal, from a thread of its own: it must not wait.
  ///   - work: the work; its task is cancelled.
  /// - Returns: what the work returned, and whether a signal came before it did: one that comes later finds it complete.
  public static func cancelling<Result: Sendable>(
    beforeExit: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    // The work begins once signals are seen to: until then one would be lost.
    let (start, starter) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in start {}
      let result = try await work()
      return (result, wasInterrupted: Task.isCancelled)
    }
    let first = Mutex<ContinuousClock.Instant?>(nil)
    let sources = await watch {
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
    }
    defer { sources.forEach { $0.cancel() } }
    starter.finish()
    return try await task.value
  }

  /// Runs work that leaves nothing behind and cannot be asked to stop: a signal ends the program at once.
  ///
  /// - Parameters:
  ///   - beforeExit: is called ahead of that.
  ///   - work: the work.
  /// - Returns: what the work returns.
  /// - Throws: what the work throws.
  public static func endingAtOnce<Result>(beforeExit: @escaping @Sendable () -> Void, _ work: () throws -> Result)
    async throws -> Result
  {
    let sources = await watch {
      beforeExit()
      _exit(130)
    }
    defer { sources.forEach { $0.cancel() } }
    return try work()
  }

  /// Has something done at each signal from now on.
  private static func watch(_ handler: @escaping @Sendable () -> Void) async -> [any DispatchSourceSignal] {
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
    return sources
  }
}
