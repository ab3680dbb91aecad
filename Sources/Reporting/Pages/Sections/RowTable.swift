import SPPlots
import SPTables

/// The main numbers of a table's rows, in a table that fits a screen. Further columns are folded away. On a phone, each
/// row is a block, and the column's name is next to each value.
struct RowTable {
  /// The largest number of rows that are shown.
  private static let mostRows = 200
  /// The number of columns of numbers that fit on a screen of 1280 px.
  private static let mostColumns = 9

  /// The length of a text that fits into one of several columns.
  private static let longestWord = 24

  private let report: Report
  private let table: EventTable
  private let columns: [Column]

  /// A column with a value in any row.
  private struct Column {
    let title: String
    let description: ColumnDescription
    /// Whether durations are shown as on a clock: if any duration is 2 min or more.
    let isClock: Bool
    let rows: RowDescription.RowChoice?
    /// Whether the column has sentences, which need separate lines.
    let isWordy: Bool

    var heading: String {
      let unit = isClock ? "min:s" : Wording.unit(description.unit)
      return unit.isEmpty ? title : "\(title), \(unit)"
    }
    var isText: Bool { description.type == .string || description.type == .timestamp }
    var style: HTML { isWordy ? " class=\"words\"" : isText ? .empty : " class=\"number\"" }
  }

  init(_ report: Report, _ table: EventTable) {
    self.report = report
    self.table = table
    let all = table.row.columns.compactMap { main -> Column? in
      let isTime = main.name == table.row.timeColumn
      let name = isTime && table.description(StartColumn.name) != nil ? StartColumn.name : main.name
      guard let description = table.description(name) else { return nil }
      let isLong = (table.numbers[name] ?? []).contains { ($0 ?? 0) >= 120 }
      return Column(
        title: main.title, description: description,
        isClock: description.unit == "s" && isLong && name != table.row.timeColumn, rows: main.rows,
        isWordy: (table.texts[name] ?? []).contains { ($0?.count ?? 0) > Self.longestWord })
    }
    columns = all.filter { column in (0..<table.count).contains { Self.text(column, table, $0) != nil } }
  }

  /// Empty if the rows are not meant for people, or if no column has a value.
  var html: HTML {
    guard table.row.isListed, !columns.isEmpty else { return .empty }
    let first = Array(columns.prefix(Self.mostColumns))
    let further = Array(columns.dropFirst(Self.mostColumns))
    let name = table.row.plural.capitalizedFirst
    let more: HTML =
      further.isEmpty
      ? .empty
      : """
      <details class="further"><summary>\(Wording.counted(further.count, "more column"))</summary>
      \(part(further, caption: "\(name), more columns"))</details>

      """
    let shown = min(table.count, Self.mostRows)
    let rest: HTML =
      shown < table.count
      ? "<p class=\"quiet\">The first \(Wording.count(shown)) of \(table.counted(table.count)); the table has them all.</p>\n"
      : .empty
    return "\(part(first, caption: name))\(rest)\(more)"
  }

  private func part(_ columns: [Column], caption: String) -> HTML {
    let head = columns.map { "<th scope=\"col\"\($0.style)>\($0.heading)</th>" as HTML }
    return """
      <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">
      <table class="rows\(hasTitles || isNumbered ? "" : " named" as HTML)"><caption>\(caption)</caption>
      <thead><tr><th scope="col">\(table.row.singular.capitalizedFirst)</th>\(head)</tr></thead>
      \(bodies(columns))</table></div>

      """
  }

  /// A body for each recording, with its title above the numbers of its rows; one body if each recording is one row.
  private func bodies(_ columns: [Column]) -> [HTML] {
    let shown = report.inOrder(Array(0..<min(table.count, Self.mostRows))) { table.recordings[$0] }
    guard hasTitles else {
      let rows = shown.map { row($0, name: isNumbered ? nil : title(table.recordings[$0]), columns) }
      return ["<tbody>\n\(rows)</tbody>\n"]
    }
    let rows = Dictionary(grouping: shown) { table.recordings[$0] }
    return report.inOrder(rows.keys.sorted()) { $0 }.map { recording in
      """
      <tbody>
      <tr class="of"><th scope="rowgroup" colspan="\(columns.count + 1)">\(title(recording))</th></tr>
      \((rows[recording] ?? []).enumerated().map { row($1, name: isNumbered ? nil : "\($0 + 1)", columns) })</tbody>

      """
    }
  }

  /// Whether the table numbers its rows.
  private var isNumbered: Bool { table.row.indexColumn != nil }

  /// Whether the rows of each recording are listed below the recording's title.
  private var hasTitles: Bool {
    let count = Set(table.recordings).count
    return isNumbered ? count > 1 : count < table.count
  }

  /// - Parameter name: the row's heading; nil for its number.
  private func row(_ row: Int, name: HTML?, _ columns: [Column]) -> HTML {
    let cells = columns.map { column -> HTML in
      guard let text = Self.text(column, table, row) else {
        return "<td\(column.style)><span class=\"none\">–</span></td>"
      }
      return "<td\(column.style) data-title=\"\(column.heading)\">\(text)</td>"
    }
    let heading: HTML = name ?? table.index(row).map { "\($0)" } ?? title(table.recordings[row])
    return "<tr><th scope=\"row\">\(heading)</th>\(cells)</tr>\n"
  }

  /// The recording's title for people, and its identifier if the title differs from it.
  private func title(_ recording: Int) -> HTML {
    let recording = report.recordings[recording]
    let title = report.title(of: recording)
    let name: HTML = title == recording.name ? .empty : " <small><bdi>\(recording.name)</bdi></small>"
    return "<bdi>\(title)</bdi>\(name)"
  }

  private static func text(_ column: Column, _ table: EventTable, _ row: Int) -> String? {
    if let choice = column.rows, !choice.texts.contains(table.text(choice.column, row) ?? "") { return nil }
    let description = column.description
    if let text = table.text(description.name, row) { return text.replacing("_", with: " ") }
    guard let number = table.number(description.name, row) else { return nil }
    if column.isClock { return Wording.clock(number) }
    if description.type == .int32 || description.type == .int64, let whole = Int(exactly: number) {
      return Wording.count(whole)
    }
    return description.name == table.row.timeColumn
      ? DecimalText.text(number, decimals: 1) : Wording.value(number, description.unit)
  }
}
