import SPRecordings
import SPWorkoutPlans

/// A sport that swingpipe knows by name, as a recording states it in its attribute `sport`.
package struct RecordedSport: Hashable, Sendable {
  /// Its name as pipelines spell it: `table_tennis`.
  package let name: String

  /// The built-in pipeline for recordings of the sport; nil if no built-in pipeline suits the sport.
  package var pipeline: String? {
    if Sport(rawValue: name) != nil { return name }
    return Self.rides.contains(name) ? "cycling" : nil
  }

  /// Whether it is a sport with a bat, club or racket, whose pipeline needs acceleration.
  package var hasImpacts: Bool { Sport(rawValue: name) != nil }

  /// Reads an attribute, ignoring case, spaces, hyphens and underscores.
  /// - Parameter attribute: the attribute's value.
  /// - Returns: nil without a value, or for an unknown sport.
  package init?(_ attribute: String?) {
    guard let attribute else { return nil }
    let key = Self.key(attribute)
    guard let name = Self.ofPipelines[key] ?? Self.others[key] else { return nil }
    self.name = name
  }

  private static let rides = ["cycling", "hand_cycling"]

  private static let ofPipelines = byKey(Sport.allCases.map(\.rawValue) + rides)

  /// This list is read only for a sport without a pipeline, since reading the activities takes longer than reading a
  /// header.
  private static let others = byKey(Activity.all.map(\.rawValue).filter { !vague.contains($0) })

  /// Activities that do not state a single sport.
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
