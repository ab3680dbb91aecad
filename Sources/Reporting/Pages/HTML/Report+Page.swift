import FoundationEssentials
import SPBasics

extension Report {
  /// The report as one HTML file (UTF-8) that loads no other files. The same report always makes the same bytes.
  public func page() -> [UInt8] {
    let sections = [
      Masthead(self).html, FailureSection(self).html, SportSection(self).html, SummarySection(self).html,
      SessionSection(self).html,
      GallerySection(self).html, TableSections(self).main, FeatureSection(self).html, TableSections(self).others,
      RecordingSection(self).html,
      RunSection(self).html,
    ]
    let head: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Assets.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="swingpipe">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <style>
      """
    let top: HTML = """
      </style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the report</a>

      """
    var bytes = Array(head.text.utf8)
    bytes += Assets.style.utf8
    bytes += top.text.utf8
    for section in sections { bytes += section.text.utf8 }
    bytes += "</main>\n".utf8
    bytes += GalleryData(self).scripts
    bytes += "<script>".utf8
    bytes += Assets.script.utf8
    bytes += "</script>\n</body>\n</html>\n".utf8
    return bytes
  }

  /// The title of the page.
  var title: String { "\(kind): \(heading)" }

  /// The sport, subjects and days of the recordings, as far as known; otherwise the pipeline.
  var heading: String {
    func all(_ values: [String?], _ several: String) -> String? {
      let known = Set(values.compactMap(\.self)).sorted()
      return known.isEmpty ? nil : known.count > 3 ? "\(known.count) \(several)" : Wording.list(known)
    }
    let parts = [
      all(recordings.map(\.sport), "sports")?.replacing("_", with: " ").capitalizedFirst,
      all(recordings.map(\.subject), "people"), Wording.days(recordings.compactMap { start(of: $0)?.day }),
    ].compactMap(\.self)
    return parts.isEmpty ? run.pipeline ?? "Runs of several pipelines" : parts.joined(separator: ", ")
  }

  /// The kind of report, from the rows of its main table.
  var kind: String { events.map { "\($0.row.singular.capitalizedFirst) report" } ?? "Report" }
}

extension OutputTarget.Kind {
  /// A page of a ``Report``: its doctype, and the generator that its head names.
  package static let report = Self(name: "report", maxBytes: 4096) { start in
    start.starts(with: "<!doctype html".utf8)
      && start.firstRange(of: Data("name=\"generator\" content=\"swingpipe\"".utf8)) != nil
  }
}
