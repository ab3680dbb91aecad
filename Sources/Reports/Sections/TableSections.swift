import Plots
import Tables

/// Tables with the drawings of their rows: of events over time, or with numbers only.
struct TableSections {
  private let report: Report
  /// The largest number of rows of a table that are shown.
  private static let mostRows = 200

  init(_ report: Report) { self.report = report }

  /// The table that the report is about; empty if the gallery shows it.
  var main: HTML {
    guard let events = report.events, events.row.figure?.contact == nil else { return .empty }
    return section(events)
  }

  /// All others.
  var others: HTML { "\(report.others.map(section))" }

  private func section(_ table: EventTable) -> HTML {
    let title = table.row.plural.capitalizedFirst
    return """
      <section aria-labelledby="\(table.anchor)-title" id="\(table.anchor)">
      <h2 id="\(table.anchor)-title">\(title)</h2>
      \(table.count == 0 ? "<p>There are none.</p>\n" : "\(drawings(table))\(charts(table))\(rows(table))" as HTML)</section>

      """
  }

  private func drawings(_ table: EventTable) -> HTML {
    let items = report.drawings.filter { $0.table == table.name }.map { drawing -> HTML in
      return """
        <figure class="panel drawing"><img src="\(Self.address(of: drawing))" alt="\(drawing.title). \(drawing.words)">\
        </figure>

        """
    }
    return items.isEmpty ? .empty : "<div class=\"drawings\">\n\(items)</div>\n"
  }

  /// The drawing as a data URL. It is percent-encoded, which leaves numbers as they are; base64 would make them a third
  /// longer.
  static func address(of drawing: Drawing) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("data:image/svg+xml,".utf8)
    for byte in drawing.svg {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "&"), UInt8(ascii: "'"), 0..<0x20, 0x7F...:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func charts(_ table: EventTable) -> HTML {
    if let curve = table.row.figure?.curve, let chart = CurveChart(table, curve) { return chart.html }
    if let bars = table.row.figure?.bars { return BarCharts(table, bars).html }
    return .empty
  }

  // MARK: Numbers

  private func rows(_ table: EventTable) -> HTML {
    let columns = table.row.columns.compactMap { main in
      let name =
        main.name == table.row.timeColumn && table.description(StartColumn.name) != nil ? StartColumn.name : main.name
      return table.description(name).map { (main: main, column: $0, isClock: isClock($0, table)) }
    }.filter { item in
      (0..<table.count).contains { cell(item.column, isClock: item.isClock, table, $0) != nil }
    }
    guard table.row.isListed, !columns.isEmpty else { return .empty }
    let shown = min(table.count, Self.mostRows)
    let hasSeveral = Set(table.recordings).count > 1
    let head = columns.map { item -> HTML in
      let unit = item.isClock ? "min:s" : Wording.unit(item.column.unit)
      let isText = table.texts[item.column.name] != nil
      return
        "<th scope=\"col\"\(isText ? "" : " class=\"number\"" as HTML)>\(item.main.title)\(unit.isEmpty ? "" : ", \(unit)")</th>"
    }
    let body = (0..<shown).map { row -> HTML in
      let cells = columns.map { item -> HTML in
        let isText = table.texts[item.column.name] != nil
        let text = cell(item.column, isClock: item.isClock, table, row) ?? ""
        return "<td\(isText ? "" : " class=\"number\"" as HTML)>\(text)</td>"
      }
      return "<tr><th scope=\"row\">\(name(of: row, table, hasSeveral: hasSeveral))</th>\(cells)</tr>\n"
    }
    let rest: HTML =
      shown < table.count
      ? "<p class=\"quiet\">The first \(Wording.count(shown)) of \(table.counted(table.count)); the table has them all.</p>\n"
      : .empty
    return """
      <div class="scroll" role="region" aria-labelledby="\(table.anchor)-title" tabindex="0">
      <table><thead><tr><th scope="col">\(table.row.singular.capitalizedFirst)</th>\(head)</tr></thead>
      <tbody>
      \(body)</tbody></table></div>
      \(rest)
      """
  }

  /// - Parameter hasSeveral: whether there are rows of more than one recording.
  private func name(of row: Int, _ table: EventTable, hasSeveral: Bool) -> String {
    let recording = report.recordings[table.recordings[row]].name
    guard let index = table.index(row) else { return recording }
    return (hasSeveral ? "\(recording), " : "") + "\(index)"
  }

  /// Whether a column of durations is shown in clock form: if any of them is 2 min or more.
  private func isClock(_ column: ColumnDescription, _ table: EventTable) -> Bool {
    guard column.unit == "s", column.name != table.row.timeColumn else { return false }
    return (table.numbers[column.name] ?? []).contains { ($0 ?? 0) >= 120 }
  }

  private func cell(_ column: ColumnDescription, isClock: Bool, _ table: EventTable, _ row: Int) -> String? {
    if let text = table.text(column.name, row) { return text.replacing("_", with: " ") }
    guard let number = table.number(column.name, row) else { return nil }
    if isClock { return Wording.clock(number) }
    if column.type == .int32 || column.type == .int64, let whole = Int(exactly: number) { return Wording.count(whole) }
    return column.name == table.row.timeColumn ? DecimalText.text(number, decimals: 1) : Wording.number(number)
  }
}
