import FoundationEssentials

extension URL {
  /// A file as the libraries know it: its path, or the whole address of what is no file, which they refuse with advice.
  package var filePath: String { isFileURL ? path : absoluteString }
}
