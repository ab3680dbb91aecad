import Dispatch
import Foundation

/// Lets Ctrl-C end work in good order: the task is cancelled, and what it had begun to write is removed.
enum Interruption {
  /// Runs work that is cancelled by SIGINT or SIGTERM; a second signal ends the program at once.
  ///
  /// - Returns: what the work returned, and whether a signal came.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if task.isCancelled { _exit(130) }
        task.cancel()
      }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    let result = try await task.value
    return (result, task.isCancelled)
  }
}
