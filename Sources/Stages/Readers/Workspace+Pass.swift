import Pipelines
import Recordings
import Swings

extension Workspace {
  /// The pass over the recording in which the rows of a stream go by, for a stage that measures them: in
  /// `prepare(_:)` it adds a `StreamConsumer` that selects the stream.
  ///
  /// Nil if what passes is not what the slot will hold: if the stream's timestamps are corrected, or another stage than
  /// `readers.hdf5` writes the slot. Then the stage reads the slot in `run(_:)`.
  ///
  /// - Parameter slot: the slot of a stream, such as `accelerometer` or `headphone_motion`, that the stage reads.
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  public func pass<Value>(of slot: Slot<Value>) throws -> RecordingPass? {
    if let pass = try preparation(of: slot, as: RecordingPass.self) { return pass }
    let stream: StreamName = slot.name == Slot.deviceMotion.name ? .deviceMotion : .accelerometer
    return try preparation(of: slot, as: SwingPass.self)?.recordingPass(of: stream)
  }
}
