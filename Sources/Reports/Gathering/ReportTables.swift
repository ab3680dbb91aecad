import Files
import Pipelines
import Tables

/// The tables of a run as a report needs them: all recordings' rows as one, and what the columns hold.
struct ReportTables {
  /// The table that the report is about: the written table with the largest prominence.
  private(set) var events: EventTable?
  /// The row of the table of recordings, by the recording's position.
  private(set) var overviews: [Int: StoredTable] = [:]
  /// Further tables that are shown.
  private(set) var others: [EventTable] = []
  /// The number of rows of each table, by the recording's position.
  private(set) var rowCounts: [String: [Int: Int]] = [:]
  /// The numbers of a recording in the table of recordings, whether the pipeline writes it or not.
  private(set) var overviewFigures: [RecordingFigure] = []
  /// The counts of a recording, with the tables whose rows are counted.
  private(set) var counts: [Count] = []
  /// What could not be read, one sentence each.
  private(set) var omissions: [String] = []

  /// A column of the table of recordings that counts rows of a table.
  struct Count {
    var table: String
    var figure: RecordingFigure
  }

  private let output: OutputFolder
  private let entries: [OutputStatus.Entry]
  private let dictionaries: [DataDictionary]
  private let known: [DataDictionary]

  /// Reads the tables of the recordings that are done.
  /// - Throws: `CancellationError`.
  /// - Parameter known: tables by their names, for folders of earlier versions.
  init(_ status: OutputStatus, in output: OutputFolder, known: [DataDictionary]) throws {
    self.output = output
    self.known = known
    entries = status.entries
    let schema = DataDictionary.read(output.schemaPath)
    dictionaries = schema ?? Self.dictionaries(of: status, in: output, known: known)
    if schema == nil, !dictionaries.isEmpty {
      omissions.append(
        "_meta/schema.json cannot be read: columns are described as in the tables themselves, or as is usual.")
    }
    // A pipeline whose recordings have all failed has tables, too.
    let written = status.entries.filter { $0.state == .done }.flatMap { $0.record?.tables ?? [] }.map(\.table)
    let names = Self.unique(dictionaries.map(\.table) + written.sorted())
    let rows = names.compactMap { name in row(of: name).map { (name: name, row: $0) } }
    let main = rows.filter { $0.row.prominence > 0 }.max { $0.row.prominence < $1.row.prominence }
    let shown = rows.filter { $0.name == main?.name || !$0.row.columns.isEmpty || $0.row.figure != nil }
      .filter { $0.name == main?.name || $0.row.figure?.contact == nil }
    let all = rows + known.compactMap { table in table.row.map { (table.table, $0) } }
    counts = Self.counts(all, known: known)
    overviewFigures = all.lazy.compactMap(\.row.overview).first ?? []
    let overview = rows.first { $0.row.overview != nil }?.name
    var parts: [String: [(recording: Int, table: StoredTable)]] = [:]
    for (index, entry) in status.entries.enumerated() where entry.state == .done {
      try Task.checkCancellation()
      for table in entry.record?.tables ?? [] {
        let isShown = shown.contains { $0.name == table.table }
        let isCounted = counts.contains { $0.table == table.table }
        guard isShown || isCounted || table.table == overview, let stored = read(table, of: entry) else { continue }
        if isShown { parts[table.table, default: []].append((index, stored)) }
        if table.table == overview { overviews[index] = stored }
        rowCounts[table.table, default: [:]][index] = stored.rowCount
      }
    }
    if let main { events = joined(parts[main.name] ?? [], main.name, main.row) }
    others = shown.filter { $0.name != main?.name }.map { joined(parts[$0.name] ?? [], $0.name, $0.row) }
    if main == nil, !names.isEmpty {
      omissions.append(
        "There are no pictures, since the rows of no table are of a known kind; the run wrote "
          + names.sorted().joined(separator: ", ") + ".")
    }
  }

  /// The tables as the joined tables describe them, or their own files or, for a format without descriptions, as they are
  /// known.
  private static func dictionaries(
    of status: OutputStatus, in output: OutputFolder, known: [DataDictionary]
  ) -> [DataDictionary] {
    let written = status.entries.filter { $0.state == .done }.flatMap { $0.record?.tables ?? [] }
    return unique(written.map(\.table)).compactMap { name in
      let first = written.lazy.filter { $0.table == name }
        .compactMap { try? TableFile.read(output.path + "/" + $0.path, columns: [], rows: 0) }.first
      guard let first else { return nil }
      let usual = known.first { $0.table == name }?.columns ?? []
      // The tables of recordings have names, types and units alone.
      let joined = TableFormat.allCases.lazy
        .compactMap { try? TableFile.read(output.mergedPath(name, $0), columns: [], rows: 0).descriptions }.first
      let descriptions = [joined ?? [], first.descriptions, usual].first { !$0.isEmpty } ?? []
      let described = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
      return DataDictionary(table: name, columns: first.columnNames.map { described[$0] ?? Self.text($0) })
    }
  }

  /// The description of a column of which nothing is known.
  private static func text(_ column: String) -> ColumnDescription {
    ColumnDescription(name: column, type: .string, unit: nil, description: "")
  }

  /// The kind of a table's rows: as the run recorded it, or for folders of earlier versions as it is known.
  private func row(of name: String) -> RowDescription? {
    let written = dictionaries.first { $0.table == name }
    let known = knownRow(of: name, columns: Set(written?.columns.map(\.name) ?? []))
    guard let row = written?.row else { return known }
    // Earlier versions recorded no words of pictures.
    let lacksWords = row.figure?.contact.map { $0.words == nil } ?? false
    return lacksWords && known?.singular == row.singular ? known : row
  }

  private func knownRow(of name: String, columns: Set<String>) -> RowDescription? {
    if let row = known.first(where: { $0.table == name })?.row { return row }
    // A table with a name of its own in the pipeline has the columns of times and kinds of a known table.
    return known.first { table in
      guard let row = table.row, row.prominence > 0, let time = row.timeColumn, let groups = row.groups else {
        return false
      }
      return columns.contains(time) && columns.contains(groups.column)
    }?.row
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static func counts(
    _ rows: [(name: String, row: RowDescription)], known: [DataDictionary]
  ) -> [Count] {
    var seen: Set<String> = []
    return rows.filter { seen.insert($0.name).inserted }.enumerated().compactMap { index, item in
      // The place among the known tables, which does not depend on the tables that a pipeline writes.
      let position = 20 + (known.firstIndex { $0.table == item.name } ?? 20 + index)
      return item.row.count.map { Count(table: item.name, figure: .count($0, position: position)) }
    }
  }

  /// Rows of the events, by the recording's position.
  var rowsByRecording: [Int: [Int]] {
    guard let events else { return [:] }
    return Dictionary(grouping: 0..<events.count) { events.recordings[$0] }
  }

  /// The tables whose rows say when their recording began.
  var dated: [EventTable] { ([events].compactMap(\.self) + others).filter { $0.texts["recorded_at"] != nil } }

  /// A table of a recording, whether it is shown or not; nil if there is none that can be read.
  func table(_ name: String, of recording: Int) -> StoredTable? {
    let written = entries[recording].record?.tables.first { $0.table == name }
    return written.flatMap { try? TableFile.read(output.path + "/" + $0.path) }
  }

  private mutating func read(_ table: RecordingStatus.Table, of entry: OutputStatus.Entry) -> StoredTable? {
    do {
      return try TableFile.read(output.path + "/" + table.path)
    } catch {
      omissions.append("The table \(table.table) of \(entry.recordingID) cannot be read: \(error).")
      return nil
    }
  }

  /// The rows of all recordings, with columns that all of them have.
  private func joined(_ parts: [(recording: Int, table: StoredTable)], _ name: String, _ row: RowDescription)
    -> EventTable
  {
    let descriptions = dictionaries.first { $0.table == name }?.columns ?? []
    let described = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
    let names = parts.first?.table.columnNames ?? descriptions.map(\.name)
    var columns: [ColumnDescription] = []
    var numbers: [String: [Double?]] = [:]
    var texts: [String: [String?]] = [:]
    for column in names where parts.allSatisfy({ $0.table.isRead(column) }) {
      let description = described[column] ?? Self.text(column)
      if description.type == .boolean {
        numbers[column] = parts.flatMap { Self.flags($0.table, column) }
      } else if description.type != .string, description.type != .timestamp,
        let values = try? parts.flatMap({ try $0.table.doubles(column) })
      {
        // CSV has the shortest text of a number in single precision, Parquet the number itself. This gives the same
        // value for both.
        numbers[column] = description.type == .float32 ? values.map { $0.map { Double(Float($0)) } } : values
      } else if let values = try? parts.flatMap({ try $0.table.strings(column) }) {
        texts[column] = values
      }
      columns.append(description)
    }
    let recordings = parts.flatMap { Array(repeating: $0.recording, count: $0.table.rowCount) }
    return EventTable(
      name: name, row: row, columns: columns, recordings: recordings, numbers: numbers, texts: texts)
  }

  /// Truth values as 1 and 0, however the format stores them.
  static func flags(_ table: StoredTable, _ column: String) -> [Double?] {
    let words = (try? table.strings(column)) ?? []
    return words.map { word in word.map { ["true", "True", "1"].contains($0) ? 1 : 0 } }
  }
}
