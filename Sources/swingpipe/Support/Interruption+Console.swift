import SPBatches

extension Interruption {
  /// As ``cancelling(beforeExit:_:)``; the live area is removed before a second signal ends the program.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    try await cancelling(beforeExit: { Console.shared.abandonLive() }, work)
  }
}
