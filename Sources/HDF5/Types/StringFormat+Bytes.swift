/// Strings and their padding as bytes.
extension StringFormat {
  /// The message for a string whose bytes are not text.
  static let isNotUTF8 = "a string is not valid UTF-8, though it is declared to be"

  /// The byte that fills the space after a shorter string.
  var filler: UInt8 { padding == .spacePadded ? UInt8(ascii: " ") : 0 }

  /// The text in the space of a fixed string; nil if it is not valid.
  func text(of room: ArraySlice<UInt8>) -> String? { decoded(trimmed(room)) }

  /// The bytes of a fixed string without its padding.
  func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard padding != .nullTerminated else { return bytes.prefix { $0 != 0 } }
    guard let last = bytes.lastIndex(where: { $0 != filler }) else { return [] }
    return bytes[...last]
  }

  /// Decodes UTF-8, or else Latin-1 where ASCII is declared: makers store degree signs and exponents that way.
  func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard characterSet == .ascii else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Why a text cannot be stored in the format; nil where it can.
  func refusal(of text: String) -> (kind: HDF5Error.Kind, reason: String)? {
    if text.utf8.contains(0) { return (.invalidArgument, "a string has a NUL character in it") }
    if characterSet == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) {
      return (.invalidArgument, "\"\(text)\" is not ASCII")
    }
    guard let byteCount else { return nil }
    let room = padding == .nullTerminated ? byteCount - 1 : byteCount
    guard text.utf8.count > room else { return nil }
    return (.wrongCount, "\"\(text)\" has \(text.utf8.count) bytes, but there is room for \(room)")
  }
}
