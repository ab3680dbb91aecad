/// An input that can be read only once and could not be kept for a later process; some of it may be read already.
public struct SupervisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The input, and the system's reason.
  public let description: String
}
