/// The recordings that state another sport than the pipeline's sport. The section comes before the figures.
struct SportSection {
  /// The number of recordings that are named.
  private static let named = 40

  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Empty if there are no such recordings.
  var html: HTML {
    let recordings = report.recordings.filter(\.isOfOtherSport)
    guard !recordings.isEmpty else { return .empty }
    let groups = Dictionary(grouping: recordings) { $0.sport ?? "another sport" }.sorted { $0.key < $1.key }
    let items = groups.map { sport, recordings -> HTML in
      let rest = recordings.count - Self.named
      let names = recordings.prefix(rest > 1 ? Self.named : recordings.count).map(\.name).joined(separator: ", ")
      return "<li><strong>\(sport)</strong> <bdi>\(names)</bdi>\(rest > 1 ? " and \(rest) others" : "")</li>\n"
    }
    let pipeline = report.run.pipeline.map { "the pipeline \"\($0)\"" } ?? "the pipeline"
    return """
      <section class="trouble" aria-labelledby="sport-title">
      <h2 id="sport-title">Another sport</h2>
      <p>\(Wording.counted(recordings.count, "recording")) \(recordings.count == 1 ? "states" : "state") a sport that \
      \(pipeline) is not for. Their figures are not reliable: run them with the pipeline of their sport.</p>
      <ul class="causes">
      \(items)</ul>
      </section>

      """
  }
}
