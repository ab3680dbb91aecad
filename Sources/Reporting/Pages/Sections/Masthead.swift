/// The head of the page: the findings in a sentence, and links to the sections.
struct Masthead {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: HTML {
    """
    <header class="masthead">
    <div class="titles">
    <p class="kicker">\(report.kind)</p>
    <h1>\(report.heading)</h1>
    <p class="lead">\(lead)</p>
    <p class="quiet">\(origin)</p>
    </div>
    <button type="button" id="theme" class="plain" hidden>Dark colours</button>
    <nav aria-label="Parts of the report"><ul>
    \(links.map { "<li><a href=\"#\($0.id)\">\($0.name)</a></li>\n" as HTML })</ul></nav>
    </header>
    <main id="main" tabindex="-1">

    """
  }

  private var links: [(id: String, name: String)] {
    var links = [("summary", "Summary")]
    if let events = report.events {
      let isGallery = events.row.figure?.contact != nil
      links.append((isGallery ? "gallery" : events.anchor, events.row.plural.capitalizedFirst))
      if isGallery || events.count > 2 { links.append(("features", "Figures")) }
    }
    if !SessionSection(report).isEmpty { links.insert(("sessions", "By session"), at: 1) }
    links += report.others.filter(\.isWorthASection).map { ($0.anchor, $0.row.plural.capitalizedFirst) }
    return links + [("recordings", "Recordings"), ("run", "About this run")]
  }

  /// The findings, in a sentence.
  private var lead: String {
    let done = report.recordings.count { $0.state == .done }
    if done == 0, !report.recordings.isEmpty {
      return report.recordings.count == 1
        ? "The recording is not done." : "None of the \(report.recordings.count) recordings is done."
    }
    let recordings = Wording.counted(done, "recording")
    guard let events = report.events else {
      return "\(recordings). The pipeline writes no table that could be shown."
    }
    let found = events.counted(events.count)
    guard let kinds = events.kinds else { return "\(found) in \(recordings)." }
    let words = kinds.values.map { kind in
      let count = events.rows(of: kind, in: kinds.column).count
      return "\(Wording.count(count)) \(count == 1 ? kind.value : kind.plural)"
    }
    return "\(found) in \(recordings): \(Wording.list(words))."
  }

  private var origin: String {
    var parts: [String] = []
    if let started = report.run.started {
      let last = report.run.lastStarted ?? started
      let (from, to) = (Wording.moment(started), Wording.moment(last))
      parts.append(from == to ? "Run on \(from)" : "Run from \(from) to \(to)")
    }
    if let version = report.run.toolVersion { parts.append("swingpipe \(version)") }
    if parts.isEmpty { return "Nothing was run yet." }
    return (parts + [report.run.pipeline.map { "pipeline \($0)" } ?? "several pipelines"]).joined(separator: ", ") + "."
  }
}
