import SPTables

/// The few most important figures, the typical motion, and the meaning of the terms.
struct SummarySection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: HTML {
    let tiles = tiles.map { tile -> HTML in
      "<div><dt>\(tile.name)</dt><dd>\(tile.value)<span>\(tile.unit)</span></dd></div>\n"
    }
    return """
      <section aria-labelledby="summary-title" id="summary">
      <h2 id="summary-title">Summary</h2>
      <dl class="tiles">
      \(tiles)</dl>
      \(typical)\(omissions)\(glossary)</section>

      """
  }

  private typealias Tile = (name: String, value: String, unit: String)

  private var tiles: [Tile] {
    var tiles: [Tile] = []
    if let events = report.events {
      if events.kinds != nil {
        for group in events.groups {
          tiles.append(tile(group, events))
        }
      } else {
        tiles.append((events.row.plural.capitalizedFirst, Wording.count(events.count), ""))
      }
      tiles += events.row.summary.compactMap { tile($0, events) }
    }
    let failed = report.recordings.count { $0.state != .done }
    tiles.append(
      (
        "Recordings", Wording.count(report.recordings.count),
        failed > 0 ? " \(Wording.count(failed)) not done" : report.recordings.isEmpty ? "" : " all done"
      ))
    return tiles
  }

  /// The number of rows of a kind, and their fraction; for rows with durations, the total time and its fraction.
  private func tile(_ group: RowGroup, _ events: EventTable) -> Tile {
    guard let lengths = events.kinds?.weightColumn.flatMap({ events.numbers[$0] }) else {
      return (
        group.name, Wording.count(group.rows.count), Self.fraction(Double(group.rows.count), of: Double(events.count))
      )
    }
    let length = group.rows.reduce(0) { $0 + (lengths[$1] ?? 0) }
    return (group.name, Wording.clock(length), Self.fraction(length, of: lengths.reduce(0) { $0 + ($1 ?? 0) }))
  }

  /// The median of a column; times of less than a second in ms.
  private func tile(_ column: RowDescription.MainColumn, _ events: EventTable) -> Tile? {
    let isMagnitude = events.row.magnitudeColumns.contains(column.name)
    guard let title = column.summary,
      let spread = Spread((events.numbers[column.name] ?? []).compactMap { $0.map { isMagnitude ? abs($0) : $0 } })
    else { return nil }
    let unit = events.description(column.name)?.unit
    if column.isSummed == true, spread.count > 1 {
      let sum = spread.sorted.reduce(0, +)
      let isTime = unit == "s"
      return (
        "\(title), total", isTime ? Wording.clock(sum) : Wording.number(sum), isTime ? "" : " \(Wording.unit(unit))"
      )
    }
    if spread.twoGroups != nil {
      // The median of two groups would be a value that hardly any row has.
      let values = "\(Wording.number(spread.lowerQuartile)) to \(Wording.number(spread.upperQuartile))"
      return ("\(title), middle half", values, " \(Wording.unit(unit))")
    }
    let isShort = unit == "s" && spread.median < 1
    let isLong = unit == "s" && spread.median >= 120
    let value =
      isShort
      ? "\(Int((spread.median * 1000).rounded()))"
      : isLong ? Wording.clock(spread.median) : Wording.number(spread.median)
    let shown = isShort ? "ms" : isLong ? "" : Wording.unit(unit)
    return (spread.count == 1 ? title : "\(title), median", value, " \(shown)")
  }

  private static func fraction(_ part: Double, of all: Double) -> String {
    all == 0 ? "" : " \(Int((100 * part / all).rounded())) %"
  }

  private var typical: HTML {
    guard let events = report.events, let title = events.row.figure?.contact?.typicalTitle,
      let typical = TypicalMotion(events, report.pictures, window: report.window, unit: report.rotationUnit)
    else { return .empty }
    let keys = typical.groups.map { group -> HTML in
      "<span class=\"key \(group.style)\">\(group.name)</span> "
    }
    return """
      <figure class="panel">
      <h3>\(title)</h3>
      <p class="keys">\(keys)<span class="quiet">line: median; band: middle half</span></p>
      \(typical.svg(.wide))\(typical.svg(.narrow))
      <figcaption>\(typical.words)</figcaption>
      </figure>

      """
  }

  private var omissions: HTML {
    guard !report.omissions.isEmpty else { return .empty }
    return """
      <div class="note"><h3 id="omissions">What is left out</h3><ul>
      \(report.omissions.map { "<li>\($0)</li>\n" as HTML })</ul></div>

      """
  }

  private var glossary: HTML {
    // The page need not explain the name of a column without values.
    let unused = (report.events?.row.columns ?? []).filter { column in
      report.events?.numbers[column.name]?.allSatisfy { $0 == nil } ?? false
    }.map(\.title)
    let terms = (report.events?.row.glossary ?? []).filter { !unused.contains($0.title) }
    guard !terms.isEmpty else { return .empty }
    let items = terms.map { "<div><dt>\($0.title)</dt><dd>\($0.meaning)</dd></div>\n" as HTML }
    return """
      <details class="glossary" id="words"><summary>What the words mean</summary>
      <dl>
      \(items)</dl></details>

      """
  }
}
