/// What makes a file of labels unusable: which file and line, and what was expected.
public struct LabelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// What is wrong and what was expected.
  public var message: String
  /// What to say of the file so that it can be read, where that is known.
  public var remedy: Remedy?

  /// What a reader can be told of a file.
  public enum Remedy: Hashable, Sendable {
    /// What texts mean that are not known, in the file's order.
    case words([String])
    /// What its times count from.
    case clock
    /// Which of its tiers is meant.
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
