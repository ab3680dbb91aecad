import Recordings
import Tables

/// The leading columns of a table, which identify the recording of a row.
public enum IdentifyingColumns: Sendable {
  /// The identifier alone, for tables with many rows per recording.
  case recording
  /// The session's identifier alone, in the column that holds a recording's elsewhere.
  case session
  /// The identifier and the subject.
  case subjectID
  /// The identifier, the subject, the sport and the wrist.
  case subject

  private var definitions: [ColumnDefinition<RecordingIdentity>] {
    switch self {
    case .recording: [IdentityColumns.recordingID]
    case .session: [IdentityColumns.sessionID]
    case .subjectID: [IdentityColumns.recordingID, IdentityColumns.subjectID]
    case .subject: [IdentityColumns.recordingID] + IdentityColumns.subject
    }
  }

  /// These columns, and then those of a table.
  func columns<Row>(of identity: RecordingIdentity, before own: [ColumnDefinition<Row>]) -> [ColumnDefinition<Row>] {
    definitions.map { $0.map { _ in identity } } + own
  }

  /// The definitions of such a table's columns.
  func schema<Row>(before own: [ColumnDefinition<Row>]) -> [ColumnDescription] {
    definitions.map(\.description) + own.map(\.description)
  }
}
