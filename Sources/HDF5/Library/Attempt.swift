import CHDF5
import FoundationEssentials

/// One operation that is tried on a file or object: checks its results and words its errors.
struct Attempt {
  /// The path of the file.
  let file: String
  /// The absolute path of the object, nil for the file as a whole.
  let object: String?
  /// The operation, as an infinitive.
  let operation: String

  /// Passes on a result of the library, or throws with its error stack when it is negative.
  @discardableResult
  func check<Status: SignedInteger>(_ status: Status) throws(HDF5Error) -> Status {
    guard status < 0 else { return status }
    throw libraryError()
  }

  /// Takes over an identifier that a call of the library has opened.
  func own(_ id: hid_t) throws(HDF5Error) -> Handle {
    Handle(adopting: try check(id))
  }

  /// The error that the library's last call on this thread has left behind.
  func libraryError() -> HDF5Error {
    let stack = ErrorStack.current()
    let cause = FailureCause(stack: stack)
    return error(cause.kind, cause.reason, stack: stack, systemCode: ErrorStack.systemCode(stack))
  }

  /// An error of this attempt.
  func error(
    _ kind: HDF5Error.Kind, _ reason: String, stack: [String] = [], systemCode: Int32? = nil
  ) -> HDF5Error {
    HDF5Error(
      kind: kind, file: file, object: object, operation: operation, reason: reason, stack: stack,
      systemCode: systemCode)
  }

  /// Rejects empty names, and names that C would read differently from Swift.
  func validate(name: String, _ what: String) throws(HDF5Error) {
    if name.isEmpty { throw error(.invalidArgument, "the \(what) is empty") }
    if name.utf8.contains(0) { throw error(.invalidArgument, "the \(what) has a NUL character in it") }
  }

  /// Rejects an allocation of more memory than the machine has: a damaged header can claim any size, and an allocation
  /// that fails ends the process.
  func validateAllocation(of count: Int, byteCountEach: Int) throws(HDF5Error) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: byteCountEach)
    let memory = ProcessInfo.processInfo.physicalMemory
    guard overflow || UInt64(bytes) > memory else { return }
    let size = overflow ? "more bytes than can be counted" : "\(bytes) bytes"
    throw error(.wrongCount, "\(count) elements need \(size), more than this machine's memory; read them in parts")
  }
}
