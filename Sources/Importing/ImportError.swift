/// Why a source cannot be imported: the file, the line, the fault and the expected input.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// The column in that line, from 1; nil for the line as a whole.
  public var column: Int?
  /// The fault and the expected input.
  public var message: String

  /// Makes an error.
  public init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// One line: file, line, column, message.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(path)\(place): \(message)"
  }
}
