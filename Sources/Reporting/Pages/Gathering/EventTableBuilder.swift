import SPTables

/// Gathers the rows of a table from the separate tables of recordings, or from their joined table.
struct EventTableBuilder {
  /// The position of each row's recording.
  private(set) var recordings: [Int] = []
  /// Sentences about columns that could not be read.
  private(set) var omissions: [String] = []
  private let name: String
  private let row: RowDescription
  private let described: [String: ColumnDescription]
  /// The columns that all parts have, in the order of the first part.
  private var columns: [(description: ColumnDescription, values: Values)] = []
  private var isEmpty = true

  fileprivate enum Values {
    case numbers(NumberColumn)
    case texts(TextColumn)
  }

  /// - Parameter descriptions: the descriptions of the columns. If no part is added, the table has these columns.
  init(_ name: String, _ row: RowDescription, describedBy descriptions: [ColumnDescription]) {
    self.name = name
    self.row = row
    described = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
    setColumns(descriptions.map(\.name), [])
  }

  /// - Parameter own: the table's own descriptions, for columns without another description.
  private mutating func setColumns(_ names: [String], _ own: [ColumnDescription]) {
    columns = names.map { name in
      let description = described[name] ?? own.first { $0.name == name } ?? Self.unknown(name)
      let isText = description.type == .string || description.type == .timestamp
      return (
        description,
        isText ? .texts([]) : .numbers(NumberColumn([], isSingle: description.type == .float32))
      )
    }
  }

  /// The description of a column about which nothing is known.
  static func unknown(_ column: String) -> ColumnDescription {
    ColumnDescription(name: column, type: .string, unit: nil, description: "")
  }

  /// Adds the table of a recording.
  mutating func append(_ part: StoredTable, of recording: Int) {
    if isEmpty { setColumns(part.columnNames, part.descriptions) }
    add(part.columnNames, of: Array(repeating: recording, count: part.rowCount)) { part.isRead($0) ? part : nil }
  }

  /// Adds rows of several recordings.
  /// - Parameters:
  ///   - columnNames: the columns of the rows.
  ///   - rows: the recording of each row.
  ///   - read: reads a column; nil if the column cannot be read. Reading one column at a time saves memory.
  /// - Throws: the errors of `read`. The builder is incomplete then.
  mutating func add(
    _ columnNames: [String], of rows: [Int], reading read: (_ column: String) throws -> StoredTable?
  ) rethrows {
    if isEmpty, columns.map(\.description.name) != columnNames {
      setColumns(columnNames, try columnNames.first.flatMap(read)?.descriptions ?? [])
    }
    isEmpty = false
    let names = Set(columnNames)
    var rest = columns
    columns = []
    rest.reverse()
    while var column = rest.popLast() {
      let description = column.description
      guard names.contains(description.name), let table = try read(description.name) else { continue }
      do {
        try column.values.append(description, from: table)
        columns.append(column)
      } catch {
        omissions.append("The column \(description.name) of \(name) cannot be read: \(error).")
      }
    }
    recordings += rows
  }

  var table: EventTable {
    var numbers: [String: NumberColumn] = [:]
    var texts: [String: TextColumn] = [:]
    for column in columns {
      switch column.values {
      case .numbers(let values): numbers[column.description.name] = values
      case .texts(let values): texts[column.description.name] = values.complete
      }
    }
    return EventTable(
      name: name, row: row, columns: columns.map(\.description), recordings: recordings, numbers: numbers, texts: texts)
  }
}

extension EventTableBuilder.Values {
  /// Adds the values of a column.
  fileprivate mutating func append(_ description: ColumnDescription, from table: StoredTable) throws {
    switch self {
    case .texts(var values):
      self = .texts([])
      values.append(try table.strings(description.name))
      self = .texts(values)
    case .numbers(var values):
      self = .numbers([])
      values.append(
        description.type == .boolean
          ? Self.flags(try table.strings(description.name)) : try table.doubles(description.name))
      self = .numbers(values)
    }
  }

  /// Truth values as 1 and 0, in whatever form the file stores them.
  private static func flags(_ words: [String?]) -> [Double?] {
    words.map { word in word.map { ["true", "True", "1"].contains($0) ? 1 : 0 } }
  }
}
