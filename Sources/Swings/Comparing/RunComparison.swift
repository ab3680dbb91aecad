/// How two runs differ, over all recordings that both have.
///
/// Takes the recordings one after another and keeps those that differ, so that memory grows with the differences alone.
public struct RunComparison: Hashable, Sendable {
  /// Number of recordings that were compared.
  public private(set) var recordingCount = 0
  /// Number of swings in the first run.
  public private(set) var firstCount = 0
  /// Number of swings in the second run.
  public private(set) var secondCount = 0
  /// Number of swings in both.
  public private(set) var pairedCount = 0
  /// The recordings that differ, in the order in which they were added.
  public private(set) var differing: [RecordingComparison] = []

  private var columnsByName: [String: ColumnChange] = [:]

  /// Starts without recordings.
  public init() {}

  /// Adds a recording.
  public mutating func add(_ recording: RecordingComparison) {
    recordingCount += 1
    firstCount += recording.firstCount
    secondCount += recording.secondCount
    pairedCount += recording.pairedCount
    for column in recording.columns {
      columnsByName[column.name, default: ColumnChange(name: column.name)].add(column)
    }
    if recording.differs { differing.append(recording) }
  }

  /// Number of swings in both that have another label or a figure that differs.
  public var changedCount: Int { differing.reduce(0) { $0 + $1.changedCount } }

  /// How many swings changed in a way.
  public func count(_ kind: SwingChange.Kind) -> Int { differing.reduce(0) { $0 + $1.count(kind) } }

  /// How many swings of both runs were called `label` by the first and otherwise by the second.
  public func relabelledCount(from label: SwingLabel) -> Int {
    differing.reduce(0) { $0 + $1.relabelledCount(from: label) }
  }

  /// How a moment moved, over the swings in which it did.
  public func shifts(of moment: SwingMoment) -> ShiftStatistics {
    ShiftStatistics(shiftsS: differing.flatMap { $0.shiftsS(of: moment) })
  }

  /// The columns in which swings of both differ: times first, by the largest difference, then other numbers by the largest
  /// relative one, then those that differ in texts or in having a value alone.
  public var columns: [ColumnChange] { columnsByName.values.sorted { $0.isToldBefore($1) } }

  /// Columns that some table of the first run has and the second run's of that recording has not, sorted.
  public var columnsOnlyInFirst: [String] { Set(differing.flatMap(\.columnsOnlyInFirst)).sorted() }

  /// Columns that some table of the second run has and the first run's of that recording has not, sorted.
  public var columnsOnlyInSecond: [String] { Set(differing.flatMap(\.columnsOnlyInSecond)).sorted() }

  /// The recordings that differ, those first in which most swings were lost, added or relabelled, then by how many
  /// others changed, then by identifier.
  public var mostChangedFirst: [RecordingComparison] {
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
