/// Why a source cannot be imported: which file, which line, what is wrong and what was expected.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var message: String

  /// Makes an error.
  public init(path: String, line: Int? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// One line: file, line, message.
  public var description: String {
    line.map { "\(path):\($0): \(message)" } ?? "\(path): \(message)"
  }
}
