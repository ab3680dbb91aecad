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
    let widths = columns.indices.map { column in lines.map { TerminalText.width($0[column]) }.max() ?? 0 }
    return lines.map { line in
      TerminalText.line(
        columns.indices.map { column in
          TerminalText.padded(line[column], to: widths[column], isRight: columns[column].alignment == .right)
        })
    }.joined()
  }
}
