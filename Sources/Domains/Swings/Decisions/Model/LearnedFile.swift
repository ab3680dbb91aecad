import FoundationEssentials

/// A model or reference that was learned from recordings, stored as JSON with the name and the version of its format.
package protocol LearnedFile: Codable {
  /// The name of the content, for messages.
  static var noun: String { get }
  /// The name of the file format.
  static var formatName: String { get }
  /// The version that is read and written.
  static var formatVersion: Int { get }
}

/// An error for a file without the expected content, or that this version cannot use.
public struct LearnedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The content found and the content expected.
  public var description: String
}

private struct LearnedFileHeader: Decodable {
  var format: String?
  var version: Int?
}

extension LearnedFile {
  /// The header of JSON that claims to be such a file; else nil.
  private static func header(of json: Data) -> LearnedFileHeader? {
    guard let header = try? JSONDecoder().decode(LearnedFileHeader.self, from: json) else { return nil }
    return header.format == formatName ? header : nil
  }

  /// Whether JSON claims to be such a file of any version, even if it cannot be used.
  static func isClaimed(by json: Data) -> Bool { header(of: json) != nil }

  /// Checks the name and the version of the format.
  static func checkHeader(of json: Data) throws(LearnedFileError) {
    guard let header = header(of: json) else {
      throw LearnedFileError(description: "it holds no \(noun): expected JSON with \"format\": \"\(formatName)\"")
    }
    guard header.version == formatVersion else {
      let found = header.version.map(String.init) ?? "none"
      throw LearnedFileError(description: "expected a \(noun) of version \(formatVersion), found \(found)")
    }
  }

  /// The JSON for a file.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}
