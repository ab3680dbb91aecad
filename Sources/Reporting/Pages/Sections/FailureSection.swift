/// The recordings that are not done, as the first section of the page.
struct FailureSection {
  /// The largest number of recordings that are named.
  private static let named = 40

  private let report: Report

  init(_ report: Report) { self.report = report }

  /// Empty if all recordings are done.
  var html: HTML {
    let parts = [ReportRecording.State.failed, .stale, .missing].map(part)
    guard parts.contains(where: { $0 != .empty }) else { return .empty }
    return """
      <section class="trouble" aria-labelledby="trouble-title">
      <h2 id="trouble-title">Not in the figures</h2>
      \(parts)</section>

      """
  }

  private func part(_ state: ReportRecording.State) -> HTML {
    let recordings = report.recordings.filter { $0.state == state }
    guard !recordings.isEmpty else { return .empty }
    let rest = recordings.count - Self.named
    let items = recordings.prefix(rest > 1 ? Self.named : recordings.count).map { recording -> HTML in
      let causes = recording.causes.isEmpty ? "no cause is known" : recording.causes.joined(separator: "; ")
      return "<li><strong><bdi>\(recording.name)</bdi></strong> \(causes)</li>\n"
    }
    let more: HTML =
      rest > 1 ? "<li>and \(Wording.count(rest)) others, which swingpipe status groups by cause</li>\n" : .empty
    return """
      <h3>\(Self.heading(state, recordings.count))</h3>
      <ul class="causes">
      \(items)\(more)</ul>

      """
  }

  private static func heading(_ state: ReportRecording.State, _ count: Int) -> String {
    let recordings = Wording.counted(count, "recording")
    return switch state {
    case .failed: "\(recordings) failed"
    case .stale: "\(recordings) with tables that are gone or made with other options"
    case .missing: "\(recordings) not run yet"
    case .done: "\(recordings) done"
    }
  }
}
