import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages
import SPTables

/// The table with events of a kind in the output of runs: a table whose rows have this name, or one group of a table's
/// rows.
package struct EventSource: Hashable, Sendable {
  /// The kind of labels.
  package let kind: LabelKind
  /// The name of the table, which is the name of its folder.
  package let table: String
  /// The name of its rows.
  package let row: RowDescription
  /// The kind of rows to score, if a column contains it; nil for all rows.
  private let group: String?

  /// Looks for a kind in descriptions of tables.
  ///
  /// - Parameters:
  ///   - kind: The kind of labels: the word for a row, such as `dive`, or a group of rows, such as `hit`.
  ///   - dictionaries: The tables. The first table that fits is used.
  ///   - present: The tables whose kinds an error names.
  private init(
    _ kind: LabelKind, in dictionaries: [DataDictionary], naming present: [DataDictionary]
  ) throws(ScoringFault) {
    self.kind = kind
    let known = Self.timed(dictionaries)
    if let found = known.first(where: { Self.name($0.row.singular) == kind.rawValue }) {
      (table, row, group) = (found.table, found.row, nil)
      return
    }
    for item in known {
      guard let value = item.row.groups?.values.first(where: { $0.value == kind.rawValue }) else { continue }
      (table, row, group) = (item.table, item.row, value.value)
      return
    }
    let names = Self.timed(present).flatMap { Self.kinds(of: $0.row) }
    let advice = NearestName.advice(
      kind.rawValue, in: names, otherwise: "expected one of \(Set(names).sorted().joined(separator: ", "))")
    throw ScoringFault(messages: ["no table has rows of the kind \"\(kind.rawValue)\"; \(advice)"])
  }

  /// Looks for a kind in the descriptions of tables in output folders, then in the tables of the standard stages.
  /// - Throws: `ScoringFault` that names the kinds in the output folders. Without kinds there, it names the kinds of
  ///   the standard stages.
  package init(_ kind: LabelKind, tables inputs: [String]) throws(ScoringFault) {
    let present = inputs.flatMap { OutputFolder($0).dictionaries() }
    let all = present + StandardTables.all
    try self.init(kind, in: all, naming: Self.timed(present).isEmpty ? all : present)
  }

  /// The kinds of labels that can be compared with the events of the standard stages, in the order of the tables: the
  /// words for rows, and the groups of rows.
  package static var standardKinds: [(kind: String, table: String, isInterval: Bool)] {
    timed(StandardTables.all).filter { $0.row.prominence > 0 || $0.row.endColumn != nil }.flatMap { table, row in
      kinds(of: row).map { ($0, table, row.endColumn != nil) }
    }
  }

  /// The names of the kinds of a table's rows: the word for a row, and the groups of rows.
  private static func kinds(of row: RowDescription) -> [String] {
    [name(row.singular)] + (row.groups?.values.map(\.value) ?? [])
  }

  /// The tables whose rows have a time, each with the description of its rows.
  private static func timed(_ dictionaries: [DataDictionary]) -> [(table: String, row: RowDescription)] {
    dictionaries.compactMap { table in
      table.row.flatMap { row in row.timeColumn.map { _ in (table: table.table, row: row) } }
    }
  }

  /// Converts the word for a row to the name of a kind of labels.
  private static func name(_ word: String) -> String { word.replacing(" ", with: "_") }

  /// The plural of the rows' name.
  var plural: String { group.flatMap { name in row.groups?.values.first { $0.value == name }?.plural } ?? row.plural }

  /// The columns to read.
  private var columns: [String] {
    ["recording_id", row.timeColumn, row.endColumn, group == nil ? nil : row.groups?.column].compactMap(\.self)
  }

  /// The events in a table, by recording.
  /// - Throws: `FileError`, `TableError` with the line of a row without recording or time; `MissingColumn`.
  func events(in path: String) throws -> [String: [Event]] {
    let table = try TableFile.read(path, columns: Set(columns))
    let recordings = try table.strings("recording_id")
    let times = try table.doubles(row.timeColumn ?? "")
    let ends = try row.endColumn.map { try table.doubles($0) }
    let groups = try group == nil ? nil : row.groups.map { try table.strings($0.column) }
    var events: [String: [Event]] = [:]
    for index in 0..<table.rowCount {
      guard let recording = recordings[index] else {
        throw table.error(row: index, column: "recording_id", "is missing; expected the recording's identifier")
      }
      // Rows of other groups still show that the recording was processed.
      events[recording, default: []] += []
      if let groups, groups[index] != group { continue }
      guard let time = times[index] else {
        throw table.error(row: index, column: row.timeColumn ?? "", "is missing; expected a moment in s")
      }
      guard let ends else {
        events[recording]?.append(Event(time: time))
        continue
      }
      // An event that was still in progress at the end of the recording has no known end.
      guard let end = ends[index] else { continue }
      events[recording]?.append(Event(startTime: time, time: end))
    }
    return events
  }
}

extension DetectionTables<Event> {
  /// Reads tables of events.
  ///
  /// - Parameters:
  ///   - inputs: Tables, folders of tables, or output folders of runs.
  ///   - source: The table, and its rows to read.
  ///   - option: The option that named the tables, for messages.
  /// - Throws: `ScoringFault` with all faults at once.
  package init(_ inputs: [String], of source: EventSource, option: String? = nil) throws(ScoringFault) {
    try self.init(inputs, named: source.table, option: option) { Content(detections: try source.events(in: $0)) }
  }
}
