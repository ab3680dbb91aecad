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

  /// All of them for a device of a session, or for a single recording, in the layout's order.
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
