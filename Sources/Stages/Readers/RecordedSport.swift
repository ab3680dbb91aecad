import Pipelines
import Recordings
import WorkoutPlans

/// A sport that swingpipe knows by name, as a recording states it in its attribute `sport`.
package struct RecordedSport: Hashable, Sendable {
  /// Its name as pipelines spell it: `table_tennis`.
  package let name: String

  /// The built-in pipeline for its recordings; nil if there is none.
  package var pipeline: String? {
    if Sport(rawValue: name) != nil { return name }
    return Self.rides.contains(name) ? "cycling" : nil
  }

  /// Whether it is a sport with a bat, club or racket, whose pipeline needs acceleration.
  package var hasImpacts: Bool { Sport(rawValue: name) != nil }

  /// Reads an attribute; case, spaces, hyphens and underscores do not matter.
  /// - Parameter attribute: the attribute's value.
  /// - Returns: nil without a value, or if it names no known sport.
  package init?(_ attribute: String?) {
    guard let attribute else { return nil }
    let key = Self.key(attribute)
    guard let name = Self.ofPipelines[key] ?? Self.others[key] else { return nil }
    self.name = name
  }

  private static let rides = ["cycling", "hand_cycling"]

  private static let ofPipelines = byKey(Sport.allCases.map(\.rawValue) + rides)

  /// Read only for a sport without a pipeline, since reading the activities takes longer than reading a header.
  private static let others = byKey(Activity.all.map(\.rawValue).filter { !vague.contains($0) })

  /// Activities of any sport, or of several.
  private static let vague: Set<String> = [
    "cooldown", "mixed_cardio", "other", "play", "preparation_and_recovery", "swim_bike_run",
  ]

  private static func byKey(_ names: [String]) -> [String: String] {
    Dictionary(names.map { (key($0), $0) }) { first, _ in first }
  }

  private static func key(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" })
  }
}

extension PlanContext {
  /// States the sport of a recording, if it names a known one.
  mutating func stateSport(of recording: Recording) {
    guard let sport = RecordedSport(recording.attributes.sport) else { return }
    state(sport: sport.name, pipeline: sport.pipeline)
  }
}

extension RecordingFacts {
  /// The flag of a recording that states another sport than the pipeline is for.
  package static let otherSport = "other_sport"

  /// Flags another sport than the pipeline is for, and notes it for reports.
  /// - Parameter stated: the attributes `sport` of the recordings.
  mutating func flagSports(of stated: [String?], in workspace: inout Workspace) {
    let sports = workspace.environment.pipelineSports
    let isOther = stated.compactMap { RecordedSport($0)?.name }.contains { !sports.isEmpty && !sports.contains($0) }
    guard isOther else { return }
    flags.append(Self.otherSport)
    workspace.note(Self.otherSport, 1)
  }
}
