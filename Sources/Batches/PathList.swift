import SPBasics

/// A list of paths in a file: one per line, or separated by NUL, as written by `find -print0`.
package enum PathList {
  /// A list that cannot be used.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the fault and the expected input.
    package let description: String
  }

  /// Reads a list; `-` is standard input.
  ///
  /// Lines may end in CR LF, and blank lines are skipped. A list cannot contain comments. Spaces and quotes are part of
  /// a path. With NULs, line breaks are part of a path too. In a path that is not UTF-8, invalid bytes become U+FFFD,
  /// and `InputSearch` rejects the path.
  /// - Throws: `FileError` for a file that cannot be read; `Fault` for a list in UTF-16, an HDF5 file, and a list
  ///   without a path.
  package static func read(_ path: String) throws -> [String] {
    let name = path == "-" ? "standard input" : path
    let bytes = path == "-" ? try WholeFile.readStandardInput() : try WholeFile.read(path)
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw Fault(description: "\(name): the list is in UTF-16; expected UTF-8")
    }
    guard !bytes.starts(with: [0x89, 0x48, 0x44, 0x46]) else {
      throw Fault(description: "\(name): is an HDF5 file; expected a list of paths: give a recording as an input")
    }
    let paths = paths(in: bytes)
    guard !paths.isEmpty else {
      throw Fault(description: "\(name): the list holds no path; expected one per line, or separated by NUL")
    }
    return paths
  }

  /// The paths in the bytes of a list.
  static func paths(in bytes: [UInt8]) -> [String] {
    if bytes.contains(0) { return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).split(separator: UInt8(ascii: "\n"))
    return lines.compactMap { line in
      let path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let isBlank = path.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return isBlank ? nil : String(decoding: path, as: UTF8.self)
    }
  }
}
