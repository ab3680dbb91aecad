import SPBasics

/// An error of an HDF5 file: what went wrong, where, and why.
///
/// `description` is one line that can be shown to a user as it is.
public struct HDF5Error: Error, CustomStringConvertible, Sendable, Hashable, Codable {
  /// The sort of failure, for code that handles failures differently.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file at the path does not exist, or the folder for a new file does not exist.
    case noSuchFile
    /// A new file cannot be created because a file exists at the path.
    case fileExists
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    /// The file has no bytes, or is not an HDF5 file.
    case notHDF5
    /// The file ends before its own header says that it does.
    case truncated
    /// A checksum, a compressed chunk or the file's structure is wrong.
    case damaged
    /// The file needs a filter or a version of HDF5 that this library does not have.
    case unsupported
    /// The system does not let the file be read or written, another program has locked it, or it was opened only for
    /// reading.
    case noAccess
    /// The file has been closed.
    case closed
    /// A group, dataset, attribute or member of this name does not exist.
    case noSuchObject
    /// An object or attribute of this name exists, but its kind is not the requested kind.
    case wrongObject
    /// A new object cannot be created because an object exists at the path.
    case objectExists
    /// The path passes through a soft or external link, or the data lie outside the file, and the policy refuses that.
    case linkRefused
    /// A soft or external link leads nowhere.
    case danglingLink
    /// A selection does not fit the dataset, or the dataset cannot grow so far.
    case outOfBounds
    /// A buffer, an array or a string has the wrong length, or more elements are requested than fit into memory.
    case wrongCount
    /// The stored type cannot be read as, or written from, the type asked for.
    case wrongType
    /// An argument is invalid in itself, such as a chunk shape of the wrong rank.
    case invalidArgument
    /// Any other failure that the library reports.
    case library
  }

  /// The sort of failure.
  public let kind: Kind
  /// The path of the file, as it was given.
  public package(set) var file: String
  /// The absolute path of the object in the file; nil if the error concerns the whole file.
  public let object: String?
  /// The failed operation, as an infinitive: "read rows 0..<8192".
  public let operation: String
  /// Why it failed, in plain words.
  public let reason: String
  /// The error stack of the HDF5 library, innermost call first, as "function: message".
  ///
  /// It is empty if no call of the library failed.
  public let stack: [String]
  /// The system's error number, as of `errno`; nil if the system was not at fault or the number is unknown.
  public let systemCode: Int32?

  /// File, object, operation and reason on one line.
  ///
  /// An example is "a.h5: /x: cannot read rows 0..<9: reason (HDF5: message; message)".
  public var description: String {
    var place = file
    if let object { place += ": " + object }
    var line = "\(place): cannot \(operation): \(reason)"
    let messages = ErrorStack.innermost(stack)
    if !messages.isEmpty { line += " (HDF5: \(messages.joined(separator: "; ")))" }
    return String(line.map { $0.isNewline ? " " : $0 })
  }
}

extension HDF5Error {
  /// Whether another program holds a lock on the file.
  var isLock: Bool { stack.contains { $0.contains("unable to lock file") } }
}

extension HDF5Error: RetryClassified {
  /// Whether a retry may succeed: the system's error number indicates it, another program holds a lock, or memory is
  /// short.
  public var isWorthRetrying: Bool {
    if let systemCode { return SPBasics.isWorthRetrying(systemCode: systemCode) }
    guard kind != .damaged else { return false }
    return isLock || stack.contains { $0.contains("memory allocation failed") }
  }
}
