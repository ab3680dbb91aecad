import SPPipelines
import SPRecordings
import SPSignals
import SPTables
import SPWorkoutPlans

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

/// A sport that swingpipe knows by name, as a recording states it in its attribute `sport`.
package struct RecordedSport: Hashable, Sendable {
  /// Its name as pipelines spell it: `table_tennis`.
  package let name: String

  /// The built-in pipeline for recordings of the sport; nil if no built-in pipeline suits the sport.
  package var pipeline: String? {
    if Sport(rawValue: name) != nil { return name }
    return Self.rides.contains(name) ? "cycling" : nil
  }

  /// Whether it is a sport with a bat, club or racket, whose pipeline needs acceleration.
  package var hasImpacts: Bool { Sport(rawValue: name) != nil }

  /// Reads an attribute, ignoring case, spaces, hyphens and underscores.
  /// - Parameter attribute: the attribute's value.
  /// - Returns: nil without a value, or for an unknown sport.
  package init?(_ attribute: String?) {
    guard let attribute else { return nil }
    let key = Self.key(attribute)
    guard let name = Self.ofPipelines[key] ?? Self.others[key] else { return nil }
    self.name = name
  }

  private static let rides = ["cycling", "hand_cycling"]

  private static let ofPipelines = byKey(Sport.allCases.map(\.rawValue) + rides)

  /// This list is read only for a sport without a pipeline, since reading the activities takes longer than reading a
  /// header.
  private static let others = byKey(Activity.all.map(\.rawValue).filter { !vague.contains($0) })

  /// Activities that do not state a single sport.
  private static let vague: Set<String> = [
    "cooldown", "mixed_cardio", "other", "play", "preparation_and_recovery", "swim_bike_run",
  ]

  private static func byKey(_ names: [String]) -> [String: String] {
    Dictionary(names.map { (key($0), $0) }) { first, _ in first }
  }

  private static func key(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" })
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
