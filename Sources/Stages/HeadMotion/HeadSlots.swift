import HeadMotion
import Pipelines

extension Slot where Value == HeadFindings {
  /// All results of head motion, including the reference, the connections and a summary of the recording.
  public static let headMotion = Slot(
    "head_motion", summary: "what was found in headphone motion: reference, connections, and the recording as a whole")
}

extension Slot where Value == PoseRecords {
  /// Poses of the head, by time.
  public static let poses = Slot("poses", summary: "poses of the head relative to a reference, by time")
}

extension Slot where Value == [PostureInterval] {
  /// Intervals of one posture, by time.
  public static let postures = Slot("postures", summary: "intervals of one posture, by time")
}

extension Slot where Value == [Repetition] {
  /// Repetitions, by time.
  public static let repetitions = Slot("repetitions", summary: "repetitions such as push-ups, by time")
}

extension Slot where Value == [RepetitionSet] {
  /// Sets of repetitions, by time.
  public static let repetitionSets = Slot("repetition_sets", summary: "sets of repetitions, by time")
}
