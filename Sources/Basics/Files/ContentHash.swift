import CXXHash
import Glibc

/// A hash of content: XXH3 with 128 bits, as hexadecimal digits.
///
/// It is as fast as memory and distinguishes contents that differ by accident. It does not protect against forgery.
/// `xxhsum -H2` prints the same digits.
public struct ContentHash: Hashable, Sendable, Codable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public let text: String

  /// Bytes that are read at a time: few enough to stay in the processor's cache until they are hashed, and enough that
  /// the calls cost next to nothing.
  private static let blockByteCount = 1 << 20

  /// The digits.
  public var description: String { text }

  /// Makes a hash from its digits, which are not checked.
  public init(digits: String) { text = digits }

  /// The hash of bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    let hash = Array(bytes).withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
    self.init(hash)
  }

  /// The hash of the joined texts. Only one text is in memory at a time.
  public init(joining texts: some Sequence<String>) {
    // Without its half a kilobyte nothing else works either, such as the texts themselves.
    guard let state = XXH3_createState() else { preconditionFailure("no memory for the state of a hash") }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    for var text in texts { text.withUTF8 { cxxhash_update(state, $0.baseAddress, $0.count) } }
    self.init(XXH3_128bits_digest(state))
  }

  /// The hash of a file's content, which is read in blocks.
  ///
  /// A mapped file would be hashed in half the time, but the process would crash if the file were truncated meanwhile.
  /// - Parameters:
  ///   - path: The file.
  ///   - mustStop: Called after each block. Once it returns true, the rest is not read.
  /// - Throws: ``FileError``, or `CancellationError` if `mustStop` returned true.
  package init(ofFile path: String, unless mustStop: () -> Bool = { Task.isCancelled }) throws {
    let descriptor = try OpenedFile.reading(path).descriptor
    defer { close(descriptor) }
    guard let state = XXH3_createState() else { throw FileError(path: path, operation: "read", code: ENOMEM) }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    try withUnsafeTemporaryAllocation(byteCount: Self.blockByteCount, alignment: 64) { block in
      while true {
        let count = read(descriptor, block.baseAddress, block.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileError(path: path, operation: "read") }
        if count == 0 { break }
        cxxhash_update(state, block.baseAddress, count)
        if mustStop() { throw CancellationError() }
      }
    }
    self.init(XXH3_128bits_digest(state))
  }

  /// Reads the digits.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the digits.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }

  private init(_ hash: XXH128_hash_t) {
    text = [hash.high64, hash.low64].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
