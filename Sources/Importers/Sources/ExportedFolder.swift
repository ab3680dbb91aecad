import Files
import Foundation
import Recordings

/// What `swingpipe export --csv` puts beside the tables of a recording.
struct ExportedFolder {
  /// The file with facts about the recording as a whole.
  static let factsName = "recording.json"

  /// The recording's attributes.
  let attributes: RecordingAttributes
  /// For each stream what its stamps and samples do not tell.
  let streams: [String: StreamFacts]

  /// What is known of a stream beside its rows.
  struct StreamFacts: Decodable {
    var nominalRateHz: Double?
    var rangeG: Double?

    private enum CodingKeys: String, CodingKey {
      case nominalRateHz = "nominal_rate_hz"
      case rangeG = "range_g"
    }
  }

  private struct Streams: Decodable {
    var streams: [String: StreamFacts]?
  }

  /// Reads a folder; nil where it is none of an export.
  /// - Throws: ``ImportError`` where the file cannot be understood, `FileError`.
  init?(_ folder: String) throws {
    let path = folder + "/" + Self.factsName
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = Data(try WholeFile.read(path))
    do {
      attributes = try JSONDecoder().decode(RecordingAttributes.self, from: data)
      streams = try JSONDecoder().decode(Streams.self, from: data).streams ?? [:]
    } catch {
      throw ImportError(path: path, line: 1, "is not as swingpipe export writes it: \(error)")
    }
  }

  /// The files with labels, which are no streams.
  static let labelNames: Set<String> = ["swings.csv", "ignore.csv", "distractors.csv"]
}
