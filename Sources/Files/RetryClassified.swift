import Foundation

/// An error that knows whether trying again is worth it.
public protocol RetryClassified: Error {
  /// Whether the same work may succeed later with the same data and command.
  var isWorthRetrying: Bool { get }
}

/// Whether the same work may well succeed later: there was no space, a disk or network failed, a file was in use.
///
/// What an error does not know of itself is taken to be lasting, as a damaged file is.
public func isWorthRetrying(_ error: any Error) -> Bool {
  switch error {
  case let error as any RetryClassified: error.isWorthRetrying
  case let error as POSIXError: isWorthRetrying(systemCode: error.code.rawValue)
  default: false
  }
}

/// Whether an operation that the system refused with an error number may well succeed later.
public func isWorthRetrying(systemCode: Int32) -> Bool { transientCodes.contains(systemCode) }

/// Errors of disks, memory, tables and the network that pass; not those of paths, permissions and what a file is.
private let transientCodes: Set<Int32> = [
  ENOSPC, EDQUOT, EIO, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, EINTR, EBUSY, ETXTBSY, EDEADLK, ENOLCK, ESTALE,
  ETIMEDOUT, EREMOTEIO, ENOLINK, ECOMM, ENETDOWN, ENETUNREACH, ENETRESET, EHOSTDOWN, EHOSTUNREACH,
  ECONNABORTED, ECONNREFUSED, ECONNRESET, ENOTCONN, ESHUTDOWN,
]

extension FileError: RetryClassified {
  /// By the system's error number.
  public var isWorthRetrying: Bool { Files.isWorthRetrying(systemCode: code) }
}
