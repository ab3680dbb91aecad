import Foundation
import SPBasics
import Testing

@testable import SPHDF5

/// Failures that are worth a retry.
struct RetryTests {
  /// As the library words a failure of the system (HDF5 1.10 to 1.14, H5FDsec2.c), innermost first.
  private static func stack(code: Int32, file: String = "a.h5") -> [String] {
    [
      "H5FD__sec2_read: file read failed: time = Mon May  6 10:00:00 2024\n, filename = '\(file)', file descriptor = 3, "
        + "errno = \(code), error message = '\(String(cString: strerror(code)))', buf = 0x1, total read size = 8, "
        + "bytes this sub-read = 8, bytes actually read = 18446744073709551615, offset = 0",
      "H5FD_read: driver read request failed", "H5F__super_read: unable to read superblock",
    ]
  }

  private static func failure(_ stack: [String]) -> HDF5Error {
    let cause = FailureCause(stack: stack)
    return Attempt(file: "a.h5", object: nil, operation: "open").error(
      cause.kind, cause.reason, stack: stack, systemCode: ErrorStack.systemCode(stack))
  }

  @Test("An I/O error is told by its number, and not taken for damage")
  func inputOutput() {
    let error = Self.failure(Self.stack(code: EIO))
    #expect(error.systemCode == EIO)
    #expect(isWorthRetrying(error))
    #expect(error.kind == .noAccess)
    #expect(error.reason == "the system says: Input/output error")
  }

  @Test("The number is not taken from the name of the file")
  func misleadingName() {
    #expect(ErrorStack.systemCode(Self.stack(code: EACCES, file: "x, errno = 5, .h5")) == EACCES)
    #expect(ErrorStack.systemCode(["H5F_open: unable to open file", "H5Fopen: errno = 0"]) == nil)
  }

  @Test(
    "A full disk and a lock pass; what the file is, or may not, or more memory than any file needs, does not",
    arguments: [
      (stack(code: ENOSPC), true), (stack(code: ESTALE), true), (stack(code: EACCES), false),
      (stack(code: EROFS), false), (["H5FL_blk_malloc: memory allocation failed for chunk"], false),
      (["H5FD_lock: unable to lock file"], true),
      (["H5FD_lock: unable to lock file, errno = 38, error message = 'Function not implemented'"], false),
      (["H5F_super_read: truncated file: eof = 9, sblock->base_addr = 0, stored_eof = 12"], false),
      (["H5Z_filter_deflate: inflate() failed"], false), ([], false),
    ])
  func classes(stack: [String], isWorth: Bool) { #expect(isWorthRetrying(Self.failure(stack)) == isWorth) }

  @Test("The library's own words are understood: a lock passes, a missing or damaged file does not")
  func realFailures() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      let descriptor = open(folder("a.h5"), O_RDONLY)
      defer { close(descriptor) }
      try #require(flock(descriptor, LOCK_EX) == 0)
      let locked = try error { _ = try File(opening: folder("a.h5")) }
      #expect(locked.systemCode == EAGAIN)
      #expect(isWorthRetrying(locked))
      try write(Array("not at all".utf8), to: folder("text.h5"))
      #expect(!isWorthRetrying(try error { _ = try File(opening: folder("text.h5")) }))
      #expect(!isWorthRetrying(try error { _ = try File(opening: folder("missing.h5")) }))
      let unreadable = try error { _ = try File(opening: folder(String(repeating: "x", count: 300))) }
      #expect(unreadable.systemCode == ENAMETOOLONG)
      #expect(!isWorthRetrying(unreadable))
    }
  }
}
