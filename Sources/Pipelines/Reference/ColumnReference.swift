import SPBasics
import SPTables

extension [DataDictionary] {
  /// A Markdown page about all columns, table by table: a title, sections and tables, without HTML.
  ///
  /// - Parameter title: The heading of the page.
  package func columnReference(title: String = "Columns") -> String {
    let overview = Markdown.table(
      ["table", "columns", "what it holds"],
      map { [Markdown.code($0.table), "\($0.columns.count)", $0.description ?? ""] })
    return (["# \(title)", Self.conventions, overview] + map(\.columnReference)).joined(separator: "\n\n") + "\n"
  }

  private static let conventions = """
    The columns of the tables, in the order in which they are written. Times are seconds on the recording's own clock. \
    Times of day are in UTC. Ratios and fractions have the unit 1. Unknown values are missing, and a range applies to all \
    other values. In formulas `t[i]` is the timestamp of sample `i`, windows in ms are around the sample of the impact, and \
    names refer to columns or to options of the stages.
    """

  /// The tables, one paragraph each: name, number of columns, and the meaning of a row.
  ///
  /// - Parameter width: The longest line, in characters, unless a word is longer.
  package func tableText(width: Int) -> String {
    guard !isEmpty else { return "" }
    return flatMap { dictionary in
      "\(dictionary.table): \(dictionary.columns.count) columns. \(dictionary.description ?? "")"
        .wrapped(width: width, first: "", rest: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// All columns as plain text; tables with the same columns are described together.
  ///
  /// - Parameter width: The longest line, in characters, unless a word is longer.
  package func columnText(width: Int) -> String {
    var groups: [[DataDictionary]] = []
    for dictionary in self {
      if let same = groups.firstIndex(where: { $0[0].columns == dictionary.columns }) {
        groups[same].append(dictionary)
      } else {
        groups.append([dictionary])
      }
    }
    return groups.map { group in
      let names = group.map(\.table).joined(separator: ", ")
      let about = group.count == 1 ? group[0].description.map { ": \($0)" } ?? "" : ""
      let heading = (names + about).wrapped(width: width, first: "", rest: "  ")
      return (heading + group[0].columns.flatMap { [""] + $0.text(width: width) }).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension DataDictionary {
  /// A Markdown section about a table's columns.
  fileprivate var columnReference: String {
    let rows = columns.map { column in
      [
        Markdown.code(column.name), column.type.rawValue, column.unit ?? "", column.range?.text ?? "",
        column.description, Markdown.code(column.formula ?? ""), column.source ?? "",
      ]
    }
    let header = ["column", "type", "unit", "range", "what it is", "formula", "source"]
    let parts = ["## \(table)", description, Markdown.table(header, rows)]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }
}

extension ColumnDescription {
  /// The column as text: its name, type, unit and range, and its description below.
  fileprivate func text(width: Int) -> [String] {
    let facts = [type.rawValue, unit, range?.text].compactMap(\.self).joined(separator: ", ")
    let formula = formula.map { "formula: \($0)".wrapped(width: width, first: "    ", rest: "      ") } ?? []
    let source = source.map { "source: \($0)".wrapped(width: width, first: "    ", rest: "      ") } ?? []
    return "\(name): \(facts)".wrapped(width: width, first: "  ", rest: "      ")
      + description.wrapped(width: width, first: "    ", rest: "    ") + formula + source
  }
}

extension [DataDictionary] {
  /// An error for names that do not belong to a table or a column.
  package struct UnknownNames: Error, Hashable, Sendable {
    /// One sentence per name.
    package let messages: [String]
  }

  /// The tables and columns with some names, in the order of the tables. All of them if no name is given.
  ///
  /// A table's name selects all of its columns. `swings.label` selects one column of one table. A column's name selects
  /// this column in every table.
  /// - Throws: `UnknownNames`, with the most likely intended names.
  package func selecting(_ names: [String]) throws(UnknownNames) -> [DataDictionary] {
    guard !names.isEmpty else { return self }
    let unknown = names.filter { name in !contains { !$0.columns(named: name, among: self).isEmpty } }
    guard unknown.isEmpty else { throw UnknownNames(messages: unknown.map(message)) }
    return compactMap { dictionary in
      let wanted = Set(names.flatMap { dictionary.columns(named: $0, among: self) })
      var part = dictionary
      part.columns.removeAll { !wanted.contains($0) }
      return part.columns.isEmpty ? nil : part
    }
  }

  private func message(_ name: String) -> String {
    let known = map(\.table) + flatMap { $0.columns.map(\.name) }
    let qualified = flatMap { dictionary in dictionary.columns.map { "\(dictionary.table).\($0.name)" } }
    let hint = NearestName.find(name, in: name.contains(".") ? qualified : known).map { "; did you mean \"\($0)\"?" }
    return "unknown table or column \"\(name)\"\(hint ?? "")"
  }
}

extension DataDictionary {
  /// The table's columns that a name selects. The name of a table does not also select columns of other tables.
  fileprivate func columns(named name: String, among all: [DataDictionary]) -> [ColumnDescription] {
    if all.contains(where: { $0.table == name }) { return name == table ? columns : [] }
    return columns.filter { $0.name == name || "\(table).\($0.name)" == name }
  }
}

extension Pipeline {
  /// The columns of each table that the pipeline writes, if the stage that makes the table can state them before a run.
  public var dictionaries: [DataDictionary] {
    stages.flatMap { writer in
      let source = writer.reads["table"].flatMap { stage($0.stageID) }
      return writer.stage.tableNames.compactMap { name in
        source.flatMap { dictionary(of: $0, as: name) }
      }
    }
  }

  /// The columns of the table that a stage makes. Some stages make their table by adding columns to another table.
  private func dictionary(of stage: PipelineStage, as table: String) -> DataDictionary? {
    let added = stage.stage.addedColumns
    guard !added.isEmpty else { return DataDictionary(table: table, of: stage.stage) }
    guard let source = stage.reads["table"].flatMap({ self.stage($0.stageID) }),
      var dictionary = dictionary(of: source, as: table)
    else { return nil }
    dictionary.columns += added
    return dictionary
  }
}

extension DataDictionary {
  /// The columns of the table that a stage makes, under the name used for writing it; nil if the stage cannot state
  /// them.
  public init?(table: String, of stage: any Stage) {
    guard let columns = stage.tableSchema else { return nil }
    self.init(table: table, description: stage.tableDescription, columns: columns, row: stage.tableRow)
  }
}
