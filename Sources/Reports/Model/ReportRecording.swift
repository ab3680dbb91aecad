/// A recording in a report.
public struct ReportRecording: Hashable, Sendable {
  /// How a recording is.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Its tables are there, of the run's pipeline.
    case done
    /// It could not be worked on.
    case failed
    /// Its tables are gone, damaged, or of other options.
    case stale
    /// It was not run yet.
    case missing
  }

  /// Its identifier.
  public var recordingID: String
  /// Its file.
  public var path: String
  /// How it is.
  public var state: State
  /// Why, for any state but done.
  public var causes: [String] = []
  /// What was odd about it.
  public var warnings: [String] = []
  /// Identifier of the wearer.
  public var subject: String?
  /// Sport.
  public var sport: String?
  /// The wrist that wore the sensor.
  public var wrist: String?
  /// What was counted and measured.
  public var figures: [RecordingFigure: Double] = [:]

  /// Makes a recording of which nothing more is known.
  public init(recordingID: String, path: String, state: State) {
    self.recordingID = recordingID
    self.path = path
    self.state = state
  }
}

/// What is counted and measured of a recording, in the order of the table.
public enum RecordingFigure: String, Hashable, Sendable, CaseIterable {
  case durationS, hits, misses, impacts, refused, accelerationHz, motionHz, gaps, lostSamples, clockFaults, offsetMS
  case saturatedPercent, flagged, warnings

  /// The heading of its column, with the unit.
  var title: String {
    switch self {
    case .durationS: "Length, s"
    case .hits: "Hits"
    case .misses: "Misses"
    case .impacts: "Impacts"
    case .refused: "Refused"
    case .accelerationHz: "Accel., Hz"
    case .motionHz: "Motion, Hz"
    case .gaps: "Gaps"
    case .lostSamples: "Lost samples"
    case .clockFaults: "Clock faults"
    case .offsetMS: "Clock offset, ms"
    case .saturatedPercent: "Clipped, %"
    case .flagged: "Flagged swings"
    case .warnings: "Warnings"
    }
  }

  /// What it means.
  var meaning: String {
    switch self {
    case .durationS: "Recorded time, without gaps."
    case .hits: "Swings that met the ball."
    case .misses: "Swings that did not."
    case .impacts: "Shocks in the acceleration, of swings and of anything else."
    case .refused: "Shocks and turns of the wrist that were looked at and found to be no swing."
    case .accelerationHz: "Samples of the acceleration in a second, measured."
    case .motionHz: "Samples of the device motion in a second, measured."
    case .gaps: "Stretches that are missing from either stream; nothing is found across them."
    case .lostSamples: "Single samples that are missing from either stream; harmless in small numbers."
    case .clockFaults: "Stamps that repeat or step back."
    case .offsetMS:
      "How late the stamps of the motion are against those of the acceleration; times to contact shift as much."
    case .saturatedPercent: "Share of the contacts that reached the sensor's limit, so that peaks are too low."
    case .flagged:
      "Swings with a flag, which limits trust in them; the pictures say which."
    case .warnings: "Remarks of the run, listed below the table."
    }
  }

  /// Digits after the point.
  var decimals: Int {
    switch self {
    case .accelerationHz, .motionHz, .offsetMS: 1
    default: 0
    }
  }
}
