import Tables

/// A recording in a report.
public struct ReportRecording: Hashable, Sendable {
  /// The state of a recording.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Its tables exist and were made by the run's pipeline.
    case done
    /// Its run failed.
    case failed
    /// Its tables are gone, damaged, or were made with other options.
    case stale
    /// It was not run yet.
    case missing
  }

  /// Its identifier.
  public var recordingID: String
  /// Its file.
  public var path: String
  /// Its state.
  public var state: State
  /// The reasons for its state, unless it is done.
  public var causes: [String] = []
  /// Its warnings.
  public var warnings: [String] = []
  /// Identifier of the subject.
  public var subject: String?
  /// Sport.
  public var sport: String?
  /// Whether it states another sport than the pipeline is for.
  public var isOfOtherSport = false
  /// The wrist that wore the sensor.
  public var wrist: String?
  /// The instant at which it began, as ISO 8601 in UTC; nil if unknown.
  public var recordedAt: String?
  /// How far the local time that it states is ahead of UTC, in s; nil if it states none.
  public var utcOffsetS: Int?
  /// Its output folder, if a report covers several.
  public var run: String?
  /// Its identifier, behind its output folder if a report covers several: they may have recordings of one identifier.
  public var name: String { run.map { "\($0), \(recordingID)" } ?? recordingID }
  /// Its counts and measurements.
  public var figures: [RecordingFigure: Double] = [:]

  /// Makes a recording without further information.
  public init(recordingID: String, path: String, state: State) {
    self.recordingID = recordingID
    self.path = path
    self.state = state
  }
}

extension RecordingFigure {
  /// How many rows there are of a kind, or of a table.
  /// - Parameters:
  ///   - term: the word for it, with its meaning.
  ///   - position: its position among other counts.
  static func count(_ term: RowDescription.Term, position: Int) -> Self {
    Self(term.title, term.meaning, place: 10 + position)
  }

  /// How many rows have a flag, by the word for several of them.
  static func flagged(_ plural: String) -> Self {
    Self(
      "Flagged \(plural)",
      "\(plural.capitalizedFirst) with a flag, which limits trust in them; the pictures say which.", place: 91,
      isBestZero: true)
  }

  /// Remarks of the run.
  static let warnings = Self("Warnings", "Remarks of the run, listed below the table.", place: 92, isBestZero: true)
}
