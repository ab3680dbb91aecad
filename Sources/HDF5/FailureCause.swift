/// Plain words for the failures that the library reports often.
struct FailureCause {
  /// The sort of failure.
  let kind: HDF5Error.Kind
  /// The cause in plain words.
  let reason: String

  /// Finds the cause in an error stack; the messages are those of HDF5 1.10 to 1.14.
  init(stack: [String]) {
    if let entry = stack.first(where: { $0.contains("truncated file") }) {
      self.init(kind: .truncated, reason: Self.truncation(entry))
      return
    }
    for (fragment, cause) in Self.known where stack.contains(where: { $0.contains(fragment) }) {
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

  /// Fragments of messages, the telling ones before the general ones.
  private static let known: [(String, FailureCause)] = [
    ("Fletcher32 checksum", .init(kind: .damaged, reason: "a chunk's checksum does not match: the data are damaged")),
    ("inflate() failed", .init(kind: .damaged, reason: "a chunk cannot be decompressed: the data are damaged")),
    ("is not registered", .init(kind: .unsupported, reason: "this HDF5 library lacks a filter that the data need")),
    ("can't open directory or file", .init(kind: .unsupported, reason: "a filter that the data need is not installed")),
    ("unable to lock file", .init(kind: .noAccess, reason: "another program holds a lock on the file")),
    ("No space left on device", .init(kind: .noAccess, reason: "the disk is full")),
    ("Permission denied", .init(kind: .noAccess, reason: "the system denies access")),
    ("Read-only file system", .init(kind: .noAccess, reason: "the file system is read-only")),
    ("already open", .init(kind: .noAccess, reason: "the file is open elsewhere in this program")),
    (
      "superblock version",
      .init(kind: .unsupported, reason: "the file is damaged or was written by a newer version of HDF5")
    ),
    ("no appropriate function for conversion path", .init(kind: .wrongType, reason: "the types cannot be converted")),
    ("memory allocation failed", .init(kind: .library, reason: "there is not enough memory")),
    ("superblock", .init(kind: .damaged, reason: "the file's header is damaged")),
  ]

  /// Fragments of messages about metadata that cannot be as they are.
  private static let damages = [
    "signature", "metadata checksum", "version number", "addr overflow", "past end", "exceeds EOA", "respect to EOA",
    "temporary file space", "corrupt", "not aligned", "free list", "ran off the end", "exceeds buffer size",
    "unable to decode", "can't decode", "can't deserialize", "local heap",
  ]

  /// The sizes out of "truncated file: eof = 9, sblock->base_addr = 0, stored_eof = 12".
  private static func truncation(_ entry: String) -> String {
    func number(after label: String) -> String? {
      guard let range = entry.range(of: label) else { return nil }
      let digits = entry[range.upperBound...].prefix { $0.isNumber }
      return digits.isEmpty ? nil : String(digits)
    }
    guard let actual = number(after: ": eof = "), let stored = number(after: "stored_eof = ") else {
      return "the file is truncated"
    }
    return "the file is truncated: it has \(actual) bytes where its header says \(stored)"
  }
}
