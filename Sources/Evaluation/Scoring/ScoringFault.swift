/// All faults that prevent scoring, reported at once.
public struct ScoringFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults and what was expected, one sentence each.
  public let messages: [String]

  /// The messages, one line each.
  public var description: String { messages.joined(separator: "\n") }

  init(messages: [String]) { self.messages = messages }
}
