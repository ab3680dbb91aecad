import SPPipelines
import SPSwings

// Declarations that several stages of swings share.

extension Slot where Value == [Impact] {
  /// Peaks of the filtered acceleration, by time.
  package static let impacts = Slot("impacts", summary: "peaks of the filtered acceleration, by time")
  /// Smaller peaks, which count only within a swing, by time.
  package static let weakImpacts = Slot(
    "weak_impacts", summary: "smaller peaks, which count only within a swing, by time")
}

extension Slot where Value == Axis {
  /// The axis on which impacts are detected.
  package static let impactAxis = Slot("impact_axis", summary: "the axis that impacts are detected on")
}

extension Slot where Value == [Swing] {
  /// Swings with their starts, by time.
  public static let swings = Slot("swings", summary: "swings with their starts, by time")
}

extension Slot where Value == [RejectedCandidate] {
  /// Candidates that are not swings, each with its reason, by time.
  package static let rejected = Slot(
    "rejected", summary: "candidates that are not swings, each with its reason, by time")
}

extension Slot where Value == [LabelledSwing] {
  /// Swings labelled as hits or misses, by time.
  public static let labelledSwings = Slot("labelled_swings", summary: "swings called hit or miss, by time")
}

extension Slot where Value == [PossibleStroke] {
  /// Movements that would be swings if the recording showed play, by time.
  package static let possibleStrokes = Slot(
    "possible_strokes", summary: "movements that would be swings if the recording showed play, by time")
}

extension Slot where Value == PlayEvidence {
  /// The evidence that the recording contains play.
  package static let playEvidence = Slot("play_evidence", summary: "what shows that the recording contains play")
}
