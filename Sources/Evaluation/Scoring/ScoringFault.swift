import SPBasics

/// All faults that prevent scoring, reported at once.
public struct ScoringFault: Error, Hashable, Sendable, CustomStringConvertible, RetryClassified {
  /// The faults and what was expected, one sentence each.
  public let messages: [String]
  /// Whether a table or a recording that is there cannot be read; otherwise what was asked for is at fault.
  public let hasUnreadableFiles: Bool
  /// Whether one cannot be read for a reason that may be temporary.
  public let isWorthRetrying: Bool

  /// The messages, one line each.
  public var description: String { messages.joined(separator: "\n") }

  /// - Parameter unreadable: the errors among the faults that come from files that cannot be read.
  init(messages: [String], unreadable: [any Error] = []) {
    self.messages = messages
    hasUnreadableFiles = !unreadable.isEmpty
    isWorthRetrying = unreadable.contains(where: SPBasics.isWorthRetrying)
  }
}
