import Motion
import Pipelines
import Recordings
import Signals
import Swings
import Tables

// The slots that the stages share: their names, types, units and meanings. Stages of other packages use them, too.

extension Slot where Value == RecordingFacts {
  /// The attributes of the recording, written by its reader.
  public static let recording = Slot("recording", summary: "the facts of the recording: identity, streams, quality")
}

extension Slot where Value == Triaxial {
  /// The acceleration as recorded, in g, with gravity.
  public static let accelerometer = Slot(
    "accelerometer", unit: "g", summary: "acceleration as recorded, gravity included, axes x y z")
  /// The acceleration after a filter, in g.
  public static let acceleration = Slot("acceleration", unit: "g", summary: "acceleration after a filter, axes x y z")
}

extension Slot where Value == MotionSignals {
  /// Rotation rate, gravity, user acceleration and attitude of the wrist.
  public static let deviceMotion = Slot(
    "device_motion", summary: "rotation rate (rad/s), gravity and user acceleration (g) and attitude of the wrist")
}

extension Slot where Value == SampledStream {
  /// Rotation rate, gravity, user acceleration and attitude of the head, and the earbud that measured them.
  public static let headphoneMotion = Slot(
    "headphone_motion",
    summary: "rotation rate (rad/s), gravity and user acceleration (g) and attitude of the head, with the bud's place")
}

extension Slot where Value == MeasurementStream {
  /// Depth, pressure and the state of submersion.
  public static let submersionMeasurement = Slot(
    "submersion_measurement", summary: "depth (m), pressure and surface pressure (kPa), and the state by depth")
  /// Temperature of the water and its uncertainty.
  public static let waterTemperature = Slot(
    "water_temperature", summary: "temperature of the water and its uncertainty (degC)")
  /// Power, cadence, speed and distance.
  public static let cycling = Slot("cycling", summary: "power (W), cadence (rpm), speed (m/s) and distance (m)")
  /// Latitude, longitude and altitude.
  public static let location = Slot("location", summary: "latitude and longitude (deg) and altitude (m)")
  /// Heart rate.
  public static let heartRate = Slot("heart_rate", summary: "heart rate (bpm)")
}

extension Slot where Value == MomentStream {
  /// Connections of a headphone.
  public static let headphoneConnection = Slot(
    "headphone_connection", summary: "connections of a headphone: 0 disconnected, 1 connected")
  /// Submersions.
  public static let submersionEvent = Slot(
    "submersion_event", summary: "submersions: 0 unknown, 1 not submerged, 2 submerged")
  /// Events of a workout.
  public static let workoutEvent = Slot(
    "workout_event",
    summary: """
      events of a workout: 1 pause, 2 resume, 3 lap, 4 marker, 5 motion paused, 6 motion resumed, 7 segment, 8 pause or \
      resume request
      """)
  /// States of a workout.
  public static let workoutState = Slot(
    "workout_state",
    summary: "states of a workout: 1 not started, 2 running, 3 ended, 4 paused, 5 prepared, 6 stopped")
  /// Amounts of water drunk.
  public static let waterIntake = Slot("water_intake", summary: "water that was drunk (mL)")
}

extension Slot where Value == Session {
  /// The recordings of a session.
  public static let session = Slot("session", summary: "the recordings of a session, each of one device")
}

extension Slot where Value == [Impact] {
  /// Peaks of the filtered acceleration, by time.
  public static let impacts = Slot("impacts", summary: "peaks of the filtered acceleration, by time")
  /// Smaller peaks, which count only within a swing, by time.
  public static let weakImpacts = Slot(
    "weak_impacts", summary: "smaller peaks, which count only within a swing, by time")
}

extension Slot where Value == Axis {
  /// The axis on which impacts are detected.
  public static let impactAxis = Slot("impact_axis", summary: "the axis that impacts are detected on")
}

extension Slot where Value == [Swing] {
  /// Swings with their starts, by time.
  public static let swings = Slot("swings", summary: "swings with their starts, by time")
}

extension Slot where Value == [RejectedCandidate] {
  /// Candidates that are not swings, each with its reason, by time.
  public static let rejected = Slot("rejected", summary: "candidates that are no swing, each with its reason, by time")
}

extension Slot where Value == [LabelledSwing] {
  /// Swings labelled as hits or misses, by time.
  public static let labelledSwings = Slot("labelled_swings", summary: "swings called hit or miss, by time")
}

extension Slot where Value == TableRows {
  /// A table of features, for a writer: a `FeatureTable`, or rows that are made while being written.
  public static let table = Slot("table", summary: "a table of features with names, units and descriptions")
}

/// The facts about a recording that later stages need.
public struct RecordingFacts: Sendable {
  /// The attributes that every row of a table repeats.
  public var identity: RecordingIdentity
  /// The instant of the recording's start; nil if unknown.
  public var recordedAt: Timestamp?
  /// The sensor's range stated in the file, in g.
  public var rangeG: Double?
  /// The streams of the recording.
  public var streams: [StreamFacts] = []

  /// The offset of the device motion's timestamps from the accelerometer's; nil without device motion.
  public var motionOffset: MotionOffset?
  /// Doubts that a sensor delivered the values: each the name of a dataset, `_` and a `PassingValues.Doubt`.
  public var flags: [String] = []

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

  /// Notes the time base of a stream.
  public mutating func set(_ times: TimeBase, of stream: StreamName) {
    let facts = StreamFacts(name: stream, count: times.count, times: times)
    if let place = streams.firstIndex(where: { $0.name == stream }) {
      streams[place] = facts
    } else {
      streams.append(facts)
    }
  }

  /// The time base of a stream, its offset corrected if requested; nil for a missing stream, or one whose timestamps
  /// were not scanned.
  public func times(of stream: StreamName) -> TimeBase? { streams.first { $0.name == stream }?.times }
}

/// Facts about a stream of a recording.
public struct StreamFacts: Sendable {
  /// Its name.
  public var name: StreamName
  /// The number of its rows.
  public var count: Int
  /// Its time base; nil if its timestamps were not all scanned.
  public var times: TimeBase?

  /// Makes the facts.
  public init(name: StreamName, count: Int, times: TimeBase? = nil) {
    self.name = name
    self.count = count
    self.times = times
  }
}
