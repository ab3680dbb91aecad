import SPTables

/// The distribution of each feature over the groups of rows.
struct FeatureSection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Empty without a table.
  var html: HTML {
    guard let events = report.events, events.count > (events.row.figure?.contact == nil ? 2 : 0) else { return .empty }
    let main = events.row.columns.filter { !events.row.contextColumns.contains($0.name) }.compactMap { column in
      events.description(column.name).flatMap { figure($0, events, meaning: column.meaning) }
    }
    let shown = Set(events.row.columns.map(\.name)).union(events.row.contextColumns)
    let others = events.columns.filter { !shown.contains($0.name) && $0.type != .boolean && !isConstant($0, events) }
      .compactMap { figure($0, events) }
    let more: HTML =
      others.isEmpty
      ? .empty
      : """
      <details class="more"><summary>\(Wording.counted(others.count, "more figure"))</summary>
      <div class="charts">
      \(others)</div></details>

      """
    return """
      <section aria-labelledby="features-title" id="features">
      <h2 id="features-title">Figures</h2>
      <p class="explain">\(explanation(events))</p>
      <div class="charts">
      \(main)\(coarse(events))</div>
      \(more)</section>

      """
  }

  private func explanation(_ events: EventTable) -> String {
    let names = events.kinds?.values.map(\.plural) ?? []
    let rows =
      names.count == 2 ? "\(names[0].capitalizedFirst) above, \(names[1]) below, on one axis. " : ""
    return rows
      + "Each dot is one \(events.row.singular); if there are many, bars count them. The line below reaches over "
      + "the middle half. Its mark is the median; two marks are the medians of two groups."
  }

  /// Whether all rows have the same value, such as the value of an option.
  private func isConstant(_ column: ColumnDescription, _ events: EventTable) -> Bool {
    let values = (events.numbers[column.name] ?? []).compactMap(\.self)
    return values.count > 1 && values.allSatisfy { $0 == values[0] }
  }

  /// - Parameter meaning: What the figure means to a coach; nil for the column's description.
  private func figure(_ column: ColumnDescription, _ events: EventTable, meaning: String? = nil) -> HTML? {
    guard let numbers = events.numbers[column.name] else { return nil }
    let isSize = events.row.magnitudeColumns.contains(column.name)
    let groups = events.groups.map { group in
      (group.name, group.style, group.rows.compactMap { row in numbers[row].map { isSize ? abs($0) : $0 } })
    }
    let sign = events.row.signMeaning.map { ", which tells \($0)" } ?? ""
    let meaning = (meaning ?? column.description) + (isSize ? " Shown without its sign\(sign)." : "")
    return figure(events.title(column), column.unit, groups, meaning, name: column.name)
  }

  /// The fraction of the peaks of contacts that a slower sensor would show, which no table contains.
  private func coarse(_ events: EventTable) -> HTML {
    let fractions = Dictionary(
      report.pictures.compactMap { picture in picture.coarse?.peakFraction.map { (picture.row, $0) } },
      uniquingKeysWith: { first, _ in first })
    let groups = events.groups.map { group in
      (group.name, group.style, group.rows.compactMap { fractions[$0].map { 100 * $0 } })
    }.filter { !$0.2.isEmpty }
    guard let rate = report.pictures.lazy.compactMap(\.coarse).first.map({ Int($0.rateHz.rounded()) }),
      let moment = events.row.figure?.contact?.peakName
    else { return .empty }
    return figure(
      "Peak that a sensor of \(rate) Hz would show", "%", groups,
      "Largest magnitude of the raw acceleration, low-passed ahead of \(rate) Hz and taken at that rate, against that "
        + "as recorded, both within 30 ms of the \(moment); of the contacts among this report's pictures.", name: nil)
      ?? .empty
  }

  private func figure(
    _ title: String, _ unit: String?, _ groups: [(name: String, style: String, values: [Double])], _ meaning: String,
    name: String?
  ) -> HTML? {
    let text = Wording.isChance(name ?? "") ? Wording.chance : { Wording.value($0, unit) }
    guard let chart = Distribution(title: title, unit: unit, groups: groups, text: text) else { return nil }
    let shown = Wording.unit(unit)
    let suffix: HTML = shown.isEmpty ? .empty : " <span>\(shown)</span>"
    return """
      <figure class="panel"><h3>\(title)\(suffix)</h3>\(chart.svg)\
      <figcaption>\(meaning)</figcaption></figure>

      """
  }
}
