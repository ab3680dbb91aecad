/// A recording that states another sport than its pipeline is for.
package struct SportMismatch: Hashable, Sendable {
  /// The sport that the recording states.
  package let sport: String
  /// What is wrong, as a clause without a subject.
  package let clause: String

  /// Compares a recording's sport with those of a pipeline.
  /// - Parameters:
  ///   - sport: the sport; nil for a recording that states none, or an unknown one.
  ///   - suitable: the built-in pipeline for the sport; nil if there is none.
  ///   - pipeline: the pipeline.
  /// - Returns: nil without a sport, for a pipeline for any sport, and if the sports match.
  package init?(_ sport: String?, suitable: String?, _ pipeline: Pipeline) {
    guard let sport, pipeline.isForOtherSports(than: sport) else { return nil }
    self.sport = sport
    clause =
      "states the sport \(sport), but the pipeline \"\(pipeline.name)\" is for "
      + pipeline.sports.joined(separator: " or ")
      + (suitable.map { "; expected the pipeline \($0)" } ?? "; no built-in pipeline is for \(sport)")
  }
}

extension Pipeline {
  /// Whether it is for certain sports, and another one is not among them.
  public func isForOtherSports(than sport: String) -> Bool { !sports.isEmpty && !sports.contains(sport) }
}
