import SPBasics

/// The lines of a file of labels, without blank lines and comments.
struct LabelText {
  struct Line {
    /// The line's number in the file, from 1.
    var number: Int
    var text: String

    /// The cells between tabs.
    var cells: [String] { text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// A larger file cannot be labels: one label per second for ten hours is 2 MB.
  static let maxBytes = 1 << 26

  let path: String
  let lines: [Line]

  /// Reads a file.
  /// - Throws: `FileError`, or `LabelFileError` for a file that is not UTF-8 text or too large.
  init(contentsOf path: String) throws {
    var bytes: [UInt8] = []
    try WholeFile.read(path) { block in
      bytes += block
      guard bytes.count <= Self.maxBytes else {
        throw LabelFileError(path: path, "is larger than 64 MiB; expected a file of labels")
      }
      return true
    }
    try self.init(bytes, path: path)
  }

  /// Reads the bytes of a file.
  /// - Throws: `LabelFileError` for bytes that are not UTF-8 text.
  init(_ bytes: [UInt8], path: String) throws(LabelFileError) {
    self.path = path
    guard !bytes.isEmpty else { throw LabelFileError(path: path, "is empty; expected a file of labels") }
    if let fault = Self.signatureFault(bytes) { throw LabelFileError(path: path, fault) }
    lines = try Self.lines(bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...], path: path)
    if let first = lines.first, first.text.hasPrefix("<") { throw Self.xmlError(path, lines) }
    guard !lines.isEmpty else { throw LabelFileError(path: path, "has no line with text; expected labels") }
  }

  /// U+FEFF, which some editors write at the start of UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// First bytes of files that are not text, and the messages for them.
  private static let signatures: [(bytes: [UInt8], fault: String)] = [
    ([0xFF, 0xFE], utf16), ([0xFE, 0xFF], utf16),
    ([0x89] + Array("HDF".utf8), "is HDF5; expected a text file of labels"),
    (Array("PK\u{3}\u{4}".utf8), "is an archive, as spreadsheets are; expected text: save it as CSV"),
  ]
  private static let utf16 = "is in UTF-16; expected UTF-8: save it as UTF-8"

  private static func signatureFault(_ bytes: [UInt8]) -> String? {
    if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.fault }
    let zeros = bytes.prefix(512).indices.filter { bytes[$0] == 0 }
    // In plain text in UTF-16 every other byte is 0.
    if zeros.count > 1, zeros.count >= min(bytes.count, 512) / 3, Set(zeros.map { $0 % 2 }).count == 1 { return utf16 }
    return bytes.contains(0) ? "is not text; expected a file of labels" : nil
  }

  private static func lines(_ bytes: ArraySlice<UInt8>, path: String) throws(LabelFileError) -> [Line] {
    var lines: [Line] = []
    var number = 0
    var rest = bytes
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
      let line = rest[..<end]
      let text = String(decoding: line, as: UTF8.self)
      guard text.utf8.elementsEqual(line) else {
        throw LabelFileError(path: path, line: number, "is not UTF-8; expected the file to be saved as UTF-8")
      }
      let said = text.trimmed
      // ELAN writes information about its media in quotes.
      if !said.isEmpty, !said.hasPrefix("#"), !said.hasPrefix("\"#") { lines.append(Line(number: number, text: text)) }
      let isPair = end + 1 < rest.endIndex && rest[end] == 0x0D && rest[end + 1] == 0x0A
      rest = end < rest.endIndex ? rest[(end + (isPair ? 2 : 1))...] : []
    }
    return lines
  }

  private static func xmlError(_ path: String, _ lines: [Line]) -> LabelFileError {
    let isELAN = lines.prefix(5).contains { $0.text.contains("ANNOTATION_DOCUMENT") }
    return LabelFileError(
      path: path, line: lines.first?.number,
      isELAN
        ? "is an ELAN document; expected its export: in ELAN, File > Export As > Tab-delimited Text"
        : "is XML or HTML; expected a text file of labels")
  }
}

/// Numbers in files of labels.
enum LabelNumber {
  /// A finite number; nil for anything else.
  static func value(_ text: String, decimalComma: Bool) -> Double? {
    let plain = text.trimmed
    let isNumeric = plain.allSatisfy { $0.isASCII && ($0.isNumber || "+-.,eE".contains($0)) }
    guard isNumeric, let value = Double(decimalComma ? plain.replacing(",", with: ".") : plain), value.isFinite else {
      return nil
    }
    return value
  }
}

/// Why a file of labels cannot be used: the file, the line, the fault and the expected input.
public struct LabelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// The fault and the expected input.
  public var message: String
  /// What the user must add to make the file readable, if known.
  public var remedy: Remedy?

  /// Information that the user can give about a file.
  public enum Remedy: Hashable, Sendable {
    /// The meaning of unknown texts, in the file's order.
    case words([String])
    /// The origin of the times.
    case clock
    /// The tier to read.
    case tier
  }

  /// Makes an error.
  public init(path: String, line: Int? = nil, remedy: Remedy? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.remedy = remedy
    self.message = message
  }

  /// One line: `file:line: message`.
  public var description: String { (line.map { "\(path):\($0)" } ?? path) + ": " + message }
}
