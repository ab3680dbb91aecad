import CProcess
import Glibc
import SPBasics

/// An input that is kept so that each child reads it from its beginning.
///
/// Otherwise it could be read only once, or the children would share their position in it.
///
/// Examples are standard input, and pipes such as `/dev/fd/63`, which a shell creates for `<(find ...)`.
struct KeptInput {
  private let descriptor: Int32
  /// Where it begins: a shell may have read a part of the file that it hands down.
  private let start: off_t

  /// Makes sure that an open file can be read again; nil if it is not open for reading.
  ///
  /// Input that cannot be read twice is read to its end, and its descriptor then refers to a file with those
  /// bytes.
  /// - Throws: `SupervisionError`.
  init?(_ descriptor: Int32) throws(SupervisionError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { return nil }
    self.descriptor = descriptor
    let place = lseek(descriptor, 0, SEEK_CUR)
    start = max(0, place)
    guard place < 0 else { return }
    let copy = cprocess_unnamed_file()
    // The input can still be read once, which is enough if nothing crashes.
    guard copy >= 0 else { return nil }
    defer { close(copy) }
    guard Self.copy(descriptor, to: copy), dup2(copy, descriptor) >= 0 else {
      let name = descriptor == STDIN_FILENO ? "standard input" : "/dev/fd/\(descriptor)"
      throw SupervisionError(description: "\(name) cannot be read and kept: \(String(cString: strerror(errno)))")
    }
  }

  /// Makes this process read the input from the beginning, with a separate position if the system allows that.
  func begin() {
    let own = open("/proc/self/fd/\(descriptor)", O_RDONLY)
    if own >= 0 {
      dup2(own, descriptor)
      close(own)
    }
    lseek(descriptor, start, SEEK_SET)
  }

  private static func copy(_ source: Int32, to target: Int32) -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 }
      guard block[..<count].withUnsafeBytes({ WholeTransfer.write($0, to: target) }) else { return false }
    }
  }
}
