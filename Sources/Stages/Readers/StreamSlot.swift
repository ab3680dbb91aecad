import Pipelines
import Recordings

/// A stream that the reader passes on as recorded: its slot, and how that is planned and filled.
struct StreamSlot: Sendable {
  let stream: StreamName
  let port: Port
  let isWantedInPlan: @Sendable (PlanContext) throws -> Bool
  let setFacts: @Sendable (inout PlanContext, SlotFacts) throws -> Void
  let setAbsent: @Sendable (inout PlanContext, String) throws -> Void
  let isWanted: @Sendable (Workspace) throws -> Bool
  let prepare: @Sendable (inout Workspace, RecordingPass) throws -> Void
  let fill: @Sendable (inout Workspace, RecordingStream, Recording) throws -> Void

  private init<Value>(
    _ stream: StreamName, _ slot: Slot<Value>, _ value: @escaping @Sendable (RecordingStream, Recording) -> Value
  ) {
    self.stream = stream
    port = .optional(slot)
    isWantedInPlan = { try $0.isWanted(slot) }
    setFacts = { try $0.setFacts(slot, $1) }
    setAbsent = { try $0.setAbsent(slot, because: $1) }
    isWanted = { try $0.isWanted(slot) }
    prepare = { try $0.prepare(slot, as: $1) }
    fill = { try $0.set(slot, value($1, $2)) }
  }

  /// All of them, in the layout's order.
  static let all = [
    StreamSlot(.headphoneMotion, .headphoneMotion, SampledStream.init),
    StreamSlot(.headphoneConnection, .headphoneConnection, MomentStream.init),
    StreamSlot(.submersionEvent, .submersionEvent, MomentStream.init),
    StreamSlot(.submersionMeasurement, .submersionMeasurement, MeasurementStream.init),
    StreamSlot(.waterTemperature, .waterTemperature, MeasurementStream.init),
    StreamSlot(.workoutEvent, .workoutEvent, MomentStream.init),
    StreamSlot(.workoutState, .workoutState, MomentStream.init),
    StreamSlot(.cycling, .cycling, MeasurementStream.init),
    StreamSlot(.location, .location, MeasurementStream.init),
    StreamSlot(.heartRate, .heartRate, MeasurementStream.init),
    StreamSlot(.waterIntake, .waterIntake, MomentStream.init),
  ]
}
