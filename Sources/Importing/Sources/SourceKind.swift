import Glibc
import SPBasics
import SPHDF5

/// The kind of a source, recognised from its first bytes.
enum SourceKind: Hashable {
  case hdf5, archive, gzip, folder, text, fit, xml

  /// Whether the source is a file of an activity: FIT, or XML such as TCX and GPX.
  var isActivity: Bool { self == .fit || self == .xml }

  private static let hdf5Signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Recognises the kind of a source.
  /// - Throws: `FileError`; `ImportError` for a pipe or a device.
  init(_ path: String) throws {
    guard !Folder.isFolder(path) else {
      self = .folder
      return
    }
    // Opening a pipe may block without end, and its bytes can be read only once.
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(path: path, operation: "read the source") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError(path: path, "is a pipe or a device; expected a file, as sources are read more than once")
    }
    let file = try InputFile(path)
    let head = try file.read(0..<64)
    guard !PackedFile.isGzip(head) else {
      self = .gzip
      return
    }
    let isHDF5 = try Self.isHDF5(file, size: Int(status.st_size)) || Self.isMATFile(file)
    self =
      if isHDF5 { .hdf5 } else if Archive.isArchive(head) { .archive } else if FITReader.isFIT(head) {
        .fit
      } else if Self.isXML(head) { .xml } else { .text }
  }

  /// The largest user block in which the signature is looked for, in bytes; MATLAB's has 512.
  private static let largestUserBlock = 1 << 16

  /// Whether a file has the signature of HDF5, at its start or after a user block. User blocks have 512 bytes, or
  /// twice, four times, ... as many (HDF5 File Format Specification, section II.A).
  private static func isHDF5(_ file: InputFile, size: Int) throws -> Bool {
    var place = 0
    while place <= largestUserBlock, place + hdf5Signature.count <= size {
      if try file.read(place..<place + hdf5Signature.count) == hdf5Signature { return true }
      place = max(512, 2 * place)
    }
    return false
  }

  /// Whether a file is of MATLAB before version 7.3, which is opened like HDF5.
  private static func isMATFile(_ file: InputFile) throws -> Bool {
    MATFile(head: try file.read(0..<MATFile.headByteCount), name: file.path) != nil
  }

  /// Whether text begins with a tag, after an optional byte order mark and white space.
  private static func isXML(_ head: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]
    let first = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
    return first.first == UInt8(ascii: "<")
      && first.last.map {
        $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") || UnicodeScalar($0).properties.isAlphabetic
      }
        == true
  }
}

/// The ending of a file's name.
enum FileEnding {
  /// The text after the last dot, in lower case; "no ending" without a dot.
  static func of(_ path: String) -> String {
    let name = Folder.split("/" + path).name.lowercased()
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? "no ending"
  }
}
