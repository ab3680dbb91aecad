import SPBasics
import SPRecordings
import SPSwings

/// Tables of one or two runs over labelled recordings, which are scored.
package struct ScoredTables: Sendable {
  /// The tables: files, folders of them, or output folders of runs.
  package var tables: [String]
  /// Those of another run over the same recordings, to compare with; empty for none.
  package var others: [String]
  /// How the intervals of the figures are drawn.
  package var bootstrap = Bootstrap()

  /// Names the tables; nothing is read yet.
  package init(_ tables: [String], comparedWith others: [String] = []) {
    (self.tables, self.others) = (tables, others)
  }

  /// Scores swings.
  ///
  /// - Parameters:
  ///   - labelled: the recordings.
  ///   - rules: how swings and labels are paired.
  ///   - warn: takes what is odd about the tables, a line each.
  /// - Throws: `ScoringFault` with all that is wrong at once about the labels, the tables, or what a table lacks.
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
  ///   - kind: what is scored, as `dive`.
  ///   - labelled: the recordings.
  ///   - rules: how events and labels are paired.
  ///   - warn: takes what is odd about the tables, a line each.
  /// - Throws: `ScoringFault` with all that is wrong at once about the labels, the tables, or what a table lacks, and for a
  ///   kind that no table has rows of.
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

  /// What messages call the other tables.
  private static let othersOption = "--compare"
}

/// What a score is about.
package enum ScoredKind: Hashable, Sendable {
  /// Swings, whose hits and misses are labelled.
  case swings
  /// Events of another kind.
  case events(LabelKind)

  /// Its name: `swings`, or that of the kind of labels.
  package var name: String {
    switch self {
    case .swings: "swings"
    case .events(let kind): kind.rawValue
    }
  }
}

/// All faults that prevent scoring, reported at once.
package struct ScoringFault: Error, Hashable, Sendable, CustomStringConvertible, RetryClassified {
  /// The faults and what was expected, one sentence each.
  package let messages: [String]
  /// Whether a table or a recording that is there cannot be read; otherwise what was asked for is at fault.
  package let hasUnreadableFiles: Bool
  /// Whether one cannot be read for a reason that may be temporary.
  package let isWorthRetrying: Bool

  /// The messages, one line each.
  package var description: String { messages.joined(separator: "\n") }

  /// - Parameter unreadable: the errors among the faults that come from files that cannot be read.
  init(messages: [String], unreadable: [any Error] = []) {
    self.messages = messages
    hasUnreadableFiles = !unreadable.isEmpty
    isWorthRetrying = unreadable.contains(where: SPBasics.isWorthRetrying)
  }
}
