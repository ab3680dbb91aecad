import SPBasics
import SPPipelines

/// The result of an earlier run, which is in its status file. What every run needs of it is in memory, too: reading the
/// files of thousands of recordings again would take longer than all else that a run with nothing to do does.
final class FiledResult: Hashable, Sendable {
  /// The files.
  let files: StatusFiles
  /// The recording.
  let recordingID: String
  /// How the run ended.
  let ending: RecordingReport.Status
  /// Its warnings.
  let warnings: [String]
  /// What its stages noted, if it is done.
  let notes: PackedNotes?
  /// Of each table its name, path and hash. A path that follows from name and recording is kept as its
  /// extension, with the point before it; another one has a slash before it.
  private let tables: PackedTexts

  /// - Parameter known: the names of notes that recordings have shared so far.
  init(_ status: RecordingStatus, in files: StatusFiles, sharing known: inout PackedNotes.KnownNames) {
    self.files = files
    (recordingID, ending, warnings) = (status.recordingID, status.status, status.warnings)
    notes = ending == .done ? PackedNotes(status.stages, sharing: &known) : nil
    let id = status.recordingID
    tables = PackedTexts(
      status.tables.flatMap { made in
        // By bytes: Strings that differ only in how Unicode composes their letters are equal, but different paths.
        let (usual, path) = (Self.usualPath(id, made.table).utf8, made.path.utf8)
        let end = path.starts(with: usual) ? String(Substring(path.dropFirst(usual.count))) : ""
        return [
          made.table, end.hasPrefix(".") && !end.utf8.contains(UInt8(ascii: "/")) ? end : "/" + made.path,
          made.hash.text,
        ]
      })
  }

  /// The path of a table, without its extension.
  private static func usualPath(_ recordingID: String, _ table: String) -> String {
    "\(table)/\(RecordingFileName(recordingID).text)"
  }

  /// The result.
  /// - Throws: `OutputFolder.Unreadable` or `FileError` if its file cannot be read any more.
  func status() throws -> RecordingStatus { try files.output.status(of: recordingID, having: RecordingStatus.self) }

  /// Its tables, for joining.
  var tablesToJoin: RecordingStatus.Tables {
    let tables = tables.groups(of: 3).map {
      RecordingStatus.Tables.Table(
        table: $0[0],
        path: $0[1].hasPrefix("/") ? String($0[1].dropFirst()) : Self.usualPath(recordingID, $0[0]) + $0[1],
        hash: ContentHash(digits: $0[2]))
    }
    return RecordingStatus.Tables(recordingID: recordingID, tables: Array(tables))
  }

  static func == (one: FiledResult, other: FiledResult) -> Bool {
    one.files == other.files && one.recordingID == other.recordingID && one.ending == other.ending
      && one.warnings == other.warnings && one.notes == other.notes && one.tables == other.tables
  }

  func hash(into hasher: inout Hasher) { hasher.combine(recordingID) }
}
