import Motion
import Pipelines
import Recordings
import Signals
import Swings
import Tables

// The slots that the stages share: their names, types, units and meanings. Stages of other packages use them, too.

extension Slot where Value == RecordingFacts {
  /// The facts of the recording, which its reader writes.
  public static let recording = Slot("recording", summary: "the facts of the recording: identity, streams, quality")
}

extension Slot where Value == Triaxial {
  /// The acceleration as it was recorded, in g, gravity included.
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

extension Slot where Value == [Impact] {
  /// Peaks of the filtered acceleration, by time.
  public static let impacts = Slot("impacts", summary: "peaks of the filtered acceleration, by time")
  /// Smaller peaks, which count only within a swing, by time.
  public static let weakImpacts = Slot(
    "weak_impacts", summary: "smaller peaks, which count only within a swing, by time")
}

extension Slot where Value == Axis {
  /// The axis that impacts are detected on.
  public static let impactAxis = Slot("impact_axis", summary: "the axis that impacts are detected on")
}

extension Slot where Value == [Swing] {
  /// Swings with their starts, by time.
  public static let swings = Slot("swings", summary: "swings with their starts, by time")
}

extension Slot where Value == [RejectedCandidate] {
  /// Candidates that are no swing, each with its reason, by time.
  public static let rejected = Slot("rejected", summary: "candidates that are no swing, each with its reason, by time")
}

extension Slot where Value == [LabelledSwing] {
  /// Swings that were called hit or miss, by time.
  public static let labelledSwings = Slot("labelled_swings", summary: "swings called hit or miss, by time")
}

extension Slot where Value == FeatureTable {
  /// A table of features, for a writer.
  public static let table = Slot("table", summary: "a table of features with names, units and descriptions")
}

/// The facts of a recording that stages after the reader ask for.
public struct RecordingFacts: Sendable {
  /// What every row of a table repeats.
  public var identity: RecordingIdentity
  /// The instant of the first acceleration sample; nil where it cannot be told.
  public var recordedAt: Timestamp?
  /// The sensor's range that the file states, in g.
  public var rangeG: Double?
  /// When the acceleration was sampled; nil without any.
  public var accelerationTimes: TimeBase?
  /// When the device motion was sampled, its offset corrected where that was asked for; nil without any.
  public var motionTimes: TimeBase?

  /// How the stamps of the device motion lie against the accelerometer's; nil without device motion.
  public var motionOffset: MotionOffset?
  /// What has passed that no sensor delivers, a word each: a dataset and a ``PassingValues/Doubt``.
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
    self.accelerationTimes = accelerationTimes
    self.motionTimes = motionTimes
    self.motionOffset = motionOffset
  }
}
