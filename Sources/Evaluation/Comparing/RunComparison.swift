import SPSwings

/// How two runs differ, over all recordings that both have.
///
/// Takes the recordings one after another and keeps those that differ, so memory grows only with the differences.
package struct RunComparison: Hashable, Sendable {
  /// Number of recordings that were compared.
  package private(set) var recordingCount = 0
  /// Number of swings in the first run.
  package private(set) var firstCount = 0
  /// Number of swings in the second run.
  package private(set) var secondCount = 0
  /// Number of swings in both.
  package private(set) var pairedCount = 0
  /// The recordings that differ, in the order in which they were added.
  package private(set) var differing: [RecordingComparison] = []

  private var columnsByName: [String: ColumnChange] = [:]

  /// Starts without recordings.
  package init() {}

  /// Adds a recording.
  package mutating func add(_ recording: RecordingComparison) {
    recordingCount += 1
    firstCount += recording.firstCount
    secondCount += recording.secondCount
    pairedCount += recording.pairedCount
    for column in recording.columns {
      columnsByName[column.name, default: ColumnChange(name: column.name)].add(column)
    }
    if recording.differs { differing.append(recording) }
  }

  /// Number of swings found by both with another label or a figure that differs.
  package var changedCount: Int { differing.reduce(0) { $0 + $1.changedCount } }

  /// The number of changes of a kind.
  package func count(_ kind: SwingChange.Kind) -> Int { differing.reduce(0) { $0 + $1.count(kind) } }

  /// The number of swings found by both that the first run labelled `label` and the second differently.
  package func relabelledCount(from label: SwingLabel) -> Int {
    differing.reduce(0) { $0 + $1.relabelledCount(from: label) }
  }

  /// How a time shifted, over the swings in which it did.
  package func shifts(of moment: SwingMoment) -> ShiftStatistics {
    ShiftStatistics(shiftsS: differing.flatMap { $0.shiftsS(of: moment) })
  }

  /// The columns that differ: times first, by the largest difference, then other numbers by the largest relative one,
  /// then columns with other texts or values in one run only.
  package var columns: [ColumnChange] { columnsByName.values.sorted { $0.isToldBefore($1) } }

  /// Columns of some table in the first run that are missing in the second run's table of that recording,
  /// sorted.
  package var columnsOnlyInFirst: [String] { Set(differing.flatMap(\.columnsOnlyInFirst)).sorted() }

  /// Columns of some table in the second run that are missing in the first run's table of that recording,
  /// sorted.
  package var columnsOnlyInSecond: [String] { Set(differing.flatMap(\.columnsOnlyInSecond)).sorted() }

  /// The recordings that differ, sorted by the number of swings lost, added or relabelled, then of other changes,
  /// then by identifier.
  package var mostChangedFirst: [RecordingComparison] {
    let counted = differing.map { recording in
      (recording: recording, graveCount: recording.changes.count { $0.kind != .moved })
    }
    return counted.sorted { first, second in
      if first.graveCount != second.graveCount { return first.graveCount > second.graveCount }
      if first.recording.changedCount != second.recording.changedCount {
        return first.recording.changedCount > second.recording.changedCount
      }
      return first.recording.recordingID < second.recording.recordingID
    }.map(\.recording)
  }
}
