import Foundation

extension WholeFile {
  /// Reads all bytes of a file, a pipe or a device.
  /// - Throws: ``FileError``.
  public static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open") }
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  /// Reads all that standard input has to give.
  /// - Throws: ``FileError``.
  public static func readStandardInput() throws -> [UInt8] {
    try read(STDIN_FILENO, name: "standard input")
  }

  /// Reads a file block by block, for as long as more is wanted.
  /// - Parameters:
  ///   - path: the file.
  ///   - isMoreWanted: is given each block, and says whether to read on.
  /// - Throws: ``FileError``, and what `isMoreWanted` throws.
  public static func read(_ path: String, blocks isMoreWanted: ([UInt8]) throws -> Bool) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open") }
    defer { close(descriptor) }
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = block.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, operation: "read") }
      guard count > 0, try isMoreWanted(Array(block[..<count])) else { return }
    }
  }

  private static func read(_ descriptor: Int32, name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = block.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: name, operation: "read") }
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }
}
