import Files
import Foundation
import Recordings

/// What `swingpipe export --csv` puts into a folder beside the tables of the streams.
struct ExportedRecording: Sendable {
  /// Facts about the recording and its streams.
  let header: RecordingHeader
  private let folder: String

  /// Whether a folder has been made by an export.
  static func isOne(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + RecordingHeader.fileName)
  }

  /// Reads a folder; nil where it is none of an export.
  /// - Throws: ``ImportError`` where the file cannot be understood, `FileError`.
  init?(_ folder: String) throws {
    guard Self.isOne(folder) else { return nil }
    let path = folder + "/" + RecordingHeader.fileName
    let data = Data(try WholeFile.read(path))
    do {
      header = try JSONDecoder().decode(RecordingHeader.self, from: data)
    } catch let DecodingError.dataCorrupted(context) {
      throw ImportError(path: path, context.debugDescription)
    } catch {
      throw ImportError(path: path, "is not as swingpipe export writes it; expected the facts about a recording")
    }
    self.folder = folder
  }

  /// The labels in the folder; nil without any.
  /// - Throws: `LabelFileError` or `FileError` where they cannot be read.
  func annotations(on timeline: LabelTimeline) throws -> Annotations? {
    let kinds: [LabelKind] = [.hit, .ignore, .distractor]
    var found: Annotations?
    for (name, kind) in zip(LabelCSV.fileNames, kinds) {
      let path = folder + "/" + name
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let labels = try LabelTrack(contentsOf: path).annotations(
        words: LabelWords([:], unnamed: kind), on: timeline, isTrusted: true)
      found = found ?? Annotations()
      if kind.isSwing { found?.hasSwingLabels = true }
      found?.swings += labels.swings
      found?.ignored += labels.ignored
      found?.distractors += labels.distractors
    }
    return found
  }
}
