import Tables

/// How each figure spreads over hits and misses.
struct FeatureSection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Nothing without a table.
  var html: HTML {
    guard let events = report.events, events.count > 0 else { return .empty }
    let main = FeatureNames.main.compactMap { name in events.description(name).flatMap { figure($0, events) } }
    let shown = Set(FeatureNames.main).union(FeatureNames.identifying)
    let others = events.columns.filter { !shown.contains($0.name) && $0.type != .boolean }
      .compactMap { figure($0, events) }
    let more: HTML =
      others.isEmpty
      ? .empty
      : """
      <details class="more"><summary>\(others.count) more figures</summary>
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
    let rows =
      events.kind == .swing && events.texts["label"] != nil
      ? "Hits above, misses below, on one axis. " : ""
    return rows
      + "A dot is a \(events.kind.rawValue); where there are many, bars count them. The line below reaches over "
      + "the middle half, its mark is the median."
  }

  private func figure(_ column: ColumnDescription, _ events: EventTable) -> HTML? {
    guard let numbers = events.numbers[column.name] else { return nil }
    let isSize = FeatureNames.signed.contains(column.name)
    let groups = events.groups.map { group in
      (group.name, group.rows.compactMap { row in numbers[row].map { isSize ? abs($0) : $0 } })
    }
    let meaning = column.description + (isSize ? " Shown without its sign, which tells the wrist and the stroke." : "")
    return figure(FeatureNames.title(column), column.unit, groups, meaning, name: column.name)
  }

  /// What a sensor of some 100 Hz would show of contacts, which is in no table.
  private func coarse(_ events: EventTable) -> HTML {
    let shares = Dictionary(
      report.pictures.compactMap { picture in picture.coarse?.peakShare.map { (picture.row, $0) } },
      uniquingKeysWith: { first, _ in first })
    let groups = events.groups.map { group in (group.name, group.rows.compactMap { shares[$0].map { 100 * $0 } }) }
      .filter { !$0.1.isEmpty }
    guard let rate = report.pictures.lazy.compactMap(\.coarse).first.map({ Int($0.rateHz.rounded()) }) else {
      return .empty
    }
    return figure(
      "Peak that a sensor of \(rate) Hz would show", "%", groups,
      "Largest size of the raw acceleration, low-passed ahead of \(rate) Hz and taken at that rate, against that as "
        + "recorded, both within 30 ms of the impact; of the contacts among this report's pictures.", name: nil)
      ?? .empty
  }

  private func figure(
    _ title: String, _ unit: String?, _ groups: [(name: String, values: [Double])], _ meaning: String, name: String?
  ) -> HTML? {
    let text = name == "hit_probability" ? Wording.chance : Wording.number
    guard let chart = Distribution(title: title, unit: unit, groups: groups, text: text) else { return nil }
    let shown = Wording.unit(unit)
    let suffix: HTML = shown.isEmpty ? .empty : " <span>\(shown)</span>"
    let code: HTML = name.map { " <code>\($0)</code>" } ?? .empty
    return """
      <figure class="panel"><h3>\(title)\(suffix)</h3>\(chart.svg)\
      <figcaption>\(meaning)\(code)</figcaption></figure>

      """
  }
}
