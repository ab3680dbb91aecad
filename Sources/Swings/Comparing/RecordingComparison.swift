import Scoring

/// How the swings of one recording differ between two runs.
///
/// Swings are paired by their anchors, one to one in the order of time: as many pairs as possible, and among these the
/// nearest (see `MomentMatcher`).
public struct RecordingComparison: Hashable, Sendable {
  /// Columns that are not compared as figures: those used for pairing, and those reported as lost, added and
  /// relabelled.
  public static let passedOver: Set<String> = ["recording_id", "swing_index", "label"]

  /// Identifier of the recording.
  public let recordingID: String
  /// Number of swings in the first run.
  public let firstCount: Int
  /// Number of swings in the second run.
  public let secondCount: Int
  /// Number of swings in both.
  public let pairedCount: Int
  /// Number of swings found by both with another label or a figure that differs.
  public let changedCount: Int
  /// Changes of single swings, in the order of time.
  public let changes: [SwingChange]
  /// The columns that differ, in the order in which they are listed.
  public let columns: [ColumnChange]
  /// Columns that the second run's table does not have, in order.
  public let columnsOnlyInFirst: [String]
  /// Columns that the first run's table does not have, in order.
  public let columnsOnlyInSecond: [String]

  private let movedOverS: Double

  /// Compares the tables of a recording.
  public init(
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

  /// Takes two tables that are identical byte for byte, of which one was read.
  public init(recordingID: String, unchanged table: SwingTable) {
    self.recordingID = recordingID
    movedOverS = 0
    (firstCount, secondCount, pairedCount) = (table.swings.count, table.swings.count, table.swings.count)
    (changedCount, changes, columns, columnsOnlyInFirst, columnsOnlyInSecond) = (0, [], [], [], [])
  }

  /// Whether anything differs.
  public var differs: Bool {
    changedCount > 0 || !changes.isEmpty || !columnsOnlyInFirst.isEmpty || !columnsOnlyInSecond.isEmpty
  }

  /// The number of changes of a kind.
  public func count(_ kind: SwingChange.Kind) -> Int { changes.count { $0.kind == kind } }

  /// The number of swings found by both that the first run labelled `label` and the second differently.
  public func relabelledCount(from label: SwingLabel) -> Int {
    changes.count { $0.kind == .relabelled && $0.firstLabel == label }
  }

  /// How far a time shifted, in s, in each swing in which it did.
  public func shiftsS(of moment: SwingMoment) -> [Double] {
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
