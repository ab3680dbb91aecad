import SPSwings
import SPTables

/// Rules that decide when swings of two runs are the same swing, and when figures are equal.
package struct ComparisonRules: Hashable, Sendable {
  /// Largest distance in time of a swing's anchors in the two runs, in s, inclusive.
  ///
  /// It equals the tolerance of a miss in scoring: an anchor moves from the impact to the highest rate if a hit becomes
  /// a miss.
  package var withinS = 0.15
  /// Times and durations in double precision count as equal up to this difference, in s.
  ///
  /// The tolerance is absolute, since a clock's zero is arbitrary: the same shift is a larger fraction of a time since
  /// the device started than of a time since 1970. Timestamps since 1970 are accurate to 0.24 us, so rounding alone
  /// stays well below the tolerance.
  package var movedOverS = 1e-5
  /// Other numbers count as equal if they differ by no more than this fraction of the larger absolute value.
  ///
  /// The fraction is below a step of single precision, 6e-8. Measured values are stored in single precision, so each
  /// step counts. The fraction is above the effect of another order of sums in double precision, whose step is 1.1e-16.
  package var tolerance = 1e-9

  /// Makes the default rules: swings within 150 ms, times to 0.01 ms, other numbers to a relative 1e-9.
  package init() {}
}

/// The swings that a run found in one recording, with all columns of their table as written.
package struct SwingTable: Sendable {
  /// The recording's identifier; nil for a table without rows.
  package let recordingID: String?
  /// The swings, in the order of the rows.
  package let swings: [SwingDetection]
  /// Names of the table's columns, in order, including those not read.
  package let columnNames: [String]

  private let values: [String: [String?]]

  /// Takes the swings from a table in memory, with all columns of the table or only the columns of `DetectionTable`.
  ///
  /// - Throws: `TableError` for rows of more than one recording, and all errors of `DetectionTable`: rows without
  ///   recording, anchor or label, a time that is not a number.
  package init(_ table: StoredTable) throws {
    let found = try DetectionTable(table).detections
    let ids = try table.strings("recording_id")
    let id = ids.first ?? nil
    if let row = ids.firstIndex(where: { $0 != id }) {
      throw table.error(
        row: row, column: "recording_id",
        "found \"\(ids[row] ?? "")\" after \"\(id ?? "")\"; expected rows of one recording")
    }
    recordingID = id
    swings = id.flatMap { found[$0] } ?? []
    columnNames = table.columnNames
    values = try Dictionary(
      uniqueKeysWithValues: table.columnNames.filter(table.isRead).map { ($0, try table.strings($0)) })
  }

  /// The values of a column as written, one per swing, nil if missing; nil for a column that was not read.
  fileprivate func texts(_ column: String) -> [String?]? { values[column] }
}

/// The differences between two runs for the swings of one recording.
///
/// Swings are paired by their anchors, one to one in the order of time. The pairing has as many pairs as possible, and
/// among such pairings the smallest distances (see `MomentMatcher`).
package struct RecordingComparison: Hashable, Sendable {
  /// Columns that are not compared as figures: the columns that pair swings, and the columns of lost, added and
  /// relabelled swings.
  package static let passedOver: Set<String> = ["recording_id", "swing_index", "label"]

  /// Identifier of the recording.
  package let recordingID: String
  /// Number of swings in the first run.
  package let firstCount: Int
  /// Number of swings in the second run.
  package let secondCount: Int
  /// Number of swings in both.
  package let pairedCount: Int
  /// Number of swings in both runs with another label or a figure that differs.
  package let changedCount: Int
  /// Changes of single swings, in the order of time.
  package let changes: [SwingChange]
  /// The columns that differ, in the order in which they are listed.
  package let columns: [ColumnChange]
  /// Columns that the second run's table does not have, in order.
  package let columnsOnlyInFirst: [String]
  /// Columns that the first run's table does not have, in order.
  package let columnsOnlyInSecond: [String]

  private let movedOverS: Double

  /// Compares the tables of a recording.
  package init(
    recordingID: String, _ first: SwingTable, _ second: SwingTable, rules: ComparisonRules = ComparisonRules()
  ) {
    self.recordingID = recordingID
    movedOverS = rules.movedOverS
    firstCount = first.swings.count
    secondCount = second.swings.count
    let pairs = MomentMatcher.pairs(
      first.swings.map(\.anchorTime), second.swings.map(\.anchorTime), toleranceS: rules.withinS)
    pairedCount = pairs.count
    changes = Self.changes(first.swings, second.swings, pairs, rules)
    var isChanged = pairs.map { first.swings[$0.first].label != second.swings[$0.second].label }
    columns = Self.columns(first, second, pairs, rules, &isChanged)
    changedCount = isChanged.count { $0 }
    let (mine, others) = (Set(first.columnNames), Set(second.columnNames))
    columnsOnlyInFirst = first.columnNames.filter { !others.contains($0) }
    columnsOnlyInSecond = second.columnNames.filter { !mine.contains($0) }
  }

  /// Takes two tables that are identical byte for byte. Only one of them was read.
  package init(recordingID: String, unchanged table: SwingTable) {
    self.recordingID = recordingID
    movedOverS = 0
    (firstCount, secondCount, pairedCount) = (table.swings.count, table.swings.count, table.swings.count)
    (changedCount, changes, columns, columnsOnlyInFirst, columnsOnlyInSecond) = (0, [], [], [], [])
  }

  /// Whether anything differs.
  package var differs: Bool {
    changedCount > 0 || !changes.isEmpty || !columnsOnlyInFirst.isEmpty || !columnsOnlyInSecond.isEmpty
  }

  /// The number of changes of a kind.
  package func count(_ kind: SwingChange.Kind) -> Int { changes.count { $0.kind == kind } }

  /// The number of swings in both runs that the first run labelled `label` and the second run labelled differently.
  package func relabelledCount(from label: SwingLabel) -> Int {
    changes.count { $0.kind == .relabelled && $0.firstLabel == label }
  }

  /// The shifts of a time, in s, for the swings in which the time shifted.
  package func shiftsS(of moment: SwingMoment) -> [Double] {
    changes.filter { $0.kind == .moved }.compactMap { $0.shiftsS[moment] }.filter { abs($0) > movedOverS }
  }

  // MARK: Comparing

  private static func changes(
    _ first: [SwingDetection], _ second: [SwingDetection], _ pairs: [MomentMatcher.Pair], _ rules: ComparisonRules
  ) -> [SwingChange] {
    var changes: [SwingChange] = []
    let (paired, pairedToo) = (Set(pairs.map(\.first)), Set(pairs.map(\.second)))
    for position in first.indices where !paired.contains(position) {
      let swing = first[position]
      changes.append(SwingChange(kind: .lost, time: swing.anchorTime, firstLabel: swing.label))
    }
    for position in second.indices where !pairedToo.contains(position) {
      let swing = second[position]
      changes.append(SwingChange(kind: .added, time: swing.anchorTime, secondLabel: swing.label))
    }
    for pair in pairs {
      let (before, after) = (first[pair.first], second[pair.second])
      var change = SwingChange(
        kind: .relabelled, time: before.anchorTime, firstLabel: before.label, secondLabel: after.label)
      for moment in SwingMoment.allCases {
        if let from = before.time(of: moment), let to = after.time(of: moment) { change.shiftsS[moment] = to - from }
      }
      if before.label != after.label { changes.append(change) }
      if change.shiftsS.values.contains(where: { abs($0) > rules.movedOverS }) {
        change.kind = .moved
        changes.append(change)
      }
    }
    return changes.sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
  }

  private static func columns(
    _ first: SwingTable, _ second: SwingTable, _ pairs: [MomentMatcher.Pair], _ rules: ComparisonRules,
    _ isChanged: inout [Bool]
  ) -> [ColumnChange] {
    var changes: [ColumnChange] = []
    for name in first.columnNames where !passedOver.contains(name) {
      guard let mine = first.texts(name), let others = second.texts(name) else { continue }
      var change = ColumnChange(name: name)
      for (position, pair) in pairs.enumerated()
      where change.compare(mine[pair.first], others[pair.second], by: rules) {
        isChanged[position] = true
      }
      if change.count > 0 { changes.append(change) }
    }
    return changes.sorted { $0.isToldBefore($1) }
  }
}

extension SwingDetection {
  fileprivate func time(of moment: SwingMoment) -> Double? {
    switch moment {
    case .start: startTime
    case .onset: onsetTime
    case .anchor: anchorTime
    }
  }
}

/// A time of a swing that may differ between runs.
package enum SwingMoment: String, Hashable, Sendable, CaseIterable {
  /// Start of the swing.
  case start
  /// Onset of the contact.
  case onset
  /// The impact of a hit, or the moment of the highest rate of a miss.
  case anchor
}

/// One change of one swing between two runs. A swing that moved and was relabelled has two changes.
package struct SwingChange: Hashable, Sendable {
  /// The kind of change.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A swing only in the first run.
    case lost
    /// A swing only in the second run.
    case added
    /// A swing in both runs with another label.
    case relabelled
    /// A swing in both runs with a shifted time.
    case moved
  }

  /// The kind of change.
  package var kind: Kind
  /// The swing's anchor in s: in the first run, or for an added swing in the second run.
  package var time: Double
  /// The label in the first run; nil for an added swing.
  package var firstLabel: SwingLabel?
  /// The label in the second run; nil for a lost swing.
  package var secondLabel: SwingLabel?
  /// Each time in the second run minus the same time in the first run, in s. Shifts that are too small to count are
  /// included. Times that either run lacks are not.
  package var shiftsS: [SwingMoment: Double]

  package init(
    kind: Kind, time: Double, firstLabel: SwingLabel? = nil, secondLabel: SwingLabel? = nil,
    shiftsS: [SwingMoment: Double] = [:]
  ) {
    self.kind = kind
    self.time = time
    self.firstLabel = firstLabel
    self.secondLabel = secondLabel
    self.shiftsS = shiftsS
  }
}

/// Statistics of the shifts of a time, over the swings in which the time shifted.
package struct ShiftStatistics: Hashable, Sendable {
  /// The number of swings in which the time shifted.
  package let count: Int
  /// Median of the second run's time minus the first run's time, in ms; nil without shifts.
  package let medianMS: Double?
  /// The largest shift, with its sign, in ms; nil without shifts.
  package let largestMS: Double?

  /// Summarises shifts, the second run's time minus the first's, in s.
  package init(shiftsS: [Double]) {
    let sorted = shiftsS.sorted()
    count = sorted.count
    medianMS = sorted.isEmpty ? nil : 500 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
    largestMS = sorted.max { (abs($0), $0) < (abs($1), $1) }.map { 1000 * $0 }
  }
}
