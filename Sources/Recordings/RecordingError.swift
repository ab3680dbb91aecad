/// Why a recording cannot be used: which file, which part of it, and what was expected.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var path: String
  /// The stream, dataset or attribute, as a path in the file; nil for the file as a whole.
  package var object: String?
  /// What is wrong and what was expected.
  package var message: String

  package init(path: String, object: String? = nil, _ message: String) {
    self.path = path
    self.object = object
    self.message = message
  }

  /// One line: file, object, message.
  package var description: String {
    [path, object, message].compactMap(\.self).joined(separator: ": ")
  }
}
