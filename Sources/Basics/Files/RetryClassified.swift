import FoundationEssentials
import Glibc

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
