import SPPipelines
import SPRecordings
import SPSignals
import SPTables

/// The facts about a recording that later stages need.
public struct RecordingFacts: Sendable {
  /// The attributes that every row of a table repeats.
  public var identity: RecordingIdentity
  /// The instant of the recording's start; nil if unknown.
  public var recordedAt: Timestamp?
  /// The sensor's range stated in the file, in g.
  public var rangeG: Double?
  /// The rates stated in the file, in Hz.
  package var statedRatesHz: [StreamName: Double] = [:]
  /// The streams of the recording.
  public var streams: [StreamFacts] = []

  /// The offset of the device motion's timestamps from the accelerometer's; nil without device motion.
  public var motionOffset: MotionOffset?
  /// Reasons to distrust the recording: kinds of contradictions, and doubts that a sensor delivered the values. A doubt
  /// is the name of a dataset, `_` and a `PassingValues.Doubt`.
  public var flags: [String] = []
  /// Rows of the acceleration with a missing component.
  var missingSampleCount = 0

  /// Makes the facts.
  public init(
    identity: RecordingIdentity, recordedAt: Timestamp? = nil, rangeG: Double? = nil,
    accelerationTimes: TimeBase? = nil,
    motionTimes: TimeBase? = nil, motionOffset: MotionOffset? = nil
  ) {
    self.identity = identity
    self.recordedAt = recordedAt
    self.rangeG = rangeG
    self.motionOffset = motionOffset
    streams = [(StreamName.accelerometer, accelerationTimes), (.deviceMotion, motionTimes)].compactMap { name, times in
      times.map { StreamFacts(name: name, count: $0.count, times: $0) }
    }
  }

  /// Adds a flag, unless it is already set.
  package mutating func flag(_ flag: String) {
    if !flags.contains(flag) { flags.append(flag) }
  }

  /// Stores the time base of a stream.
  public mutating func set(_ times: TimeBase, of stream: StreamName) {
    let facts = StreamFacts(name: stream, count: times.count, times: times)
    if let place = streams.firstIndex(where: { $0.name == stream }) {
      streams[place] = facts
    } else {
      streams.append(facts)
    }
  }

  /// The time base of a stream, with its offset corrected if requested. Nil for a missing stream, or a stream whose
  /// timestamps were not scanned.
  public func times(of stream: StreamName) -> TimeBase? { streams.first { $0.name == stream }?.times }
}

/// Facts about a stream of a recording.
public struct StreamFacts: Sendable {
  /// Its name.
  public var name: StreamName
  /// The number of its rows.
  public var count: Int
  /// Its time base; nil if not all of its timestamps were scanned.
  public var times: TimeBase?

  /// Makes the facts.
  public init(name: StreamName, count: Int, times: TimeBase? = nil) {
    self.name = name
    self.count = count
    self.times = times
  }
}

extension PlanContext {
  /// States the sport of a recording, if it is a known sport.
  mutating func stateSport(of recording: Recording) {
    guard let sport = RecordedSport(recording.attributes.sport) else { return }
    state(sport: sport.name, pipeline: sport.pipeline)
  }
}

extension RecordingFacts {
  /// The flag of a recording whose gravity and attitude are estimated from rotation rate and acceleration.
  package static let gravityEstimated = "gravity_estimated"
  /// The flag of a recording that states a sport other than the pipeline's sport.
  package static let otherSport = "other_sport"

  /// Flags a recording of a sport other than the pipeline's sport, and notes it for reports.
  /// - Parameter stated: the attributes `sport` of the recordings.
  mutating func flagSports(of stated: [String?], in workspace: inout Workspace) {
    let sports = workspace.environment.pipelineSports
    let isOther = stated.compactMap { RecordedSport($0)?.name }.contains { !sports.isEmpty && !sports.contains($0) }
    guard isOther else { return }
    flags.append(Self.otherSport)
    workspace.note(Self.otherSport, 1)
  }
}
