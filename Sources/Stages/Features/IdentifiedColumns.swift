import Recordings
import Tables

/// The columns in front of a table's own, which say which recording a row is of.
public enum IdentifyingColumns: Sendable {
  /// The identifier alone, for rows of which a recording has many.
  case recording
  /// The identifier and who was recorded.
  case subjectID
  /// The identifier, who was recorded, in which sport, and on which wrist.
  case subject

  private var definitions: [ColumnDefinition<RecordingIdentity>] {
    switch self {
    case .recording: [IdentityColumns.recordingID]
    case .subjectID: [IdentityColumns.recordingID, IdentityColumns.subjectID]
    case .subject: [IdentityColumns.recordingID] + IdentityColumns.subject
    }
  }

  /// These columns, and then those of a table.
  func columns<Row>(of identity: RecordingIdentity, before own: [ColumnDefinition<Row>]) -> [ColumnDefinition<Row>] {
    definitions.map { $0.map { _ in identity } } + own
  }

  /// What the columns of such a table are called and mean.
  func schema<Row>(before own: [ColumnDefinition<Row>]) -> [ColumnDescription] {
    definitions.map(\.description) + own.map(\.description)
  }
}
