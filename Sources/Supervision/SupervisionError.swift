/// An input that can be read only once and could not be kept for a later process; some of it may be read already.
public struct SupervisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which input, and what the system said.
  public let description: String
}
