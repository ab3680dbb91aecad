import SPBasics
import SPHDF5
import SPRecordings

/// A file in an archive, a file packed by gzip, or both.
struct PackedFile: Hashable, Sendable {
  /// The path of the archive or file, followed by the entry's name: for messages.
  let name: String
  private let archive: Archive?
  private let entry: String

  /// A file packed by gzip.
  init(_ path: String) { (name, archive, entry) = (path, nil, "") }

  /// An entry of an archive.
  init(_ entry: String, in archive: Archive) {
    (name, self.archive, self.entry) = ("\(archive.name)/\(entry)", archive, entry)
  }

  static func == (one: PackedFile, other: PackedFile) -> Bool { one.name == other.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name of a file without the ending of gzip.
  static func unpackedName(_ name: String) -> String {
    name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  /// Whether a file begins with the signature of gzip (RFC 1952, section 2.3.1).
  static func isGzip(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B]) }

  /// A file that was unpacked, until it is released.
  final class Unpacked: Sendable {
    /// The folder that contains the file.
    let folder: TemporaryFolder
    /// The path of the file.
    let path: String
    /// The name of the file in messages.
    let name: String

    fileprivate init(_ folder: TemporaryFolder, _ path: String, _ name: String) {
      (self.folder, self.path, self.name) = (folder, path, name)
    }

    /// An error about the file, with the name that the user knows.
    func named(_ error: any Error) -> any Error {
      switch error {
      case var error as ImportError:
        error.path = named(error.path)
        return error
      case var error as FileError:
        error.path = named(error.path)
        return error
      case var error as HDF5Error:
        error.file = named(error.file)
        return error
      case var error as RecordingError:
        error.path = named(error.path)
        return error
      default: return error
      }
    }

    private func named(_ path: String) -> String {
      path.hasPrefix(self.path) ? name + path.dropFirst(self.path.count) : path
    }
  }

  /// Unpacks the file into a new folder below another folder.
  /// - Throws: `ImportError` if the file is damaged or unpacks to more than the limits allow; `FileError`,
  ///   `CancellationError`.
  func unpacked(below folder: String, limits: Archive.Limits = Archive.Limits()) throws -> Unpacked {
    let scratch = try TemporaryFolder(in: folder)
    let ownName = Folder.split(archive == nil ? name : entry).name
    var path = name
    if let archive {
      path = scratch.path + "/" + ownName
      try archive.unpack(entry, to: path)
    }
    if Self.isGzip(try InputFile(path).read(0..<2)) {
      let packed = path
      // If the name does not end in .gz, both files would have the same name in one folder.
      path = scratch.path + "/unpacked/" + Self.unpackedName(ownName)
      try Folder.create(scratch.path + "/unpacked")
      try gunzip(packed, to: path, limits)
    }
    return Unpacked(scratch, path, name)
  }

  private func gunzip(_ packed: String, to path: String, _ limits: Archive.Limits) throws {
    let input = try InputFile(packed)
    let reader = try GzipReader(input)
    let output = try OutputFile(path)
    var most = limits.mostByteCount(from: input.size)
    let ending = FileEnding.of(path)
    if ActivityFile.endings.contains(ending) || ending == "xml" { most = min(most, ActivityFile.mostByteCount) }
    var byteCount = 0
    while true {
      try Task.checkCancellation()
      guard let block = try reader.next() else {
        throw ImportError(path: name, "is damaged: it cannot be unpacked to its end; expected a whole file of gzip")
      }
      if block.isEmpty { return }
      byteCount += block.count
      guard byteCount <= most else {
        throw ImportError(
          path: name, "unpacks to more than \(most) bytes; expected less: gunzip it, and import the result")
      }
      try output.write(block)
    }
  }
}
