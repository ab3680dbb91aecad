import Files
import Foundation

/// A file that a command is told to make. What is there already is replaced only where it is an older one of its kind:
/// never a recording, a record of a run, a pipe or a device.
struct OutputTarget {
  /// What a command makes.
  struct Kind: Sendable {
    /// What it is called, without article.
    let name: String
    /// How much of a file is looked at.
    let maxBytes: Int
    /// Whether the beginning of a file is that of one.
    let isOne: @Sendable (Data) -> Bool
  }

  /// What is in the way.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The path to write to: `path`, or where a link there leads.
  ///
  /// - Throws: ``Fault`` where something else is there, and `FileError` for a folder.
  static func resolved(_ path: String, for kind: Kind) throws -> String {
    let expected = "expected a new file, or a \(kind.name) to replace"
    var information = stat()
    guard stat(path, &information) == 0 else {
      if lstat(path, &information) == 0 {
        throw Fault(description: "\(path): is a link that leads nowhere; \(expected)")
      }
      return path
    }
    switch information.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(path: path, operation: "write the file", code: EISDIR)
    case S_IFREG: break
    default: throw Fault(description: "\(path): is a pipe or a device, and no file; \(expected)")
    }
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }
    guard let start = try? file?.read(upToCount: kind.maxBytes), kind.isOne(start) else {
      throw Fault(description: "\(path): holds something else than a \(kind.name); \(expected)")
    }
    return Folder.realPath(path)
  }
}

extension OutputTarget.Kind {
  /// A page of `swingpipe report`: its doctype, and the generator that its head names.
  static let report = Self(name: "report", maxBytes: 4096) { start in
    start.starts(with: "<!doctype html".utf8)
      && start.firstRange(of: Data("name=\"generator\" content=\"swingpipe\"".utf8)) != nil
  }

  /// A picture of either kind, by its signature: https://www.w3.org/TR/png-3/#5PNG-file-signature, or an SVG's root.
  static let picture = Self(name: "picture", maxBytes: 4096) { start in
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
    return start.starts(with: "<svg".utf8)
      || (start.starts(with: "<?xml".utf8) && start.firstRange(of: Data("<svg".utf8)) != nil)
  }
}
