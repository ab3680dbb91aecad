import Pipelines
import Recordings
import Workouts

/// How the clocks of a session's recordings differ, so that what they recorded can be drawn on one axis.
public struct SessionClocks: Hashable, Sendable {
  /// How far each recording's clock is ahead of the reference's, by path.
  public let lags: [String: ClockLag]
  /// Whose clock times are on, and how far the others' are off, in words.
  public let words: String

  /// Finds the lags between several recordings of a session as `detectors.workout` does with its defaults; nil for a single
  /// recording, and where nothing of a workout is recorded.
  ///
  /// - Parameter paths: the session's recordings.
  /// - Throws: what planning and running the stage throw.
  public init?(of paths: [String]) throws {
    guard paths.count > 1 else { return nil }
    let pipeline = try Self.pipeline()
    let place = SlotReference(stageID: "workout", slot: Slot.workout.name)
    let result = try pipeline.run(pipeline.plan(paths), keeping: [place])
    guard let session = result.value(.workout, at: place) else { return nil }
    let devices = session.timeline.devices
    var lags: [String: ClockLag] = [:]
    for path in paths {
      let id = try Recording(opening: path).attributes.recordingID
      lags[path] = devices.first { $0.recording.recordingID == id }?.lag
    }
    self.lags = lags
    words = session.clockWords
  }

  /// A recording, with the others of its session that lie in its folder, by path.
  /// - Throws: what reading the recording's identifiers throws, and the folder.
  public static func paths(around path: String) throws -> [String] { try pipeline().sessionPaths(around: path) }

  private static func pipeline() throws -> Pipeline {
    let stages = #"{ "id": "in", "type": "readers.session" }, { "id": "workout", "type": "detectors.workout" }"#
    return try Pipeline.load(
      text: "{ \"version\": 1, \"name\": \"session\", \"stages\": [\(stages)] }", file: "built-in session",
      registry: StandardStages.registry())
  }
}
