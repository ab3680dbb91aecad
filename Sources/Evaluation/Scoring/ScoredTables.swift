import SPBasics
import SPRecordings
import SPSwings

/// Tables of one or two runs over labelled recordings, to be scored.
package struct ScoredTables: Sendable {
  /// The tables: files, folders of tables, or output folders of runs.
  package var tables: [String]
  /// The tables of another run over the same recordings, for comparison; empty for no comparison.
  package var others: [String]
  /// The resampling for the intervals of the figures.
  package var bootstrap = Bootstrap()

  /// Names the tables. Nothing is read yet.
  package init(_ tables: [String], comparedWith others: [String] = []) {
    (self.tables, self.others) = (tables, others)
  }

  /// Scores swings.
  ///
  /// - Parameters:
  ///   - labelled: The recordings.
  ///   - rules: The rules that pair swings and labels.
  ///   - warn: Called with each warning about the tables.
  /// - Throws: `ScoringFault` with all faults of the labels and the tables at once, such as missing columns.
  package func swings(
    in labelled: LabelledRecordings, by rules: ScoringRules = ScoringRules(), warn: (String) -> Void
  ) throws(ScoringFault) -> SwingScoreReport {
    let truth = try labelled.swings()
    let found = try DetectionTables(swings: tables)
    let compared = others.isEmpty ? nil : try DetectionTables(swings: others, option: Self.othersOption)
    for tables in [found, compared].compactMap(\.self) { truth.warnings(about: tables).forEach(warn) }
    let score = try truth.score(found, by: rules)
    var other: (SessionScore, tables: [String])?
    if let compared { other = (try truth.score(compared, by: rules), others) }
    return SwingScoreReport(score, rules: rules, bootstrap: bootstrap, other: other)
  }

  /// Scores events of another kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of events, such as `dive`.
  ///   - labelled: The recordings.
  ///   - rules: The rules that pair events and labels.
  ///   - warn: Called with each warning about the tables.
  /// - Throws: `ScoringFault` with all faults of the labels and the tables at once, such as missing columns, and for a
  ///   kind without rows in any table.
  package func events(
    _ kind: LabelKind, in labelled: LabelledRecordings, by rules: EventRules = EventRules(), warn: (String) -> Void
  ) throws(ScoringFault) -> EventScoreReport {
    let source = try EventSource(kind, tables: tables)
    let truth = try labelled.events(kind)
    let found = try DetectionTables(tables, of: source)
    let compared = others.isEmpty ? nil : try DetectionTables(others, of: source, option: Self.othersOption)
    for tables in [found, compared].compactMap(\.self) { truth.warnings(about: tables).forEach(warn) }
    let score = try truth.score(found, by: rules)
    var other: (EventSessionScore, tables: [String])?
    if let compared { other = (try truth.score(compared, by: rules), others) }
    return EventScoreReport(score, of: source, rules: rules, bootstrap: bootstrap, other: other)
  }

  /// The name of `others` in messages.
  private static let othersOption = "--compare"
}

/// The subject of a score.
package enum ScoredKind: Hashable, Sendable {
  /// Swings, whose hits and misses are labelled.
  case swings
  /// Events of another kind.
  case events(LabelKind)

  /// The name: `swings`, or the name of the kind of labels.
  package var name: String {
    switch self {
    case .swings: "swings"
    case .events(let kind): kind.rawValue
    }
  }
}

/// All faults that prevent scoring, reported at once.
package struct ScoringFault: Error, Hashable, Sendable, CustomStringConvertible, RetryClassified {
  /// The faults and the expected values, one sentence each.
  package let messages: [String]
  /// Whether an existing table or recording cannot be read. Otherwise, the request itself is at fault.
  package let hasUnreadableFiles: Bool
  /// Whether a file cannot be read for a reason that may be temporary.
  package let isWorthRetrying: Bool

  /// The messages, one line each.
  package var description: String { messages.joined(separator: "\n") }

  /// - Parameter unreadable: the faults that come from unreadable files.
  init(messages: [String], unreadable: [any Error] = []) {
    self.messages = messages
    hasUnreadableFiles = !unreadable.isEmpty
    isWorthRetrying = unreadable.contains(where: SPBasics.isWorthRetrying)
  }
}
