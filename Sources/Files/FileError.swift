import FoundationEssentials
import Glibc

/// A file operation that the system refused: which path, what was tried, and why.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or folder.
  public var path: String
  /// What was tried, as in "cannot write".
  public var operation: String
  /// The system's error number.
  public var code: Int32

  /// The number of "no such file or directory".
  public static let missing = ENOENT

  /// Makes an error; by default with the calling thread's `errno`.
  public init(path: String, operation: String, code: Int32 = errno) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// Makes an error from another one, or one of Foundation's, with the system's error number in it, or else `EIO`.
  public init(path: String, operation: String, cause: any Error) {
    let underlying = (cause as? CocoaError)?.userInfo["NSUnderlyingError"] as? POSIXError
    let code = (cause as? FileError)?.code ?? underlying?.code.rawValue
    self.init(path: path, operation: operation, code: code ?? EIO)
  }

  /// The system's reason, such as `permission denied`.
  public var reason: String { String(cString: strerror(code)).lowercased() }

  /// One line: path, operation and the system's reason.
  public var description: String { "\(path): cannot \(operation): \(reason)" }

  /// A hint to add to a message about a missing file, if its name is not UTF-8; else empty.
  ///
  /// A string cannot hold such a name: U+FFFD replaces the invalid bytes, and no file has the resulting name.
  public static func nameHint(_ path: String) -> String {
    path.unicodeScalars.contains("\u{FFFD}") ? "; its name is not in UTF-8: rename it" : ""
  }
}
