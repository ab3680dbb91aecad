import Glibc

extension WholeFile {
  /// Reads all bytes of a file, or of a pipe that the process was started with, such as `/dev/stdin`.
  /// - Throws: ``FileError``.
  public static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = try OpenedFile.reading(path).descriptor
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  /// Reads all that standard input has to give.
  /// - Throws: ``FileError``.
  public static func readStandardInput() throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, name: "standard input")
  }

  /// Reads a file block by block, for as long as more is wanted.
  /// - Parameters:
  ///   - path: the file.
  ///   - isMoreWanted: is given each block, and says whether to read on.
  /// - Throws: ``FileError``, and what `isMoreWanted` throws.
  public static func read(_ path: String, blocks isMoreWanted: ([UInt8]) throws -> Bool) throws {
    let descriptor = try OpenedFile.reading(path).descriptor
    defer { close(descriptor) }
    while true {
      guard let block = WholeTransfer.read(from: descriptor, upTo: 65_536) else {
        throw FileError(path: path, operation: "read")
      }
      guard !block.isEmpty, try isMoreWanted(block) else { return }
    }
  }

  private static func read(_ descriptor: Int32, name: String) throws(FileError) -> [UInt8] {
    guard let bytes = WholeTransfer.read(from: descriptor) else { throw FileError(path: name, operation: "read") }
    return bytes
  }
}
