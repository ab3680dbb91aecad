import Swings
import Tables

/// The leading columns of a table, which identify the recording of a row.
public enum IdentifyingColumns: Sendable {
  /// The identifier alone, for tables with many rows per recording.
  case recording
  /// The identifier and the subject.
  case subject
  /// All attributes of the subject and the recording.
  case wearer

  private var definitions: [ColumnDefinition<RecordingIdentity>] {
    let wearer: [ColumnDefinition<RecordingIdentity>] =
      switch self {
      case .recording: []
      case .subject: IdentityColumns.wearer.filter { $0.description.name == "subject_id" }
      case .wearer: IdentityColumns.wearer
      }
    return [IdentityColumns.recordingID] + wearer
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
