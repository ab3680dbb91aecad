import SPSwings

/// The differences between two runs, over all recordings that both runs have.
///
/// Recordings are added in turn, and only recordings that differ are kept, so memory grows only with the differences.
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

  /// Number of swings in both runs with another label or a figure that differs.
  package var changedCount: Int { differing.reduce(0) { $0 + $1.changedCount } }

  /// The number of changes of a kind.
  package func count(_ kind: SwingChange.Kind) -> Int { differing.reduce(0) { $0 + $1.count(kind) } }

  /// The number of swings in both runs that the first run labelled `label` and the second run labelled differently.
  package func relabelledCount(from label: SwingLabel) -> Int {
    differing.reduce(0) { $0 + $1.relabelledCount(from: label) }
  }

  /// The shifts of a time, over the swings in which the time shifted.
  package func shifts(of moment: SwingMoment) -> ShiftStatistics {
    ShiftStatistics(shiftsS: differing.flatMap { $0.shiftsS(of: moment) })
  }

  /// The columns that differ. Times come first, by the largest difference. Other numbers follow, by the largest
  /// relative difference. Last are columns with other texts, or with values in one run only.
  package var columns: [ColumnChange] { columnsByName.values.sorted { $0.isToldBefore($1) } }

  /// Columns of any table in the first run that the second run's table of the same recording lacks, sorted.
  package var columnsOnlyInFirst: [String] { Set(differing.flatMap(\.columnsOnlyInFirst)).sorted() }

  /// Columns of any table in the second run that the first run's table of the same recording lacks, sorted.
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
