import SPPipelines
import SPRecordings
import SPSignals

// The slots that readers and filters write: their names, types, units and meanings. Stages of other packages also use
// them.

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
  package static let headphoneMotion = Slot(
    "headphone_motion",
    summary: "rotation rate (rad/s), gravity and user acceleration (g) and attitude of the head, with the bud's place")
}

extension Slot where Value == MeasurementStream {
  /// Depth, pressure and the state of submersion.
  package static let submersionMeasurement = Slot(
    "submersion_measurement", summary: "depth (m), pressure and surface pressure (kPa), and the state by depth")
  /// Temperature of the water and its uncertainty.
  package static let waterTemperature = Slot(
    "water_temperature", summary: "temperature of the water and its uncertainty (degC)")
  /// Power, cadence, speed and distance.
  public static let cycling = Slot("cycling", summary: "power (W), cadence (rpm), speed (m/s) and distance (m)")
  /// Latitude, longitude and altitude.
  package static let location = Slot("location", summary: "latitude and longitude (deg) and altitude (m)")
  /// Heart rate.
  public static let heartRate = Slot("heart_rate", summary: "heart rate (bpm)")
}

extension Slot where Value == MomentStream {
  /// Connections of a headphone.
  package static let headphoneConnection = Slot(
    "headphone_connection", summary: "connections of a headphone: 0 disconnected, 1 connected")
  /// Submersions.
  package static let submersionEvent = Slot(
    "submersion_event", summary: "submersions: 0 unknown, 1 not submerged, 2 submerged")
  /// Events of a workout.
  package static let workoutEvent = Slot(
    "workout_event",
    summary: """
      events of a workout: 1 pause, 2 resume, 3 lap, 4 marker, 5 motion paused, 6 motion resumed, 7 segment, 8 pause or \
      resume request
      """)
  /// States of a workout.
  package static let workoutState = Slot(
    "workout_state",
    summary: "states of a workout: 1 not started, 2 running, 3 ended, 4 paused, 5 prepared, 6 stopped")
  /// Amounts of water drunk.
  package static let waterIntake = Slot("water_intake", summary: "water that was drunk (mL)")
}

extension Slot where Value == Session {
  /// The recordings of a session.
  public static let session = Slot("session", summary: "the recordings of a session, each of one device")
}

/// A stream that the reader passes on as recorded: its slot, and how the slot is planned and filled.
struct StreamSlot: Sendable {
  let stream: StreamName
  let port: Port
  let isWantedInPlan: @Sendable (PlanContext) throws -> Bool
  let setFacts: @Sendable (inout PlanContext, SlotFacts) throws -> Void
  let setAbsent: @Sendable (inout PlanContext, String) throws -> Void
  let isWanted: @Sendable (Workspace) throws -> Bool
  let provide: @Sendable (inout Workspace, RecordingStream, RecordingPass) throws -> Void
  let fill: @Sendable (inout Workspace, RecordingStream, Recording) throws -> Void

  private init<Value: RecordedStream & PassingValue>(
    _ stream: StreamName, _ slot: Slot<Value>, _ value: @escaping @Sendable (RecordingStream, Recording) -> Value
  ) where Value.Source == PassingStream {
    self.stream = stream
    port = .optionalPassing(slot)
    isWantedInPlan = { try $0.isWanted(slot) }
    setFacts = { try $0.setFacts(slot, $1) }
    setAbsent = { try $0.setAbsent(slot, because: $1) }
    isWanted = { try $0.isWanted(slot) }
    provide = { workspace, stream, pass in try workspace.provide(slot, PassingStream(stream, in: pass)) }
    fill = { try $0.set(slot, value($1, $2)) }
  }

  /// All slots, in the layout's order, for a device of a session or for a single recording.
  static func all(of device: String?) -> [StreamSlot] {
    [
      StreamSlot(.headphoneMotion, .headphoneMotion.of(device: device), SampledStream.init),
      StreamSlot(.headphoneConnection, .headphoneConnection.of(device: device), MomentStream.init),
      StreamSlot(.submersionEvent, .submersionEvent.of(device: device), MomentStream.init),
      StreamSlot(.submersionMeasurement, .submersionMeasurement.of(device: device), MeasurementStream.init),
      StreamSlot(.waterTemperature, .waterTemperature.of(device: device), MeasurementStream.init),
      StreamSlot(.workoutEvent, .workoutEvent.of(device: device), MomentStream.init),
      StreamSlot(.workoutState, .workoutState.of(device: device), MomentStream.init),
      StreamSlot(.cycling, .cycling.of(device: device), MeasurementStream.init),
      StreamSlot(.location, .location.of(device: device), MeasurementStream.init),
      StreamSlot(.heartRate, .heartRate.of(device: device), MeasurementStream.init),
      StreamSlot(.waterIntake, .waterIntake.of(device: device), MomentStream.init),
    ]
  }
}
