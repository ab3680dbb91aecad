/// Why a file of labels cannot be used: which file and line, and what was expected.
public struct LabelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// What is wrong and what was expected.
  public var message: String
  /// What the user must add to make the file readable, if known.
  public var remedy: Remedy?

  /// Information that the user can give about a file.
  public enum Remedy: Hashable, Sendable {
    /// The meaning of unknown texts, in the file's order.
    case words([String])
    /// What the times count from.
    case clock
    /// Which tier to read.
    case tier
  }

  /// Makes an error.
  public init(path: String, line: Int? = nil, remedy: Remedy? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.remedy = remedy
    self.message = message
  }

  /// One line: `file:line: message`.
  public var description: String { (line.map { "\(path):\($0)" } ?? path) + ": " + message }
}
