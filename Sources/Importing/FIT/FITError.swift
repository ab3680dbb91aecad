/// Why bytes are not a FIT file, or not a complete one.
public struct FITError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where, in bytes from the beginning.
  public var offset: Int
  /// What is wrong, and what was expected.
  public var message: String

  /// Makes an error.
  public init(offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }

  /// One line: the place, then the message.
  public var description: String { "byte \(offset): \(message)" }
}
