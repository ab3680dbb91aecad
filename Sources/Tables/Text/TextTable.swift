/// A table of text with aligned columns; control characters in cells are escaped, so that a row stays one line.
package struct TextTable {
  /// The alignment of a column.
  package enum Alignment {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  /// Makes a table without rows, from the titles of its columns.
  package init(_ columns: [(String, Alignment)]) {
    self.columns = columns.map { (title: $0.0, alignment: $0.1) }
  }

  /// Adds a row with a cell for each column.
  package mutating func append(_ row: [String]) { rows.append(row.map(\.withoutControls)) }

  /// The table, one line per row, without spaces at the ends of lines.
  package var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - line[column].count)
        return columns[column].alignment == .left ? line[column] + padding : padding + line[column]
      }
      var text = cells.joined(separator: "  ")
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }.joined()
  }
}
