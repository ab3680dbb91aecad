import FoundationEssentials
import SPBasics
import SPRecordings

/// The content of `recording.json`: the attributes of the recording and of each stream, which the CSV tables lack.
package struct RecordingHeader: Hashable, Sendable, Codable {
  /// The file's name in a folder of an exported recording.
  package static let fileName = "recording.json"

  /// The attributes of a stream.
  package struct Stream: Hashable, Sendable, Codable {
    /// The rate that the recording states, in Hz.
    package var nominalRateHz: Double?
    /// The sensor's range, in g.
    package var rangeG: Double?

    private enum CodingKeys: String, CodingKey {
      case nominalRateHz = "nominal_rate_hz"
      case rangeG = "range_g"
    }
  }

  /// The facts about the recording as a whole.
  package var attributes: RecordingAttributes
  /// The steps that made the recording, one line each, oldest first.
  package var history: [String]
  /// The streams that have tables.
  package var streams: [StreamName: Stream]
  /// The hashes of the tables of labels as they were exported, by the names of their files; nil if they are not known.
  package var labelTables: [String: ContentHash]?

  package init(
    _ attributes: RecordingAttributes, history: [String] = [], streams: [RecordingStream],
    labelTables: [String: ContentHash]? = nil
  ) {
    self.attributes = attributes
    self.history = history
    self.streams = Dictionary(
      uniqueKeysWithValues: streams.map { ($0.name, Stream(nominalRateHz: $0.nominalRateHz, rangeG: $0.rangeG)) })
    self.labelTables = labelTables
  }

  private enum CodingKeys: String, CodingKey {
    case format
    case formatVersion = "format_version"
    case history, streams
    case labelTables = "label_tables"
  }

  /// Reads a header; the attributes are among its own keys, as at the root of a recording.
  /// - Throws: `DecodingError`, also for another format or version.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(String.self, forKey: .format)
    guard format == NativeLayout.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container,
        debugDescription: "the format is \"\(format)\"; expected \"\(NativeLayout.format)\"")
    }
    let version = try container.decode(Int.self, forKey: .formatVersion)
    guard version == NativeLayout.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .formatVersion, in: container,
        debugDescription: "the version is \(version); this program reads version \(NativeLayout.version)")
    }
    streams = try container.decodeIfPresent([StreamName: Stream].self, forKey: .streams) ?? [:]
    history = try container.decodeIfPresent([String].self, forKey: .history) ?? []
    labelTables = try container.decodeIfPresent([String: ContentHash].self, forKey: .labelTables)
    attributes = try RecordingAttributes(from: decoder)
  }

  /// Writes a header.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(NativeLayout.format, forKey: .format)
    try container.encode(NativeLayout.version, forKey: .formatVersion)
    try container.encode(streams, forKey: .streams)
    if !history.isEmpty { try container.encode(history, forKey: .history) }
    try container.encodeIfPresent(labelTables, forKey: .labelTables)
    try attributes.encode(to: encoder)
  }

  /// The file's content: indented, with sorted keys, and always the same for the same header.
  /// - Throws: `EncodingError` for a number that is not finite.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
