import Swings
import Tables

extension RecordingIdentity {
  /// Columns of a table with the recording's identifier in front, and the wearer's where a row is about them.
  func columns<Row>(
    before columns: [ColumnDefinition<Row>], withSubject: Bool = false
  ) -> [ColumnDefinition<Row>] {
    let subject = IdentityColumns.wearer.filter { $0.description.name == "subject_id" }
    return ([IdentityColumns.recordingID] + (withSubject ? subject : [])).map { $0.map { _ in self } } + columns
  }
}

/// The descriptions of columns that ``RecordingIdentity/columns(before:withSubject:)`` makes.
func headSchema<Row>(_ columns: [ColumnDefinition<Row>], withSubject: Bool = false) -> [ColumnDescription] {
  RecordingIdentity(recordingID: "").columns(before: columns, withSubject: withSubject).map(\.description)
}
