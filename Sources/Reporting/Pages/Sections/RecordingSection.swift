import SPPlots
import SPTables

/// The table of recordings, and their warnings.
struct RecordingSection {
  /// The largest number of rows, and of recordings whose warnings are listed. No browser opens a page with a table of
  /// 100,000 rows.
  private static let (mostRows, mostWarned) = (2000, 200)

  private let report: Report
  private let figures: [RecordingFigure]
  private let shown: [ReportRecording]
  private let texts: [(title: String, value: (ReportRecording) -> String?)]

  init(_ report: Report) {
    self.report = report
    // A figure gets a column only if a recording has a value of it.
    figures = RecordingFigures.known(in: report.recordings.lazy.map(\.figures))
      .sorted { ($0.place, $0.title) < ($1.place, $1.title) }
    shown = Self.shown(of: report.recordings)
    let all: [(String, (ReportRecording) -> String?)] = [
      ("Run", \.run), ("Sport", \.sport), ("Subject", \.subject), ("Wrist", \.wrist),
    ]
    texts = all.filter { column in report.recordings.contains { column.1($0) != nil } }
  }

  /// The recordings of the table, in their order. If there are too many, unfinished recordings are chosen first, then
  /// recordings with warnings, then other recordings, evenly spread.
  private static func shown(of recordings: [ReportRecording]) -> [ReportRecording] {
    guard recordings.count > mostRows else { return recordings }
    var positions: [Int] = []
    let groups: [(ReportRecording) -> Bool] = [
      { $0.state != .done }, { $0.state == .done && !$0.warnings.isEmpty },
      { $0.state == .done && $0.warnings.isEmpty },
    ]
    for isWanted in groups {
      let found = recordings.indices.filter { isWanted(recordings[$0]) }
      let room = min(found.count, mostRows - positions.count)
      positions += (0..<room).map { found[$0 * found.count / room] }
    }
    return positions.sorted().map { recordings[$0] }
  }

  private var rest: HTML {
    guard shown.count < report.recordings.count else { return .empty }
    return """
      <p class="quiet">The table has \(Wording.count(shown.count)) of the \(Wording.count(report.recordings.count)) \
      recordings: first those that are not done, then those with warnings, then others, evenly spread. \
      <code>swingpipe status --json</code> lists all recordings.</p>

      """
  }

  var html: HTML {
    """
    <section aria-labelledby="recordings-title" id="recordings">
    <h2 id="recordings-title">Recordings</h2>
    <form class="controls" id="recording-controls" aria-label="Choose recordings" hidden>
    <label>Search <input type="search" name="text" autocomplete="off"></label>
    <label>Status <select name="state"><option value="">all</option>\(states)</select></label>
    <label class="tick"><input type="checkbox" name="warned"> only with warnings</label>
    </form>
    <p class="count" id="recording-count" role="status"></p>
    <div class="scroll" role="region" aria-labelledby="recordings-caption" tabindex="0">
    <table id="recording-table" data-total="\(report.recordings.count)">
    <caption id="recordings-caption">Recordings and their quality</caption>
    <thead><tr>\(headings)</tr></thead>
    <tbody>
    \(shown.map(row))</tbody>
    </table>
    </div>
    \(rest)\(warnings)<details class="glossary"><summary>What the columns mean</summary><dl>
    \(meanings)</dl></details>
    </section>

    """
  }

  private var states: [HTML] {
    ReportRecording.State.allCases.filter { state in report.recordings.contains { $0.state == state } }.map {
      "<option value=\"\($0.rawValue)\">\($0.rawValue)</option>"
    }
  }

  private var headings: [HTML] {
    ["Recording", "Status"].map { "<th scope=\"col\">\($0)</th>" as HTML }
      + texts.map { "<th scope=\"col\">\($0.title)</th>" as HTML }
      + figures.map { "<th scope=\"col\" class=\"number\">\($0.title)</th>" as HTML }
  }

  private func row(_ recording: ReportRecording) -> HTML {
    let texts = texts.map { column -> HTML in "<td>\(column.value(recording) ?? "")</td>" }
    let numbers = figures.map { figure -> HTML in
      guard let value = recording.figures[figure] else { return "<td class=\"number\"></td>" }
      let isWorthALook = figure.isBestZero && value != 0
      return """
        <td class="number\(isWorthALook ? " look" : "")" data-v="\("\(value)")">\
        \(DecimalText.text(value, decimals: figure.decimals))</td>
        """
    }
    return """
      <tr data-state="\(recording.state.rawValue)"><th scope="row"><bdi>\(recording.recordingID)</bdi></th>\
      <td><span class="state \(recording.state.rawValue)">\(recording.state.rawValue)</span></td>\(texts)\(numbers)</tr>

      """
  }

  private var warnings: HTML {
    let warned = report.recordings.filter { !$0.warnings.isEmpty }
    guard !warned.isEmpty else { return .empty }
    let others = warned.count - Self.mostWarned
    let more: HTML = others > 0 ? "<div><dt>and \(Wording.counted(others, "other"))</dt></div>\n" : .empty
    let items = warned.prefix(Self.mostWarned).map { recording -> HTML in
      let lines = recording.warnings.map { "<li>\($0)</li>" as HTML }
      return "<div><dt><bdi>\(recording.name)</bdi></dt><dd><ul>\(lines)</ul></dd></div>\n"
    }
    return """
      <details class="glossary"\(warned.count <= 5 ? " open" : "" as HTML)><summary>Warnings of \
      \(Wording.counted(warned.count, "recording"))</summary><dl>
      \(items)\(more)</dl></details>

      """
  }

  private var meanings: [HTML] {
    let status: HTML = """
      <div><dt>Status</dt><dd>done: its tables are there, made by this pipeline. failed: it could not be processed. \
      stale: its tables are gone, damaged, or made with other options. missing: not run yet.</dd></div>

      """
    return [status] + figures.map { "<div><dt>\($0.title)</dt><dd>\($0.meaning)</dd></div>\n" as HTML }
  }
}
