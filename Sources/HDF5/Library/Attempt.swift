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

/// The library's account of its last failure on this thread.
enum ErrorStack {
  /// The entries of the current stack, innermost call first, each as "function: message".
  ///
  /// To be called directly after the failing call: the next call of the library on the thread wipes the stack.
  static func current() -> [String] {
    var entries: [String] = []
    withUnsafeMutablePointer(to: &entries) { pointer in
      _ = H5Ewalk2(chdf5_current_stack(), H5E_WALK_UPWARD, { collectEntry($1, $2) }, pointer)
    }
    return entries
  }

  /// The system's error number in the innermost entry that has one: "file read failed: time = ..., filename = 'a.h5',
  /// file descriptor = 3, errno = 5, error message = 'Input/output error', ...".
  static func systemCode(_ stack: [String]) -> Int32? {
    for entry in stack {
      // The last one: the name of the file comes before it, and may hold anything.
      guard let label = entry.ranges(of: "errno = ").last else { continue }
      if let code = Int32(entry[label.upperBound...].prefix { $0.isNumber }), code > 0 { return code }
    }
    return nil
  }

  /// The messages that say most about the cause: the two innermost, without the functions, and without the addresses
  /// and times of a failed read or write.
  static func innermost(_ stack: [String]) -> [String] {
    stack.prefix(2).map { entry in
      let entry = entry.firstRange(of: ": time = ").map { String(entry[..<$0.lowerBound]) } ?? entry
      guard let colon = entry.firstIndex(of: ":") else { return entry }
      return String(entry[entry.index(after: colon)...].drop { $0 == " " })
    }
  }
}

/// Appends one entry of an error stack to the array that `data` points to.
private func collectEntry(_ entry: UnsafePointer<H5E_error2_t>?, _ data: UnsafeMutableRawPointer?) -> herr_t {
  guard let entry, let entries = data?.assumingMemoryBound(to: [String].self) else { return 0 }
  let function = entry.pointee.func_name.map { String(cString: $0) } ?? "HDF5"
  let message = entry.pointee.desc.map { String(cString: $0) } ?? ""
  entries.pointee.append("\(function): \(message)")
  return 0
}
