/// Why a recording cannot be used: the file, the part of the file, the fault and the expected content.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The stream, dataset or attribute, as a path in the file; nil for the file as a whole.
  public var object: String?
  /// The fault and the expected content.
  public var message: String

  /// Makes an error.
  public init(path: String, object: String? = nil, _ message: String) {
    self.path = path
    self.object = object
    self.message = message
  }

  /// One line: file, object, message.
  public var description: String {
    [path, object, message].compactMap(\.self).joined(separator: ": ")
  }
}
