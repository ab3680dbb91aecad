import SPTables

/// A table of all recordings together, and a description of its rows.
public struct EventTable: Sendable {
  /// The name of the table, which is also the name of its folder.
  public var name: String
  /// The id of the table's section on the page. The prefix keeps the id apart from the ids of other sections.
  var anchor: String { "table-\(name)" }
  /// The kind of its rows.
  public var row: RowDescription
  /// The contents of the columns.
  public var columns: [ColumnDescription]
  /// Position of each row's recording in the report.
  public var recordings: [Int]
  /// Columns of numbers and truth values (0 and 1), by name.
  public var numbers: [String: NumberColumn]
  /// Columns of text, by name.
  public var texts: [String: TextColumn]

  /// Number of rows.
  public var count: Int { recordings.count }

  /// Makes a table. Its columns must be as long as `recordings`.
  public init(
    name: String, row: RowDescription, columns: [ColumnDescription], recordings: [Int],
    numbers: [String: NumberColumn], texts: [String: TextColumn]
  ) {
    self.name = name
    self.row = row
    self.columns = columns
    self.recordings = recordings
    self.numbers = numbers
    self.texts = texts
  }

  /// A number of a row; nil if missing.
  public func number(_ column: String, _ row: Int) -> Double? { numbers[column].flatMap { $0[row] } }

  /// A text of a row; nil if missing.
  public func text(_ column: String, _ row: Int) -> String? { texts[column].flatMap { $0[row] } }

  /// The number of a row in its recording, such as 3 in "repetition 3"; nil if the table does not number its rows.
  public func index(_ row: Int) -> Int? {
    self.row.indexColumn.flatMap { number($0, row) }.flatMap { Int(exactly: $0.rounded()) }
  }

  /// The time of a row, in s on the recording's clock: the time at which its picture is aligned, or its
  /// beginning.
  public func anchor(_ row: Int) -> Double? { self.row.timeColumn.flatMap { number($0, row) } }

  /// The words for a number of rows.
  package func counted(_ count: Int) -> String {
    "\(Wording.count(count)) \(count == 1 ? row.singular : row.plural)"
  }

  /// The kinds of rows; nil if the table does not distinguish any.
  public var kinds: RowGroups? { row.groups.flatMap { texts[$0.column] == nil ? nil : $0 } }

  /// The rows of a kind.
  public func rows(of kind: RowGroups.Value, in column: String) -> [Int] {
    (0..<count).filter { text(column, $0) == kind.value }
  }

  /// Whether a row is of a contact: whether its kind is the kind of contacts. In a table without such a kind, the row
  /// is of a contact if it has the time of a shock's peak.
  package func isContact(_ row: Int) -> Bool {
    guard let figure = self.row.figure?.contact else { return false }
    if let kinds, let group = figure.contactGroup { return text(kinds.column, row) == group }
    return number(figure.peakColumn, row) != nil
  }

  /// The rows of each kind, in order; without kinds, one group of all rows.
  var groups: [RowGroup] {
    guard let kinds else { return [RowGroup(name: "All", style: "all", rows: Array(0..<count))] }
    return kinds.values.map {
      RowGroup(name: $0.plural.capitalizedFirst, style: style(of: $0.value), rows: rows(of: $0, in: kinds.column))
    }
  }

  /// The class by which the style sheet colours a kind of rows.
  func style(of kind: String) -> String {
    let figure = row.figure?.contact
    return kind == figure?.contactGroup ? "contact" : kind == figure?.otherwise?.group ? "otherwise" : "kind"
  }

  /// The content of a column.
  func description(_ name: String) -> ColumnDescription? { columns.first { $0.name == name } }

  /// The title of a column: from the description of rows, or else the column's name without the unit.
  func title(_ column: ColumnDescription) -> String {
    row.columns.first { $0.name == column.name }?.title ?? row.titles[column.name] ?? Wording.title(of: column)
  }
}

/// A group of rows that the page describes together.
struct RowGroup {
  /// Their heading.
  var name: String
  /// The class by which the style sheet colours the rows.
  var style: String
  /// Their positions in the table.
  var rows: [Int]
}

extension String {
  /// The same text with a capital at the start.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  /// The same text with a small letter at the start.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
