import Pipelines
import Supervision

extension Interruption {
  /// As ``cancelling(beforeExit:_:)``; the live area goes before the program ends at a second signal.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    try await cancelling(beforeExit: { Console.shared.abandonLive() }, work)
  }
}
