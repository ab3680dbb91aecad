import SPBasics

/// The messages that a batch has logged, so that a data set of thousands of recordings does not repeat them.
///
/// Messages that differ only in numbers or in the recording's name are similar, as in `CauseGroups`.
struct LoggedMessages {
  /// How many similar warnings are logged.
  private static let mostSimilar = 3

  private var causes = CauseGroups()
  private var warnings = CauseGroups()

  /// Adds the cause of a failure.
  /// - Returns: Whether to log the cause: no similar cause came before.
  mutating func add(cause: String, of recordingID: String) -> Bool { causes.add(cause, of: recordingID) == 1 }

  /// Adds a warning.
  /// - Returns: Whether to log the warning: it is one of the first similar warnings.
  mutating func add(warning: String, of recordingID: String) -> Bool {
    warnings.add(warning, of: recordingID) <= Self.mostSimilar
  }

  /// The warnings that were not logged, a line for each group of similar warnings.
  var unlogged: [String] {
    warnings.all.filter { $0.recordingIDs.count > Self.mostSimilar }.map { warning, ids in
      var known: Set<String> = []
      let others = ids.dropFirst(Self.mostSimilar).filter { known.insert($0).inserted }
      return "\(counted(others.count, "more recording")): \(warning) (\(RecordingNames.text(others)))"
    }
  }
}
