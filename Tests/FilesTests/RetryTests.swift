import Foundation
import SPBasics
import Testing

struct RetryTests {
  @Test(arguments: [
    ENOSPC, EDQUOT, EIO, ESTALE, ETIMEDOUT, EAGAIN, EBUSY, ENOMEM, EMFILE, ENFILE, EINTR, ENETDOWN, ENOLCK, ESHUTDOWN,
  ])
  func isWorthItForWhatPasses(_ code: Int32) {
    #expect(isWorthRetrying(FileError(path: "a", operation: "read", code: code)))
  }

  @Test(arguments: [
    ENOENT, EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ENAMETOOLONG, EEXIST, EINVAL, ELOOP, EFBIG, EILSEQ, 0,
  ])
  func isNotForWhatStays(_ code: Int32) {
    #expect(!isWorthRetrying(FileError(path: "a", operation: "read", code: code)))
  }

  @Test func asksErrorsOfOtherKinds() {
    struct Other: Error {}
    struct Passing: RetryClassified { let isWorthRetrying = true }
    #expect(!isWorthRetrying(Other()))
    #expect(!isWorthRetrying(CancellationError()))
    #expect(isWorthRetrying(Passing()))
    #expect(isWorthRetrying(POSIXError(.EIO)))
    #expect(!isWorthRetrying(POSIXError(.ENOENT)))
  }
}
