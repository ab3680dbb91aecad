import Texts

/// Reads a table of labels with a header.
struct CSVLabels {
  /// Names of columns, in order of preference.
  private static let contactNames =
    ["contact_time_s", "contact_time", "onset_time_s", "onset_s"] + endNames + timeNames
  private static let startNames = ["start_time_s", "start_time", "start_s"]
  private static let endNames = ["end_time_s", "end_s"]
  /// Of a moment, or of a start beside an end.
  private static let timeNames = ["time_s", "time"]
  private static let textNames = ["label", "is_hit"]

  private(set) var labels: [LabelTrack.Label] = []
  /// Whether its rows are intervals with an end, rather than contacts.
  let hasEnds: Bool
  let unreadColumns: [String]

  init(_ text: LabelText) throws(LabelFileError) {
    guard let header = text.lines.first else { throw LabelFileError(path: text.path, "has no header") }
    let separator = ["\t", ";", ","].first { header.text.contains($0) } ?? ","
    let names = try Self.cells(header, separator, text.path).map { $0.trimmed }
    let keys = names.map { $0.lowercased() }
    if let twice = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) {
      throw LabelFileError(
        path: text.path, line: header.number, "has two columns \"\(names[twice])\"; expected each name once")
    }
    func column(_ candidates: [String]) -> Int? { candidates.lazy.compactMap { keys.firstIndex(of: $0) }.first }
    guard let contact = column(Self.contactNames) else {
      throw LabelFileError(
        path: text.path, line: header.number,
        "has no column of contacts; expected a header with one of \(Self.contactNames.joined(separator: ", ")), "
          + "found \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    hasEnds = Self.endNames.contains(keys[contact])
    let start = column(Self.startNames) ?? (hasEnds ? column(Self.timeNames) : nil)
    let label = column(Self.textNames)
    unreadColumns = names.indices.filter { ![contact, start, label].contains($0) }.map { names[$0] }

    for line in text.lines.dropFirst() {
      let row = Row(
        path: text.path, line: line.number, names: names, cells: try Self.cells(line, separator, text.path),
        decimalComma: separator != ",")
      try row.checkCount()
      labels.append(
        LabelTrack.Label(
          line: line.number, startS: try start.flatMap { column throws(LabelFileError) in try row.start(column) },
          contactS: try row.seconds(contact), text: label.map { row.cells[$0] }))
    }
  }

  /// A line, with the information that its errors need.
  private struct Row {
    let path: String
    let line: Int
    let names: [String]
    let cells: [String]
    let decimalComma: Bool

    func checkCount() throws(LabelFileError) {
      guard cells.count != names.count else { return }
      let isDecimal = !decimalComma && cells.count > names.count
      throw LabelFileError(
        path: path, line: line,
        "has \(cells.count) columns; expected \(names.count), as in the header"
          + (isDecimal ? " (numbers with a decimal comma need semicolons or tabs between columns)" : ""))
    }

    func seconds(_ column: Int) throws(LabelFileError) -> Double {
      guard let time = LabelNumber.value(cells[column], decimalComma: decimalComma) else {
        throw LabelFileError(
          path: path, line: line, "column \"\(names[column])\" is \"\(cells[column])\"; expected a number of seconds")
      }
      return time
    }

    /// A start, which may be empty.
    func start(_ column: Int) throws(LabelFileError) -> Double? {
      let cell = cells[column].trimmed.lowercased()
      return cell.isEmpty || cell == "nan" ? nil : try seconds(column)
    }
  }

  /// The cells of a line; a quoted cell may hold the separator, and doubled quotes.
  private static func cells(
    _ line: LabelText.Line, _ separator: Character, _ path: String
  ) throws(LabelFileError) -> [String] {
    var cells = [""]
    var isQuoted = false
    var rest = line.text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        cells[cells.count - 1].append("\"")
      case "\"" where isQuoted: isQuoted = false
      case "\"" where cells[cells.count - 1].allSatisfy(\.isWhitespace):
        isQuoted = true
        cells[cells.count - 1] = ""
      case separator where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    guard !isQuoted else {
      throw LabelFileError(path: path, line: line.number, "has a quote that is not closed; expected it on this line")
    }
    return cells
  }
}
