/// All that keeps something from being scored, told at once.
public struct ScoringFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults and what was expected, one sentence each.
  public let messages: [String]

  /// The messages, a line each.
  public var description: String { messages.joined(separator: "\n") }

  init(messages: [String]) { self.messages = messages }
}
