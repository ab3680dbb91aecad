import FoundationEssentials
import Glibc

/// A file to be made at a path that the user gives.
///
/// An existing file is replaced only if it is of the same kind: never a recording, a record of a run, a pipe or a
/// device.
package enum OutputTarget {
  /// A kind of output file.
  package struct Kind: Sendable {
    /// The name of the kind, without an article.
    let name: String
    /// How many bytes of a file are read to recognize its kind.
    let maxBytes: Int
    /// Whether a file that begins with these bytes is of the kind.
    let isOne: @Sendable (Data) -> Bool

    /// Makes a kind.
    /// - Parameters:
    ///   - name: The name of the kind, without an article.
    ///   - maxBytes: How many bytes of a file are read to recognize its kind.
    ///   - isOne: Returns whether a file that begins with these bytes is of the kind.
    package init(name: String, maxBytes: Int, isOne: @escaping @Sendable (Data) -> Bool) {
      self.name = name
      self.maxBytes = maxBytes
      self.isOne = isOne
    }
  }

  /// Something at the path that must not be replaced.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, the kind of file there, and the expected kind.
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The path to write to: `path`, or where a link there leads.
  ///
  /// - Throws: `Fault` if something of another kind is there, and `FileError` for a folder or a file that cannot be
  ///   read.
  package static func resolved(_ path: String, for kind: Kind) throws -> String {
    let expected = "expected a new file, or a \(kind.name) to replace"
    var information = stat()
    guard stat(path, &information) == 0 else {
      if lstat(path, &information) == 0 {
        throw Fault(description: "\(path): is a symbolic link without a target; \(expected)")
      }
      return path
    }
    switch information.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(path: path, operation: "write the file", code: EISDIR)
    case S_IFREG: break
    default: throw Fault(description: "\(path): is a pipe or a device, not a file; \(expected)")
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(path: path, operation: "read") }
    defer { close(file) }
    guard let start = WholeTransfer.read(from: file, upTo: kind.maxBytes), kind.isOne(Data(start)) else {
      throw Fault(description: "\(path): holds something other than a \(kind.name); \(expected)")
    }
    return Folder.realPath(path)
  }

  /// Makes sure, before any work is done, that a file can be written and that nothing but one of its kind is replaced.
  /// - Throws: as `resolved(_:for:)`, and `FileError` if no file can be made in the folder.
  package static func check(_ path: String, for kind: Kind) throws {
    _ = try resolved(path, for: kind)
    // Removed as it goes out of scope.
    let file = try PendingFile(for: path)
    try OutputFile(file).close()
  }
}
