import SPBasics
import SPBatches
import SPTables

/// The tables of a run in the form that a report needs: the rows of all recordings together, and the columns' contents.
struct ReportTables {
  /// The table that the report is about: the written table with the largest prominence.
  private(set) var events: EventTable?
  /// The table of recordings.
  private(set) var overview: EventTable?
  /// Further tables that are shown.
  private(set) var others: [EventTable] = []
  /// The number of rows of each table, by the recording's position; -1 without a table.
  private var rowCounts: [String: [Int32]] = [:]
  /// The numbers of a recording in the table of recordings, whether or not the pipeline writes that table.
  private(set) var overviewFigures: [RecordingFigure] = []
  /// The counts of a recording, and the table whose rows each count counts.
  private(set) var counts: [Count] = []
  /// Sentences about tables that could not be read.
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
    let names = Self.unique(dictionaries.map(\.table) + Self.written(status).sorted())
    let rows = names.compactMap { name in row(of: name).map { (name: name, row: $0) } }
    let main = rows.filter { $0.row.prominence > 0 }.max { $0.row.prominence < $1.row.prominence }
    let shown = rows.filter { $0.name == main?.name || !$0.row.columns.isEmpty || $0.row.figure != nil }
      .filter { $0.name == main?.name || $0.row.figure?.contact == nil }
    let all = rows + known.compactMap { table in table.row.map { (table.table, $0) } }
    counts = Self.counts(all, known: known)
    overviewFigures = all.lazy.compactMap(\.row.overview).first ?? []
    let overview = rows.first { $0.row.overview != nil }
    let wanted = shown + (shown.contains { $0.name == overview?.name } ? [] : [overview].compactMap(\.self))
    let tables = try read(wanted, counting: Set(counts.map(\.table)), status)
    events = main.flatMap { tables[$0.name] }
    others = shown.filter { $0.name != main?.name }.compactMap { tables[$0.name] }
    self.overview = overview.flatMap { tables[$0.name] }
    if main == nil, !names.isEmpty {
      omissions.append(
        "There are no pictures, since the rows of no table are of a known kind; the run wrote "
          + names.sorted().joined(separator: ", ") + ".")
    }
  }

  /// Reads tables: a joined table if it is current, otherwise the separate tables of all recordings.
  /// - Parameter counted: further tables, whose rows are only counted.
  private mutating func read(
    _ wanted: [(name: String, row: RowDescription)], counting counted: Set<String>, _ status: OutputStatus
  ) throws -> [String: EventTable] {
    var builders: [String: EventTableBuilder] = [:]
    for table in wanted {
      let written = dictionaries.first { $0.table == table.name } ?? known.first { $0.table == table.name }
      builders[table.name] = EventTableBuilder(table.name, table.row, describedBy: written?.columns ?? [])
    }
    var separate = counted.union(builders.keys)
    let positions = Self.positions(status)
    for (name, path) in status.joins where separate.contains(name) {
      try Task.checkCancellation()
      // If a joined table cannot be read, the separate tables of the recordings are read.
      var builder = builders[name]
      guard let joined = try? JoinedTable(path), let rows = joined.recordings(positions),
        (try? builder?.add(joined, of: rows)) != nil || builder == nil
      else { continue }
      builders[name] = builder
      var counts = [Int32](repeating: -1, count: entries.count)
      // A joined table does not mention recordings without rows.
      for position in positions.values
      where entries[position].result?.tables.contains(where: { $0.name == name }) == true {
        counts[position] = 0
      }
      for row in rows { counts[row] += 1 }
      rowCounts[name] = counts
      separate.remove(name)
    }
    var unreadable = LimitedSentences()
    for (index, entry) in entries.enumerated() where entry.state == .done && !separate.isEmpty {
      try Task.checkCancellation()
      for table in entry.result?.tables ?? [] where separate.contains(table.name) {
        do {
          let stored = try TableFile.read(output.path + "/" + table.path)
          builders[table.name]?.append(stored, of: index)
          rowCounts[table.name, default: Array(repeating: -1, count: entries.count)][index] = Int32(
            clamping: stored.rowCount)
        } catch {
          unreadable.add("The table \(table.name) of \(entry.recordingID) cannot be read: \(error).")
        }
      }
    }
    omissions +=
      unreadable.sentences { "\(Wording.counted($0, "other table")) cannot be read." }
      + builders.values.flatMap(\.omissions).sorted()
    return builders.mapValues(\.table)
  }

  /// The positions of the recordings that are done, by their identifiers.
  private static func positions(_ status: OutputStatus) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (index, entry) in status.entries.enumerated() where entry.state == .done {
      positions[entry.recordingID] = index
    }
    return positions
  }

  /// The names of the tables that recordings have.
  private static func written(_ status: OutputStatus) -> Set<String> {
    var names: Set<String> = []
    for entry in status.entries where entry.state == .done { names.formUnion(entry.result?.tables.map(\.name) ?? []) }
    return names
  }

  /// The descriptions of the tables: from the joined tables, or else from the separate files. For a format without
  /// descriptions, the known descriptions are used.
  private static func dictionaries(
    of status: OutputStatus, in output: OutputFolder, known: [DataDictionary]
  ) -> [DataDictionary] {
    let done = status.entries.lazy.filter { $0.state == .done }
    return written(status).sorted().compactMap { name in
      let first = done.compactMap { entry in
        (entry.result?.tables.first { $0.name == name })
          .flatMap { try? TableFile.read(output.path + "/" + $0.path, columns: [], rows: 0) }
      }.first
      guard let first else { return nil }
      let usual = known.first { $0.table == name }?.columns ?? []
      // The separate tables of recordings have only names, types and units.
      let joined = TableFormat.allCases.lazy
        .compactMap { try? TableFile.read(output.mergedPath(name, $0), columns: [], rows: 0).descriptions }.first
      let descriptions = [joined ?? [], first.descriptions, usual].first { !$0.isEmpty } ?? []
      let described = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
      return DataDictionary(
        table: name, columns: first.columnNames.map { described[$0] ?? EventTableBuilder.unknown($0) })
    }
  }

  /// The kind of a table's rows: as the run recorded it, or the known kind for folders of earlier versions.
  private func row(of name: String) -> RowDescription? {
    let written = dictionaries.first { $0.table == name }
    let known = knownRow(of: name, columns: Set(written?.columns.map(\.name) ?? []))
    guard let row = written?.row else { return known }
    // Earlier versions recorded no words for pictures.
    let lacksWords = row.figure?.contact.map { $0.words == nil } ?? false
    return lacksWords && known?.singular == row.singular ? known : row
  }

  private func knownRow(of name: String, columns: Set<String>) -> RowDescription? {
    if let row = known.first(where: { $0.table == name })?.row { return row }
    // A pipeline may give a known table another name. The columns of times and kinds then identify the table.
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
      // The place among the known tables does not depend on the tables that a pipeline writes.
      let position = 20 + (known.firstIndex { $0.table == item.name } ?? 20 + index)
      return item.row.count.map { Count(table: item.name, figure: .count($0, position: position)) }
    }
  }

  /// The number of rows of a recording's table; nil without a table.
  func rowCount(_ table: String, of recording: Int) -> Int? {
    rowCounts[table].flatMap { $0[recording] < 0 ? nil : Int($0[recording]) }
  }

  /// The tables whose rows contain the start of their recording.
  var dated: [EventTable] { ([events].compactMap(\.self) + others).filter { $0.texts["recorded_at"] != nil } }

  /// A table of a recording, shown or not; nil if it cannot be read.
  func table(_ name: String, of recording: Int) -> StoredTable? {
    let written = entries[recording].result?.tables.first { $0.name == name }
    return written.flatMap { try? TableFile.read(output.path + "/" + $0.path) }
  }
}

/// A joined table. Its columns are read one at a time if the format is Parquet.
private struct JoinedTable {
  let columnNames: [String]
  private let parquet: ParquetFile?
  private let whole: StoredTable?

  init(_ path: String) throws {
    // The file stays open. If another run replaces it meanwhile, all columns still come from the old file.
    parquet = TableFormat(path: path) == .parquet ? try ParquetFile(path) : nil
    whole = parquet == nil ? try TableFile.read(path) : nil
    columnNames = parquet?.columnNames ?? whole?.columnNames ?? []
  }

  func read(_ column: String) throws -> StoredTable? {
    let table = try parquet?.stored([column]) ?? whole
    return table?.isRead(column) == true ? table : nil
  }

  /// The recording of each row; nil if a row's recording is unknown.
  func recordings(_ positions: [String: Int]) -> [Int]? {
    let name = "recording_id"
    guard let ids = try? read(name)?.strings(name) else { return nil }
    let found = ids.compactMap { $0.flatMap { positions[$0] } }
    return found.count == ids.count ? found : nil
  }
}

extension EventTableBuilder {
  /// Adds the rows of a joined table.
  fileprivate mutating func add(_ joined: JoinedTable, of rows: [Int]) throws {
    try add(joined.columnNames, of: rows) { try joined.read($0) }
  }
}

extension EventTable {
  /// The rows of each recording, by the recording's position. In the table of one run, the rows of a recording are
  /// contiguous.
  func rows(ofEachOf recordingCount: Int) -> [Range<Int>] {
    var ranges = [Range<Int>](repeating: 0..<0, count: recordingCount)
    for (row, recording) in recordings.enumerated() {
      let range = ranges[recording]
      ranges[recording] = (range.isEmpty ? row : range.lowerBound)..<row + 1
    }
    return ranges
  }
}

/// Sentences of one kind, such as one per unreadable file. It stores the first ten sentences and counts the rest.
struct LimitedSentences {
  private static let most = 10
  private var all: [String] = []
  private var count = 0

  /// Adds a sentence.
  mutating func add(_ sentence: String) {
    count += 1
    if count <= Self.most { all.append(sentence) }
  }

  /// The stored sentences, and a last sentence about the number of others.
  /// - Parameter rest: makes the last sentence.
  func sentences(_ rest: (_ count: Int) -> String) -> [String] {
    all + (count > all.count ? [rest(count - all.count)] : [])
  }
}
