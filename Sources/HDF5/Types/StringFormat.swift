import CHDF5

/// How strings are stored.
package struct StringFormat: Sendable, Hashable {
  /// The padding of a string that is shorter than its space.
  package enum Padding: String, Sendable, Hashable, CaseIterable {
    /// A NUL, which takes a byte of the space. Bytes after the NUL have no meaning.
    case nullTerminated
    /// NULs up to the end of the space.
    case nullPadded
    /// Spaces up to the end of the space; spaces at the end of the string itself are lost.
    case spacePadded
  }

  /// The encoding that the file declares.
  package enum CharacterSet: String, Sendable, Hashable, CaseIterable {
    /// ASCII. Many makers store other bytes anyway. Such strings are read as UTF-8, or else as Latin-1.
    case ascii
    /// UTF-8.
    case utf8
  }

  /// The space of each string in bytes; nil for strings of variable length.
  package let byteCount: Int?
  /// The padding of a shorter string.
  package let padding: Padding
  /// The declared encoding.
  package let characterSet: CharacterSet

  /// UTF-8 strings of any length, as h5py writes them.
  package static let variable = StringFormat(byteCount: nil, padding: .nullTerminated, characterSet: .utf8)

  /// Strings of any length.
  package static func variable(_ characterSet: CharacterSet) -> StringFormat {
    StringFormat(byteCount: nil, padding: .nullTerminated, characterSet: characterSet)
  }

  /// The format for an attribute of these UTF-8 strings.
  ///
  /// It has the fixed length of the longest string, or variable length if an attribute could not hold them all.
  ///
  /// Strings of a fixed length are stored in place. Strings of variable length are stored in a separate heap. If the
  /// heap is damaged, HDF5 1.10 can loop endlessly.
  package static func fitting(_ texts: [String]) -> StringFormat {
    let byteCount = max(1, texts.map(\.utf8.count).max() ?? 1)
    return byteCount * texts.count <= largestAttributeByteCount ? .fixed(byteCount: byteCount) : .variable
  }

  /// HDF5's limit is 64 KiB with the attribute's name and type.
  private static let largestAttributeByteCount = 60_000

  /// Strings in a space of `byteCount` bytes each.
  package static func fixed(
    byteCount: Int, padding: Padding = .nullPadded, characterSet: CharacterSet = .utf8
  ) -> StringFormat {
    StringFormat(byteCount: byteCount, padding: padding, characterSet: characterSet)
  }
}

extension StringFormat {
  /// The format of a string type of the library.
  init(typeID: hid_t) {
    byteCount = H5Tis_variable_str(typeID) > 0 ? nil : H5Tget_size(typeID)
    padding =
      switch H5Tget_strpad(typeID) {
      case H5T_STR_NULLPAD: .nullPadded
      case H5T_STR_SPACEPAD: .spacePadded
      default: .nullTerminated
      }
    characterSet = H5Tget_cset(typeID) == H5T_CSET_UTF8 ? .utf8 : .ascii
  }

  /// The library's type of this format.
  func makeType(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    if let byteCount, byteCount < 1 {
      throw attempt.error(.invalidArgument, "strings of \(byteCount) bytes are not possible")
    }
    let type = try attempt.own(H5Tcopy(chdf5_c_string()))
    try attempt.check(H5Tset_size(type.id, byteCount ?? chdf5_variable_size()))
    let pad =
      switch padding {
      case .nullTerminated: H5T_STR_NULLTERM
      case .nullPadded: H5T_STR_NULLPAD
      case .spacePadded: H5T_STR_SPACEPAD
      }
    try attempt.check(H5Tset_strpad(type.id, pad))
    try attempt.check(H5Tset_cset(type.id, characterSet == .utf8 ? H5T_CSET_UTF8 : H5T_CSET_ASCII))
    return type
  }
}

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

  /// Decodes UTF-8. If ASCII is declared, other bytes are decoded as Latin-1: makers store degree signs and exponents
  /// that way.
  func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard characterSet == .ascii else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Why a text cannot be stored in the format; nil if it can.
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
