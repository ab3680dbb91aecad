import SPTables

/// Tables with the drawings of their rows: drawings of events over time, or only numbers.
struct TableSections {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// The table that the report is about; empty if the gallery shows it.
  var main: HTML {
    guard let events = report.events, events.row.figure?.contact == nil else { return .empty }
    return section(events)
  }

  /// All other tables. One sentence names the tables without rows and notes.
  var others: HTML {
    let empty = report.others.filter { !$0.isWorthASection && !lacksQuantity($0) }.map(\.row.plural)
    let note: HTML =
      empty.isEmpty ? .empty : "<p class=\"quiet\">Nothing was found of these: \(empty.joined(separator: ", ")).</p>\n"
    return "\(report.others.filter(\.isWorthASection).map(section))\(note)"
  }

  /// Whether the table cannot have rows, since all recordings lack the quantity that it needs.
  private func lacksQuantity(_ table: EventTable) -> Bool {
    guard let column = table.row.neededColumn else { return false }
    return !([report.events].compactMap(\.self) + report.others).contains { other in
      other.numbers[column]?.contains { $0 != nil } ?? false
    }
  }

  private func section(_ table: EventTable) -> HTML {
    let title = table.row.plural.capitalizedFirst
    return """
      <section aria-labelledby="\(table.anchor)-title" id="\(table.anchor)">
      <h2 id="\(table.anchor)-title">\(title)</h2>
      \(SettingNotes(report, table).html)\(content(table))</section>

      """
  }

  private func content(_ table: EventTable) -> HTML {
    guard table.count > 0 else { return table.row.settings == nil ? "<p>There are none.</p>\n" : .empty }
    let (numbers, pictures) = (RowTable(report, table).html, "\(drawings(table))\(charts(table))" as HTML)
    // Numbers of several rows come first, since long drawings would push the numbers out of sight.
    return table.count > 1 ? "\(numbers)\(pictures)" : "\(pictures)\(numbers)"
  }

  private func drawings(_ table: EventTable) -> HTML {
    let items = report.drawings.filter { $0.table == table.name }.map { drawing -> HTML in
      let name: HTML = drawing.recording.map { " <span><bdi>\($0)</bdi></span>" } ?? .empty
      return """
        <figure class="panel drawing"><h3>\(drawing.title)\(name)</h3>\
        <div class="frame" role="region" aria-label="\(drawing.title)" tabindex="0">\
        <img src="\(Self.address(of: drawing))" alt="\(drawing.title). \(drawing.words)"></div></figure>

        """
    }
    return items.isEmpty ? .empty : "<div class=\"drawings\">\n\(items)</div>\n"
  }

  /// The drawing as a data URL. Percent-encoding leaves numbers unchanged; base64 would make them a third longer.
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
}

extension EventTable {
  /// Whether a further table has a section: if it has rows, or if a note explains what its rows need.
  var isWorthASection: Bool { count > 0 || row.settings != nil }
}
