import SPBasics

extension StoredRows {
  /// The rows for people: one row per line with the columns that fit, or one value per line.
  /// - Parameters:
  ///   - width: The most terminal columns of a line with several values; nil for no limit.
  ///   - isVertical: Whether to write one value per line. A single row is always written so.
  /// - Throws: `TableSelectionError`, `FileError` or ``TableError``.
  package func text(width: Int? = nil, isVertical: Bool = false) throws -> String {
    var parts: [StoredTable] = []
    var names: [String] = []
    let extent = try forEach { table, shown in
      parts.append(table)
      names = shown
    }
    let text = TableText(
      names: names, cells: try TableCells(parts, columns: names), extent: extent,
      descriptions: parts.first?.descriptions ?? [], width: width)
    return isVertical || extent.rows == 1 ? text.vertical : text.lines
  }
}

/// Rows of tables for people: one row per line with the columns that fit, or one value per line.
struct TableText {
  /// The widest column, if the width is limited.
  private static let widest = 40

  let names: [String]
  let cells: TableCells
  let extent: StoredRows.Extent
  /// The descriptions of some of the columns.
  let descriptions: [ColumnDescription]
  /// The most terminal columns of a line with several values; nil for no limit.
  let width: Int?

  /// One row per line below the names, then the numbers of rows and columns, and how many columns do not fit.
  var lines: String {
    var columns = zip(names, zip(cells.columns, cells.areNumbers)).map { name, column in
      Column(name: name.withoutControls, cells: column.0, isNumber: column.1, widest: width.map { _ in Self.widest })
    }
    let all = columns.count
    if let width {
      var used = -2
      // At least one column, however narrow the terminal.
      columns = Array(
        columns.enumerated().prefix { index, column in
          used += column.width + 2
          return index == 0 || used <= width
        }.map(\.element))
    }
    let texts = (-1..<extent.rows).map { row in TerminalText.line(columns.map { $0.text(row) }) }
    let rest = all - columns.count
    let left = rest > 0 ? "; \(rest) more do not fit: --columns picks some, --vertical shows all" : ""
    return texts.joined() + "\(count)\(left)\n"
  }

  /// One line per value, one block per row.
  var vertical: String {
    let units = Dictionary(descriptions.map { ($0.name, $0.unit ?? "") }) { first, _ in first }
    let nameWidth = names.map { TerminalText.width($0.withoutControls) }.max() ?? 0
    let rows = (0..<extent.rows).map { row in
      "row \(row + 1)\n"
        + zip(names, cells.columns).map { name, values in
          let unit = units[name].flatMap { $0 == "1" || values[row] == TableCells.missing ? nil : $0 } ?? ""
          return "  "
            + TerminalText.line([TerminalText.padded(name.withoutControls, to: nameWidth), values[row], unit])
        }.joined()
    }
    return rows.joined() + count + "\n"
  }

  private var count: String {
    let columns = counted(names.count, "column")
    guard extent.hasMore else { return "\(counted(extent.rows, "row")), \(columns)" }
    let rows = extent.total.map { "\(extent.rows) of \(counted($0, "row"))" } ?? counted(extent.rows, "row")
    return "first \(rows), \(columns); --all prints more"
  }
}

/// One column with its layout.
private struct Column {
  let name: String
  let cells: [String]
  let isNumber: Bool
  let width: Int

  init(name: String, cells: [String], isNumber: Bool, widest: Int?) {
    self.name = name
    self.cells = cells
    self.isNumber = isNumber
    let needed = cells.reduce(TerminalText.width(name)) { max($0, TerminalText.width($1)) }
    width = min(needed, widest ?? needed)
  }

  /// The cell of a row, or the name for row -1.
  func text(_ row: Int) -> String {
    TerminalText.padded(row < 0 ? name : cells[row], to: width, isRight: isNumber)
  }
}
