import Dispatch
import Foundation
import Testing

@testable import SPBasics

/// Whole reads and writes.
struct WholeTransferTests {
  /// A pipe takes some 64 KiB at a time, so that the calls of the system take parts alone.
  @Test("All bytes pass a pipe that takes fewer at a time")
  func throughAPipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    DispatchQueue.global().async {
      _ = WholeTransfer.write(bytes, to: output)
      close(output)
    }
    #expect(WholeTransfer.read(from: input, upTo: 100_000) == Array(bytes[..<100_000]))
    #expect(WholeTransfer.read(from: input) == Array(bytes[100_000...]))
    #expect(WholeTransfer.read(from: input) == [])
  }

  @Test("What cannot be read or written is told, with the reason")
  func failures() {
    #expect(WholeTransfer.read(from: -1) == nil && errno == EBADF)
    #expect(!WholeTransfer.write([1], to: -1) && errno == EBADF)
  }
}
