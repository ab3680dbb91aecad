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
  /// The wrist that wore the sensor.
  public var wrist: String?
  /// The instant at which it began, as ISO 8601 in UTC; nil if unknown.
  public var recordedAt: String?
  /// Its output folder, if a report covers several.
  public var run: String?
  /// Its counts and measurements.
  public var figures: [RecordingFigure: Double] = [:]

  /// Makes a recording without further information.
  public init(recordingID: String, path: String, state: State) {
    self.recordingID = recordingID
    self.path = path
    self.state = state
  }
}

/// A count or measurement of a recording: a column of the table of recordings.
public struct RecordingFigure: Hashable, Sendable {
  /// The heading of its column, with the unit.
  public let title: String
  /// Its meaning.
  public let meaning: String
  /// The place of its column, from left to right. Columns of one place are in the order of their titles.
  let place: Int
  /// Digits after the point.
  let decimals: Int
  /// Whether it is best 0.
  let isBestZero: Bool

  private init(_ title: String, _ meaning: String, place: Int, decimals: Int = 0, isBestZero: Bool = false) {
    self.title = title
    self.meaning = meaning
    self.place = place
    self.decimals = decimals
    self.isBestZero = isBestZero
  }

  /// How many rows there are of a kind, or of a table.
  /// - Parameters:
  ///   - term: the word for it, with its meaning.
  ///   - position: its position among other counts.
  public static func count(_ term: RowDescription.Term, position: Int) -> Self {
    Self(term.title, term.meaning, place: 10 + position)
  }

  /// How many rows have a flag, by the word for several of them.
  public static func flagged(_ plural: String) -> Self {
    Self(
      "Flagged \(plural)",
      "\(plural.capitalizedFirst) with a flag, which limits trust in them; the pictures say which.", place: 91,
      isBestZero: true)
  }

  /// Recorded time, in s.
  public static let durationS = Self("Length, s", "Recorded time, without gaps.", place: 0)
  /// Samples of the acceleration in a second.
  public static let accelerationHz = Self(
    "Accel., Hz", "Measured rate of the acceleration, in samples per second.", place: 80, decimals: 1)
  /// Samples of the device motion in a second.
  public static let motionHz = Self(
    "Motion, Hz", "Measured rate of the device motion, in samples per second.", place: 81, decimals: 1)
  /// Stretches without samples.
  public static let gaps = Self(
    "Gaps", "Stretches that are missing from either stream; nothing is found across them.", place: 82, isBestZero: true)
  /// Single samples that are missing.
  public static let lostSamples = Self(
    "Lost samples", "Single samples that are missing from either stream; harmless in small numbers.", place: 83)
  /// Timestamps that repeat or step back.
  public static let clockFaults = Self(
    "Clock faults", "Timestamps that repeat or step back.", place: 84, isBestZero: true)
  /// How late the motion is, in ms.
  public static let offsetMS = Self(
    "Clock offset, ms",
    "How late the timestamps of the motion are against those of the acceleration; times to contact shift as much.",
    place: 85, decimals: 1)
  /// Fraction of contacts at the sensor's limit, in percent.
  public static let saturatedPercent = Self(
    "Clipped, %", "Fraction of the contacts that reached the sensor's limit, so that peaks are too low.", place: 90,
    isBestZero: true)
  /// Remarks of the run.
  public static let warnings = Self(
    "Warnings", "Remarks of the run, listed below the table.", place: 92, isBestZero: true)
}
