import FoundationEssentials
import SPPipelines
import SPRecordings
import SPWorkoutPlans

/// Reads workout plans for commands.
enum PlanArguments {
  /// The plan in a file; parts that could not be read are reported on standard error.
  /// - Throws: `ExitCode`, after every fault was written to standard error.
  static func read(_ path: String) throws -> WorkoutPlan {
    let read = try telling { try PlanFile.read(path) }
    for loss in read.losses { StandardStreams.error("warning: \(path): \(loss)") }
    return read.plan
  }
}

extension RecordedWorkout {
  /// The workout of a recording.
  /// - Throws: an error for a recording without a sport or a start on the calendar; the errors of reading.
  init(at path: String) throws {
    struct Lack: Error, CustomStringConvertible {
      let description: String
      init(_ what: String) { description = what + "; expected one that tells its sport and its start" }
    }
    let recording = try Recording(opening: path)
    let attributes = recording.attributes
    guard let sport = attributes.sport else { throw Lack("has no attribute sport") }
    guard let start = try LabelTimeline(of: recording)?.unixStartS else { throw Lack("does not say when it began") }
    self.init(
      id: attributes.sessionID ?? attributes.recordingID, sport: sport, start: Date(timeIntervalSince1970: start))
  }
}
