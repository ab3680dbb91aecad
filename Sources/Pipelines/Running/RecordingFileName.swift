import SPTables

/// The name of a recording's output files: its identifier, with characters that file systems do not accept written as
/// `%XX`.
///
/// Letters (of any script), digits, spaces and most punctuation stay. Encoded are `/`, `\`, `%`, `:`, control
/// characters, marks that turn the direction of writing, and a dot at the start. Different identifiers therefore have
/// different names. No file is hidden, or outside of its folder.
package struct RecordingFileName: Hashable, Sendable {
  /// The name, without an extension.
  package let text: String

  /// Extensions of recordings in folders.
  package static let extensions: Set<String> = ["h5", "hdf5", "hdf", "he5", "mat", "nc", "nc4", "nwb"]

  /// Whether a file's name has an extension of recordings, in upper or lower case.
  package static func isRecording(_ name: String) -> Bool {
    extensions.contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// File systems allow 255 bytes. Extensions and temporary names need some of them.
  private static let maxBytes = 160

  /// The beginning of a name that is too long, with a hash (FNV-1a, 64 bits) of the whole name.
  private static func shortened(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    var beginning = text
    while beginning.utf8.count > maxBytes - 20 { beginning.removeLast() }
    return "\(beginning)~\(String(hash, radix: 16))"
  }

  /// Whether an identifier needs no encoding: it has only letters, digits, `-`, `_` and dots in ASCII.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, first != UInt8(ascii: "."), bytes.count <= maxBytes else { return false }
    return bytes.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".")
    }
  }

  package init(_ recordingID: String) {
    guard !Self.isPlain(recordingID) else {
      text = recordingID
      return
    }
    var text = ""
    for scalar in recordingID.unicodeScalars {
      let isHidden = scalar == "." && text.isEmpty
      let isUnsafe = scalar.isControlOfText || "/\\%:".unicodeScalars.contains(scalar)
      if isHidden || isUnsafe {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        text += "%" + (hex.count < 2 ? "0" + hex : hex)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    self.text = text.isEmpty ? "%" : text.utf8.count <= Self.maxBytes ? text : Self.shortened(text)
  }
}
