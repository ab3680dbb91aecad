import Glibc
import SPBasics

/// Plain words for the failures that the library reports often.
struct FailureCause {
  /// The sort of failure.
  let kind: HDF5Error.Kind
  /// The cause in plain words.
  let reason: String

  /// Finds the cause in an error stack. It knows the messages of HDF5 1.10 to 1.14.
  init(stack: [String]) {
    if let entry = stack.first(where: { $0.contains("truncated file") }) {
      self.init(kind: .truncated, reason: Self.truncation(entry))
      return
    }
    if let cause = Self.cause(in: Self.refusals, stack) {
      self = cause
      return
    }
    // Check this first: otherwise a header that could not be read would count as damaged.
    if let code = ErrorStack.systemCode(stack), isWorthRetrying(systemCode: code) {
      self.init(kind: .noAccess, reason: "the system says: \(String(cString: strerror(code)))")
      return
    }
    if stack.contains(where: { $0.contains("memory allocation failed") }) {
      self = Self.shortage
      return
    }
    if let cause = Self.cause(in: Self.known, stack) {
      self = cause
      return
    }
    let isDamaged = stack.contains { entry in Self.damages.contains { entry.contains($0) } }
    self.init(
      kind: isDamaged ? .damaged : .library,
      reason: isDamaged ? "the file's structure is damaged" : "the HDF5 library failed")
  }

  private init(kind: HDF5Error.Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  private static func cause(in causes: [(String, FailureCause)], _ stack: [String]) -> FailureCause? {
    causes.first { fragment, _ in stack.contains { $0.contains(fragment) } }?.1
  }

  /// Why the library got no memory. If there is enough memory for ordinary work, the library requested the size that a
  /// damaged file claims, and a retry would fail as well.
  private static var shortage: FailureCause {
    guard let ordinary = malloc(64 << 20) else { return .init(kind: .library, reason: "there is not enough memory") }
    free(ordinary)
    return .init(kind: .damaged, reason: "it claims more than there is memory for: the file's structure is damaged")
  }

  /// Fragments of messages that repeat an error of the system.
  private static let refusals: [(String, FailureCause)] = [
    ("unable to lock file", .init(kind: .noAccess, reason: "another program holds a lock on the file")),
    ("No space left on device", .init(kind: .noAccess, reason: "the disk is full")),
    ("Permission denied", .init(kind: .noAccess, reason: "the system denies access")),
    ("Read-only file system", .init(kind: .noAccess, reason: "the file system is read-only")),
  ]

  /// A structure of a version that the library does not know.
  private static let newer = FailureCause(
    kind: .unsupported,
    reason: "a newer HDF5 library wrote it, with structures that this one does not know (or it is damaged); "
      + "h5repack, or h5py with libver=(\"v110\", \"v110\"), rewrites it for this one")

  /// Fragments of other messages, the specific ones before the general ones.
  private static let known: [(String, FailureCause)] = [
    ("Fletcher32 checksum", .init(kind: .damaged, reason: "a chunk's checksum does not match: the data are damaged")),
    ("inflate() failed", .init(kind: .damaged, reason: "a chunk cannot be decompressed: the data are damaged")),
    ("is not registered", .init(kind: .unsupported, reason: "this HDF5 library lacks a filter that the data need")),
    ("can't open directory or file", .init(kind: .unsupported, reason: "a filter that the data need is not installed")),
    (
      "already open for",
      .init(
        kind: .noAccess,
        reason: "a program has it open for writing, or was killed with it open; when no program writes to it any more, "
          + "h5clear --status FILE repairs it")
    ),
    ("already open", .init(kind: .noAccess, reason: "the file is open elsewhere in this program")),
    (
      "superblock version",
      .init(kind: .unsupported, reason: "the file is damaged or was written by a newer version of HDF5")
    ),
    ("bad version number for", newer), ("unknown datatype version", newer), ("unknown layout version", newer),
    // HDF5 1.14.6 reports only this, whichever filter failed.
    (
      "filter returned failure",
      .init(
        kind: .damaged,
        reason: "a chunk's checksum does not match, or it cannot be decompressed: the data are damaged")
    ),
    ("no appropriate function for conversion path", .init(kind: .wrongType, reason: "the types cannot be converted")),
    ("superblock", .init(kind: .damaged, reason: "the file's header is damaged")),
  ]

  /// Fragments of messages about invalid metadata.
  private static let damages = [
    "signature", "metadata checksum", "version number", "addr overflow", "past end", "exceeds EOA", "respect to EOA",
    "temporary file space", "corrupt", "not aligned", "free list", "ran off the end", "exceeds buffer size",
    "unable to decode", "can't decode", "can't deserialize", "local heap",
  ]

  /// The sizes from "truncated file: eof = 9, sblock->base_addr = 0, stored_eof = 12".
  private static func truncation(_ entry: String) -> String {
    func number(after label: String) -> String? {
      guard let range = entry.firstRange(of: label) else { return nil }
      let digits = entry[range.upperBound...].prefix { $0.isNumber }
      return digits.isEmpty ? nil : String(digits)
    }
    guard let actual = number(after: ": eof = "), let stored = number(after: "stored_eof = ") else {
      return "the file is truncated"
    }
    return "the file is truncated: it has \(actual) bytes where its header says \(stored)"
  }
}
