/// The frame of the gallery, which the page's script fills.
struct GallerySection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Empty for tables whose rows are not drawn around a contact.
  var html: HTML {
    guard let events = report.events, events.row.figure?.contact != nil else { return .empty }
    let name = events.row.plural.capitalizedFirst
    return """
      <section aria-labelledby="gallery-title" id="gallery">
      <h2 id="gallery-title">\(name), one by one</h2>
      \(report.pictures.isEmpty ? nothing(events) : gallery(events))</section>

      """
  }

  private func nothing(_ events: EventTable) -> HTML {
    guard events.count > 0 else { return "<p>No \(events.row.singular) was found.</p>\n" }
    let cause: HTML =
      report.omissions.isEmpty ? .empty : ": <a href=\"#omissions\">What is left out</a> says why"
    return "<p>There are no pictures\(cause). The tables are all here.</p>\n"
  }

  private func gallery(_ events: EventTable) -> HTML {
    """
    <noscript><p class="note">The pictures are drawn by a script, and scripts are off. Figures and tables are all here \
    without it.</p></noscript>
    <p class="explain">\(explanation(events))</p>
    <details class="choices" id="gallery-choices" hidden><summary>Choose and sort</summary>
    <form class="controls" id="gallery-controls" aria-label="Choose and sort">
    \(controls(events))</form></details>
    <p class="count" id="gallery-count" role="status"></p>
    <ol class="cards" id="cards"></ol>
    <nav class="pager" id="pager" aria-label="Pages of \(events.row.plural)" hidden>
    <button type="button" id="previous">Previous</button>
    <span id="page"></span>
    <button type="button" id="next">Next</button>
    </nav>

    """
  }

  private func explanation(_ events: EventTable) -> HTML {
    guard let contact = events.row.figure?.contact else { return .empty }
    let otherwise = contact.otherwise.map { " (of a \($0.group): \($0.moment))" } ?? ""
    let labels = report.pictures.contains { $0.annotation != nil } ? " Dotted lines are labels." : ""
    let shade = report.pictures.contains { $0.raw != nil } ? " The shaded part is drawn larger in the last panel." : ""
    let moment = "All are drawn on one time axis with the \(contact.moment) at 0\(otherwise).\(labels)\(shade)"
    let drawn = report.pictures.compactMap(\.coarse)
    guard let fractions = Spread(drawn.compactMap { $0.peakFraction.map { 100 * $0 } }), let rate = drawn.first?.rateHz
    else {
      return "\(moment)"
    }
    return """
      \(moment) That panel sets the acceleration as recorded (line) against what a sensor of \(Int(rate.rounded())) \
      Hz would have delivered (points): low-passed, as it has to be ahead of such a rate, and a sample every \
      \(Int((1000 / rate).rounded())) ms. Of half of the contacts it would show less than \
      <strong>\(Int(fractions.median.rounded())) %</strong> of the peak, and what it shows is \(contact.slowMotion), not the shock.
      """
  }

  private func controls(_ events: EventTable) -> HTML {
    var parts: [HTML] = []
    if let kinds = events.kinds {
      let names = [("", "all")] + kinds.values.map { ($0.value, $0.plural) }
      parts.append(select("label", title(kinds.column, events), names))
    }
    parts.append(select("recording", "Recording", [("", "all")]))
    parts.append(select("sport", "Sport", [("", "all")]))
    parts.append(select("subject", "Subject", [("", "all")]))
    if report.pictures.contains(where: { $0.annotation != nil }) {
      parts.append(
        select(
          "truth", "Against the label",
          [("", "all"), ("same", "agree"), ("other", "differ"), ("none", "not labelled")]))
    }
    if let column = events.row.figure?.contact?.rangeColumn, events.numbers[column] != nil {
      parts.append(
        """
        <fieldset><legend>\(title(column, events))</legend>
        <label>from <input type="number" name="from" min="0" max="1" step="any" placeholder="0" inputmode="decimal"></label>
        <label>to <input type="number" name="to" min="0" max="1" step="any" placeholder="1" inputmode="decimal"></label></fieldset>

        """)
    }
    let columns = (events.row.figure?.contact?.orderColumns ?? []).filter { events.numbers[$0] != nil }
    let hasChances = events.columns.contains { Wording.isChance($0.name) }
    // The most doubtful rows come first, as they are worth a look.
    let orders =
      (hasChances ? [("certainty", "certainty")] : []) + [("time", "time")]
      + columns.map { ($0, title($0, events).lowercasedFirst) }
    parts.append(select("order", "Sort by", orders))
    parts.append(select("direction", "Order", [("up", "smallest first"), ("down", "largest first")]))
    parts.append(
      select("size", "Pictures per page, also in print", [("12", "12"), ("48", "48"), ("192", "192"), ("all", "all")]))
    parts.append("<label class=\"tick\"><input type=\"checkbox\" name=\"flagged\"> only flagged ones</label>\n")
    parts.append("<label class=\"tick\"><input type=\"checkbox\" name=\"same\"> same scale for all</label>\n")
    parts.append("<button type=\"reset\" class=\"plain\">Show all</button>\n")
    return "\(parts)"
  }

  private func title(_ column: String, _ events: EventTable) -> String {
    events.description(column).map(events.title) ?? column
  }

  private func select(_ name: String, _ title: String, _ options: [(value: String, text: String)]) -> HTML {
    let options = options.map { "<option value=\"\($0.value)\">\($0.text)</option>" as HTML }
    return "<label>\(title) <select name=\"\(name)\">\(options)</select></label>\n"
  }
}
