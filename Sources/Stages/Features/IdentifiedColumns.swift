import Recordings
import Swings
import Tables

/// The columns in front of a table's own, which say which recording a row is of.
public enum IdentifyingColumns: Sendable {
  /// The identifier alone, for rows of which a recording has many.
  case recording
  /// The identifier and who was recorded.
  case subject
  /// All that is known of who was recorded, and how.
  case wearer

  private var definitions: [ColumnDefinition<RecordingIdentity>] {
    let wearer: [ColumnDefinition<RecordingIdentity>] =
      switch self {
      case .recording: []
      case .subject: IdentityColumns.subject.filter { $0.description.name == "subject_id" }
      case .wearer: IdentityColumns.subject
      }
    return [IdentityColumns.recordingID] + wearer
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
