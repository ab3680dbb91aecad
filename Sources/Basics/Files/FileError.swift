import FoundationEssentials
import Glibc

/// A file operation that the system refused: the path, the operation and the reason.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or folder.
  public var path: String
  /// The refused operation, as in "cannot write".
  public var operation: String
  /// The system's error number.
  public var code: Int32
  private var ownReason: String?

  /// The number of "no such file or directory".
  package static let missing = ENOENT

  /// Makes an error; by default with the calling thread's `errno`.
  public init(path: String, operation: String, code: Int32 = errno) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// Makes an error for an operation that this library refuses.
  /// - Parameters:
  ///   - path: The file.
  ///   - operation: The refused operation, as `write the table`.
  ///   - reason: The fault and the expected input.
  public init(path: String, operation: String, reason: String) {
    self.init(path: path, operation: operation, code: EINVAL)
    ownReason = reason
  }

  /// Makes an error from another one, or one of Foundation's, with the system's error number in it, or else `EIO`.
  public init(path: String, operation: String, cause: any Error) {
    let underlying = (cause as? CocoaError)?.userInfo["NSUnderlyingError"] as? POSIXError
    let code = (cause as? FileError)?.code ?? underlying?.code.rawValue
    self.init(path: path, operation: operation, code: code ?? EIO)
    ownReason = (cause as? FileError)?.ownReason
  }

  /// The reason, in the system's words unless it was given, such as `permission denied`.
  public var reason: String { ownReason ?? String(cString: strerror(code)).lowercased() }

  /// One line: path, operation and reason.
  public var description: String { "\(path): cannot \(operation): \(reason)" }

  /// A hint to add to a message about a missing file, if its name is a URL or not UTF-8; else empty.
  ///
  /// A string cannot hold such a name: U+FFFD replaces the invalid bytes, and no file has the resulting name.
  package static func nameHint(_ path: String) -> String {
    if let fault = RemoteAddress.fault(path) { return ";" + fault.dropFirst(path.count + 1) }
    return path.unicodeScalars.contains("\u{FFFD}") ? "; its name is not in UTF-8: rename it" : ""
  }
}

/// An error that knows whether trying again is worth it.
public protocol RetryClassified: Error {
  /// Whether the same work may succeed later with the same data and command.
  var isWorthRetrying: Bool { get }
}

/// Whether the same work may well succeed later: the disk was full, a disk or network failed, or a file was in use.
///
/// All other errors count as permanent, such as a damaged file.
package func isWorthRetrying(_ error: any Error) -> Bool {
  switch error {
  case let error as any RetryClassified: error.isWorthRetrying
  case let error as POSIXError: isWorthRetrying(systemCode: error.code.rawValue)
  default: false
  }
}

/// Whether an operation that the system refused with an error number may well succeed later.
package func isWorthRetrying(systemCode: Int32) -> Bool { transientCodes.contains(systemCode) }

/// Errors that may pass: errors of disks, memory, the system's tables and the network. Errors of paths, permissions and
/// kinds of files are not included.
private let transientCodes: Set<Int32> = [
  ENOSPC, EDQUOT, EIO, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, EINTR, EBUSY, ETXTBSY, EDEADLK, ENOLCK, ESTALE,
  ETIMEDOUT, EREMOTEIO, ENOLINK, ECOMM, ENETDOWN, ENETUNREACH, ENETRESET, EHOSTDOWN, EHOSTUNREACH,
  ECONNABORTED, ECONNREFUSED, ECONNRESET, ENOTCONN, ESHUTDOWN,
]

extension FileError: RetryClassified {
  /// By the system's error number.
  public var isWorthRetrying: Bool { SPBasics.isWorthRetrying(systemCode: code) }
}
