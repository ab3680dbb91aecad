import FoundationEssentials
import SPBasics
import SPRecordings

/// The files that `swingpipe export` writes into a folder in addition to the tables of the streams.
struct ExportedRecording: Sendable {
  /// Facts about the recording and its streams.
  let header: RecordingHeader
  private let folder: String

  /// Whether a folder was made by an export. Such a folder has a recording.json.
  static func isOne(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + RecordingHeader.fileName)
  }

  /// Reads a folder; nil if it is not an export.
  /// - Throws: `ImportError` if its recording.json cannot be understood; `FileError`.
  init?(_ folder: String) throws {
    guard Self.isOne(folder) else { return nil }
    let path = folder + "/" + RecordingHeader.fileName
    let data = Data(try WholeFile.read(path))
    do {
      header = try JSONDecoder().decode(RecordingHeader.self, from: data)
    } catch let DecodingError.dataCorrupted(context) {
      throw ImportError(path: path, context.debugDescription)
    } catch {
      throw ImportError(path: path, "is not as swingpipe export writes it; expected the attributes of a recording")
    }
    self.folder = folder
  }

  /// The labels in the folder; nil without labels.
  /// - Throws: `LabelFileError` or `FileError` if they cannot be read; the system's error if the folder cannot be
  ///   listed.
  func annotations(on timeline: LabelTimeline) throws -> Annotations? {
    var found: Annotations?
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let files = names.compactMap { name in LabelCSV.kind(ofFile: name).map { (name, $0) } }
    for (name, kind) in files.sorted(by: { ($0.1, $0.0) < ($1.1, $1.0) }) {
      let labels = try LabelTrack(contentsOf: folder + "/" + name).annotations(
        words: LabelWords([:], unnamed: kind), on: timeline, isTrusted: true)
      found = found?.joined(with: labels) ?? labels
    }
    return found
  }
}
