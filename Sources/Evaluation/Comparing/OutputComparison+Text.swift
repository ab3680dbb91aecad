import SPBasics
import SPPipelines
import SPSwings
import SPTables

/// The report for people.
extension OutputComparison {
  /// The number of recordings in a brief report.
  private static let briefCount = 10

  /// Returns all tables as text, separated by empty lines. A table without differences is left out.
  ///
  /// - Parameters:
  ///   - isBrief: whether only the recordings that changed most are listed.
  ///   - withSwings: whether each swing that was lost, added, moved or relabelled is listed.
  package func text(isBrief: Bool = false, withSwings: Bool = false) -> String {
    var parts = [totals]
    if comparison.count(.moved) > 0 { parts.append(momentTable.text) }
    if !comparison.columns.isEmpty { parts.append(columnTable.text) }
    if !comparison.differing.isEmpty { parts.append(recordingText(isBrief: isBrief)) }
    let absent = absences(isBrief: isBrief)
    if !absent.isEmpty { parts.append(absent.joined()) }
    if withSwings, comparison.differing.contains(where: { !$0.changes.isEmpty }) { parts.append(swingTable.text) }
    return parts.joined(separator: "\n")
  }

  private var movedOver: String { String(printf: "over %g ms", 1000 * rules.movedOverS) }

  private var totals: String {
    let count = comparison.differing.count
    let lines = [
      ("first", first.folder), ("second", second.folder),
      (
        "recordings",
        "\(comparison.recordingCount) in both, \(count) \(count == 1 ? "differs" : "differ"); \(onlyInFirst.count) only in "
          + "the first, \(onlyInSecond.count) only in the second"
      ),
      (
        "swings",
        "\(comparison.firstCount) in the first, \(comparison.secondCount) in the second, \(comparison.pairedCount) in both"
      ),
      ("lost", "\(comparison.count(.lost)), only in the first"),
      ("added", "\(comparison.count(.added)), only in the second"),
      (
        "relabelled",
        "\(comparison.count(.relabelled)): \(comparison.relabelledCount(from: .hit)) from hit to miss, "
          + "\(comparison.relabelledCount(from: .miss)) from miss to hit"
      ), ("moved", "\(comparison.count(.moved)) by \(movedOver)"),
      ("changed", "\(comparison.changedCount) in label or figures, of those in both"),
    ]
    let text = lines.map { $0.padded(to: 12) + $1.withoutControls + "\n" }.joined()
    return differs ? text : text + "no difference\n"
  }

  private var momentTable: TextTable {
    var table = TextTable([
      ("moved by \(movedOver)", .left), ("swings", .right), ("median, ms", .right), ("largest, ms", .right),
    ])
    for moment in SwingMoment.allCases {
      let shifts = comparison.shifts(of: moment)
      table.append([moment.rawValue, "\(shifts.count)", milliseconds(shifts.medianMS), milliseconds(shifts.largestMS)])
    }
    return table
  }

  private var columnTable: TextTable {
    var table = TextTable([
      ("column", .left), ("swings", .right), ("one-sided", .right), ("largest difference", .right), ("unit", .left),
      ("relative", .right),
    ])
    for column in comparison.columns {
      table.append([
        column.name, "\(column.count)", "\(column.oneSidedCount)", figure(column.largestDifference),
        column.largestDifference == nil ? "" : column.unit ?? "", figure(column.largestRelative),
      ])
    }
    return table
  }

  private func recordingText(isBrief: Bool) -> String {
    var table = TextTable([
      ("recording", .left), ("first", .right), ("second", .right), ("lost", .right), ("added", .right),
      ("to miss", .right), ("to hit", .right), ("moved", .right), ("changed", .right),
    ])
    let recordings = comparison.mostChangedFirst
    let listed = recordings.prefix(isBrief ? Self.briefCount : recordings.count)
    for recording in listed {
      table.append([
        recording.recordingID, "\(recording.firstCount)", "\(recording.secondCount)", "\(recording.count(.lost))",
        "\(recording.count(.added))", "\(recording.relabelledCount(from: .hit))",
        "\(recording.relabelledCount(from: .miss))", "\(recording.count(.moved))", "\(recording.changedCount)",
      ])
    }
    let left = recordings.count - listed.count
    return table.text + (left > 0 ? "and \(counted(left, "other recording")) that changed less\n" : "")
  }

  /// The recordings that only one of the runs has, one line each.
  private func absences(isBrief: Bool) -> [String] {
    func line(_ noun: String, _ run: String, _ names: [String], limit: Int) -> String? {
      guard !names.isEmpty else { return nil }
      let left = names.count - limit
      let rest = left > 0 ? " and \(counted(left, "other"))" : ""
      return "\(noun) only in the \(run): \(names.prefix(limit).joined(separator: ", "))\(rest)".withoutControls + "\n"
    }
    let limit = isBrief ? Self.briefCount : Int.max
    return [
      line("columns", "first", comparison.columnsOnlyInFirst, limit: Int.max),
      line("columns", "second", comparison.columnsOnlyInSecond, limit: Int.max),
      line("recordings", "first", onlyInFirst, limit: limit), line("recordings", "second", onlyInSecond, limit: limit),
    ].compactMap(\.self)
  }

  private var swingTable: TextTable {
    var table = TextTable([
      ("recording", .left), ("time", .right), ("swing", .left), ("first", .left), ("second", .left),
      ("start, ms", .right), ("onset, ms", .right), ("anchor, ms", .right),
    ])
    for recording in comparison.differing {
      for change in recording.changes {
        table.append(
          [
            recording.recordingID, String(printf: "%.3f s", change.time), change.kind.rawValue,
            change.firstLabel?.rawValue ?? "-", change.secondLabel?.rawValue ?? "-",
          ] + SwingMoment.allCases.map { milliseconds(change.shiftsS[$0].map { 1000 * $0 }) })
      }
    }
    return table
  }

  private func milliseconds(_ value: Double?) -> String {
    guard let value else { return "-" }
    let text = String(printf: "%+.3f", value)
    // Avoids "-0.000" and "+0.000".
    return text.contains(where: { ("1"..."9").contains($0) }) ? text : String(text.dropFirst())
  }

  private func figure(_ value: Double?) -> String { value.map { String(printf: "%.3g", $0) } ?? "-" }
}
