import CHDF5

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
