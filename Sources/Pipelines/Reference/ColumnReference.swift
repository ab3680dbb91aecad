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
