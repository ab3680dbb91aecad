/// Why a source cannot be imported: the file, the line, the fault and what was expected.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var path: String
  /// The line, from 1; nil for the file as a whole.
  package var line: Int?
  /// The column in that line, from 1; nil for the line as a whole.
  package var column: Int?
  /// The fault, and what was expected.
  package var message: String

  package init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// One line: file, line, column, message.
  package var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(path)\(place): \(message)"
  }
}
