import SPPipelines
import SPRecordings
import SPStages
import SPWorkouts

/// The lags between the clocks of a session's recordings, needed to plot them on one axis.
package struct SessionClocks: Hashable, Sendable {
  /// The lag of each recording's clock relative to the reference clock, by the recording's path.
  package let lags: [String: ClockLag]
  /// The clock of the times, and the lags of all other clocks, as text.
  package let words: String

  /// Finds the lags between the recordings of a session in the same way as `detectors.workout` with its defaults; nil
  /// for a single recording.
  ///
  /// - Parameter paths: the session's recordings.
  /// - Throws: the errors of planning and running the stage.
  package init?(of paths: [String]) throws {
    guard paths.count > 1 else { return nil }
    let pipeline = try Self.pipeline()
    let place = SlotReference(stageID: "workout", slot: Slot.workout.name)
    let result = try pipeline.run(pipeline.plan(paths), keeping: [place])
    guard let session = result.value(.workout, at: place) else { return nil }
    let devices = session.timeline.devices
    var lags: [String: ClockLag] = [:]
    for path in paths {
      let id = try Recording(opening: path).attributes.recordingID
      lags[path] = devices.first { $0.recording.recordingIDs.contains(id) }?.lag
    }
    self.lags = lags
    words = session.clockWords
  }

  /// The paths of all recordings of a session that are in the folder of a given recording, with its own path.
  /// - Throws: the errors of reading the recording's identifiers and the folder.
  package static func paths(around path: String) throws -> [String] { try pipeline().sessionPaths(around: path) }

  private static func pipeline() throws -> Pipeline {
    let stages = #"{ "id": "in", "type": "readers.session" }, { "id": "workout", "type": "detectors.workout" }"#
    return try Pipeline.load(
      text: "{ \"version\": 1, \"name\": \"session\", \"stages\": [\(stages)] }", file: "built-in session",
      registry: StandardStages.registry())
  }
}
