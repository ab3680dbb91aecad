/// The messages that a batch has logged, so that a data set of thousands of recordings does not repeat them.
///
/// Messages that differ only in numbers or in the recording's name are alike, as in `CauseGroups`.
struct LoggedMessages {
  /// How many alike warnings are logged.
  private static let mostAlike = 3

  private var causes: Set<String> = []
  private var warnings: [String: (first: String, count: Int)] = [:]
  /// The keys of `warnings`, in the order in which they were added.
  private var order: [String] = []

  /// Adds the cause of a failure.
  /// - Returns: Whether to log the cause: it is the first of its like.
  mutating func add(cause: String, of recordingID: String) -> Bool {
    causes.insert(CauseGroups.general(cause, recordingID)).inserted
  }

  /// Adds a warning.
  /// - Returns: Whether to log the warning: it is among the first of its like.
  mutating func add(warning: String, of recordingID: String) -> Bool {
    let general = CauseGroups.general(warning, recordingID)
    if warnings[general] == nil { order.append(general) }
    warnings[general, default: (warning, 0)].count += 1
    return warnings[general, default: (warning, 0)].count <= Self.mostAlike
  }

  /// The warnings that were not logged, in groups of alike warnings.
  var unlogged: [String] {
    order.compactMap { general in
      guard let (first, count) = warnings[general], count > Self.mostAlike else { return nil }
      return "\(count - Self.mostAlike) more: \(first)" + (first == general ? "" : ", and the like")
    }
  }
}
