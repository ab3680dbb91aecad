extension Report {
  /// The report as one HTML file (UTF-8) that loads nothing: the same bytes for the same report.
  public func page() -> [UInt8] {
    let sections = [
      Masthead(self).html, FailureSection(self).html, SummarySection(self).html, GallerySection(self).html,
      TableSections(self).main, FeatureSection(self).html, TableSections(self).others, RecordingSection(self).html,
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

  /// What the page is called.
  var title: String { run.pipeline.map { "\(kind): \($0)" } ?? kind }

  /// What kind of report it is, by the rows of its main table.
  var kind: String { events.map { "\($0.row.singular.capitalizedFirst) report" } ?? "Report" }
}
