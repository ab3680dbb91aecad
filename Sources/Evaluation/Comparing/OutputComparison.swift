import SPBasics
import SPBatches
import SPPipelines
import SPSwings
import SPTables

/// A comparison of the outputs of two runs, swing by swing.
///
/// ```swift
/// let comparison = try await OutputComparison(of: RunTables("out/old"), with: RunTables("out/new"))
/// print(comparison.text())
/// ```
package struct OutputComparison: Sendable {
  /// Tables that cannot be read.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults of the tables, one line each.
    package var messages: [String]

    /// All messages, one per line.
    package var description: String { messages.joined(separator: "\n") }
  }

  /// The tables of the first run.
  package let first: RunTables
  /// The tables of the second run.
  package let second: RunTables
  /// The rules that paired swings and decided which figures are equal.
  package let rules: ComparisonRules
  /// The differences in the recordings that both runs have.
  package let comparison: RunComparison
  /// Names of the recordings without a table in the second run, sorted.
  package let onlyInFirst: [String]
  /// Names of the recordings without a table in the first run, sorted.
  package let onlyInSecond: [String]

  /// Compares the recordings that both runs have, as many at a time as there are processors.
  /// - Parameters:
  ///   - first: The tables of the first run.
  ///   - second: The tables of the second run. Shifts are relative to the first run, and positive for later times.
  ///   - rules: The rules that pair swings and decide which figures are equal.
  /// - Throws: `Fault` with all tables that cannot be read, or with the runs whose tables are all left out.
  package init(
    of first: RunTables, with second: RunTables, by rules: ComparisonRules = ComparisonRules()
  ) async throws(Fault) {
    let faults = [first, second].compactMap(\.fault)
    guard faults.isEmpty else { throw Fault(messages: faults.map(\.description)) }
    let names = first.paths.keys.filter { second.paths[$0] != nil }.sorted()
    let items = names.map { (name: $0, path: first.paths[$0] ?? "", other: second.paths[$0] ?? "") }
    var outcomes = [Result<RecordingComparison, Fault>?](repeating: nil, count: items.count)
    await Concurrently.forEach(items, jobs: GrantedProcessors.current.count) { item, _ in
      Result { () throws(Fault) in try Self.compare(item.name, item.path, item.other, by: rules) }
    } finished: {
      outcomes[$0] = $1
    }
    var comparison = RunComparison()
    var messages: [String] = []
    for outcome in outcomes.compactMap(\.self) {
      do throws(Fault) {
        comparison.add(try outcome.get())
      } catch {
        messages += error.messages
      }
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    self.first = first
    self.second = second
    self.rules = rules
    self.comparison = comparison
    onlyInFirst = first.paths.keys.filter { second.paths[$0] == nil }.sorted()
    onlyInSecond = second.paths.keys.filter { first.paths[$0] == nil }.sorted()
  }

  /// Whether the runs differ in anything.
  package var differs: Bool { !comparison.differing.isEmpty || !onlyInFirst.isEmpty || !onlyInSecond.isEmpty }

  /// Whether no recording is in both runs.
  package var hasNothingInCommon: Bool { comparison.recordingCount == 0 && differs }

  private static let momentColumns = Set(DetectionTable.requiredColumns + DetectionTable.optionalColumns)

  private static func compare(
    _ name: String, _ path: String, _ other: String, by rules: ComparisonRules
  ) throws(Fault) -> RecordingComparison {
    do {
      // This is true for most recordings of most comparisons, and needs a fifth of the work, since few columns are
      // read, and only once.
      if try TableFile.isSame(path, as: other) {
        let table = try SwingTable(TableFile.read(path, columns: Self.momentColumns))
        return RecordingComparison(recordingID: table.recordingID ?? name, unchanged: table)
      }
    } catch {
      throw Fault(messages: ["\(error)"])
    }
    var messages: [String] = []
    let tables = [path, other].compactMap { path -> SwingTable? in
      do {
        return try SwingTable(TableFile.read(path))
      } catch {
        messages.append("\(error)")
        return nil
      }
    }
    guard tables.count == 2 else { throw Fault(messages: messages) }
    let id = tables[0].recordingID ?? tables[1].recordingID ?? name
    return RecordingComparison(recordingID: id, tables[0], tables[1], rules: rules)
  }
}

/// The tables of swings that a run left in its output folder, one per recording.
package struct RunTables: Sendable {
  /// The output folder, as given.
  package let folder: String
  /// The table of each recording, by the recording's name.
  package let paths: [String: String]
  /// Warnings about the folder, one line each.
  package let warnings: [String]
  /// The error if all tables are left out; nil if at least one table is compared.
  fileprivate let fault: TableError?

  /// Looks for the tables in an output folder.
  /// - Throws: `FileError` or `TableError` for a folder that is not an output folder with tables of swings.
  package init(_ folder: String) throws {
    guard Folder.exists(folder) else {
      throw FileError(path: folder, operation: "read the output folder", code: FileError.missing)
    }
    guard Folder.isFolder(folder) else {
      throw TableError(path: folder, "is not a folder; expected an output folder of swingpipe run")
    }
    guard let files = try TableFiles.onePerRecording(in: folder, named: "swings") else {
      throw TableError(
        path: folder,
        "holds no tables of swings, one per recording in swings/; expected an output folder of swingpipe run")
    }
    self.folder = folder
    let named = files.current.map { (TableFiles.name(of: $0), $0) }
    paths = Dictionary(named, uniquingKeysWith: { first, _ in first })
    let others = OutputFolder(folder).runsInside.map(\.path).filter { !Folder.isFolder($0 + "/swings") }
    warnings =
      files.warnings
      + (others.isEmpty
        ? [] : ["\(folder): only tables of swings are compared, not the runs in \(others.joined(separator: ", "))"])
    fault = files.fault(of: folder, named: "swings")
  }
}

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

/// The report for programs, with the same content as for people, and `null` for undefined values.
extension OutputComparison {
  /// The document.
  package var json: JSONValue {
    [
      "rules": [
        "within_ms": .number(1000 * rules.withinS), "moved_over_ms": .number(1000 * rules.movedOverS),
        "tolerance": .number(rules.tolerance),
      ],
      "first": .string(first.folder),
      "second": .string(second.folder),
      "differs": .boolean(differs),
      "recordings_in_both": .integer(comparison.recordingCount),
      "recordings_that_differ": .integer(comparison.differing.count),
      "recordings_only_in_first": list(onlyInFirst),
      "recordings_only_in_second": list(onlyInSecond),
      "swings": [
        "first": .integer(comparison.firstCount), "second": .integer(comparison.secondCount),
        "both": .integer(comparison.pairedCount), "lost": .integer(comparison.count(.lost)),
        "added": .integer(comparison.count(.added)),
        "hit_to_miss": .integer(comparison.relabelledCount(from: .hit)),
        "miss_to_hit": .integer(comparison.relabelledCount(from: .miss)),
        "moved": .integer(comparison.count(.moved)), "changed": .integer(comparison.changedCount),
      ],
      "moved": moments { comparison.shifts(of: $0) },
      "columns": .array(comparison.columns.map(column)),
      "columns_only_in_first": list(comparison.columnsOnlyInFirst),
      "columns_only_in_second": list(comparison.columnsOnlyInSecond),
      "recordings": .array(comparison.mostChangedFirst.map(recording)),
    ]
  }

  private func recording(_ recording: RecordingComparison) -> JSONValue {
    [
      "recording_id": .string(recording.recordingID),
      "swings": [
        "first": .integer(recording.firstCount), "second": .integer(recording.secondCount),
        "both": .integer(recording.pairedCount), "lost": .integer(recording.count(.lost)),
        "added": .integer(recording.count(.added)),
        "hit_to_miss": .integer(recording.relabelledCount(from: .hit)),
        "miss_to_hit": .integer(recording.relabelledCount(from: .miss)),
        "moved": .integer(recording.count(.moved)), "changed": .integer(recording.changedCount),
      ],
      "moved": moments { ShiftStatistics(shiftsS: recording.shiftsS(of: $0)) },
      "columns": .array(recording.columns.map(column)),
      "columns_only_in_first": list(recording.columnsOnlyInFirst),
      "columns_only_in_second": list(recording.columnsOnlyInSecond),
      "changes": .array(recording.changes.map(change)),
    ]
  }

  private func moments(_ shifts: (SwingMoment) -> ShiftStatistics) -> JSONValue {
    .object(
      SwingMoment.allCases.map { moment in
        let statistics = shifts(moment)
        return .init(
          key: moment.rawValue,
          value: [
            "swings": .integer(statistics.count), "median_ms": .optional(statistics.medianMS),
            "largest_ms": .optional(statistics.largestMS),
          ])
      })
  }

  private func column(_ column: ColumnChange) -> JSONValue {
    [
      "name": .string(column.name), "unit": .optional(column.unit), "swings": .integer(column.count),
      "one_sided": .integer(column.oneSidedCount), "largest_difference": .optional(column.largestDifference),
      "largest_relative": .optional(column.largestRelative),
    ]
  }

  private func change(_ change: SwingChange) -> JSONValue {
    [
      "kind": .string(change.kind.rawValue), "time_s": .number(change.time),
      "first_label": .optional(change.firstLabel?.rawValue), "second_label": .optional(change.secondLabel?.rawValue),
      "start_ms": .optional(change.shiftsS[.start].map { 1000 * $0 }),
      "onset_ms": .optional(change.shiftsS[.onset].map { 1000 * $0 }),
      "anchor_ms": .optional(change.shiftsS[.anchor].map { 1000 * $0 }),
    ]
  }

  private func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
}
