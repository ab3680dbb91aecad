import SPPipelines
import SPRecordings

/// The built-in pipeline for a recording, by its sport or else by its streams.
package struct PipelineForRecording: Hashable, Sendable, Codable {
  /// The pipeline's name; nil if no built-in pipeline suits the recording.
  package var name: String?
  /// Whether the recording's sport decided, and not its streams.
  package let isBySport: Bool
  /// The recording's attribute `sport`.
  package let sport: String?
  /// The recording's identifiers.
  package let identifier: RecordingIdentifier

  /// Reads a recording's headers.
  /// - Throws: the errors of opening a recording.
  package init(forRecordingAt path: String) throws {
    let recording = try Recording(opening: path)
    let attributes = recording.attributes
    sport = attributes.sport
    identifier = RecordingIdentifier(recordingID: attributes.recordingID, sessionID: attributes.sessionID)
    let bySport = Self.name(forSport: sport)
    let byStreams = Self.byStreams.first { kind in kind.streams.contains { recording.streams[$0] != nil } }?.name
    // A tennis match that a bike computer recorded has no acceleration for the tennis pipeline.
    let isUsable =
      recording.streams[.accelerometer] != nil || byStreams == nil
      || RecordedSport(sport).map { !$0.hasImpacts } ?? true
    isBySport = bySport != nil && isUsable
    name = isBySport ? bySport : byStreams
  }

  /// The built-in pipeline for a sport, as recordings state it; nil if no built-in pipeline suits the sport.
  package static func name(forSport sport: String?) -> String? {
    if let name = RecordedSport(sport)?.pipeline { return name }
    return sport.flatMap { StandardPipelines.names.contains($0) ? $0 : nil }
  }

  private static let byStreams: [(name: String, streams: [StreamName])] = [
    ("submersion", [.submersionMeasurement, .submersionEvent]), ("head_pose", [.headphoneMotion]),
    ("workout", [.workoutEvent, .workoutState, .cycling, .heartRate]),
  ]

  /// The reason why no pipeline suits the recording, as a clause without a subject.
  package var lack: String {
    sport.map { "states the sport \($0), for which there is no built-in pipeline" }
      ?? "states no sport, and no built-in pipeline is for its streams"
  }
}

extension [PipelineForRecording] {
  /// Gives recordings without a sport the pipeline that the rest of their session uses, if it reads sessions.
  package func joinedBySession() -> [PipelineForRecording] {
    let readers: Set<String> = ["cycling", "workout"]
    let stated = filter { $0.isBySport && readers.contains($0.name ?? "") }
    let names = Dictionary(
      stated.compactMap { one in one.identifier.sessionID.flatMap { id in one.name.map { (id, $0) } } }
    ) { first, _ in first }
    return map { one in
      var one = one
      if !one.isBySport, readers.contains(one.name ?? ""), let id = one.identifier.sessionID, let name = names[id] {
        one.name = name
      }
      return one
    }
  }
}
