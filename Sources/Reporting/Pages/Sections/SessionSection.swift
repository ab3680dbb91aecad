import SPBasics
import SPPlots
import SPTables

/// Rows of the main table compared by session, or by the values of a column: the number of rows, and the distribution
/// of the main figures.
struct SessionSection {
  private let report: Report
  private let groups: [Group]

  /// Rows that belong together.
  private struct Group {
    var name: String
    var rows: [Int]
    /// The person whose session it is; nil if the person is not known, and for groups that are not sessions.
    var subject: String?
    /// The sport of the session, if it is known: sessions of different sports are not compared.
    var sport: String?
    /// The day of the session, if it is known.
    var day: CalendarDay?
  }

  /// The name of the group of rows without a value.
  private static let missing = "no value"
  private static let mostGroups = 40
  private static let mostColumns = 6
  /// The number of columns that fit on a screen.
  private static let mostTableColumns = 3
  private static let width = 340.0
  private static let rowHeight = 46.0

  init(_ report: Report) {
    self.report = report
    guard let events = report.events else {
      groups = []
      return
    }
    let names = Self.names(report, events)
    groups = Dictionary(grouping: 0..<events.count) { names[$0] }.map { name, rows in
      let first = report.recordings[events.recordings[rows[0]]]
      let isSession = report.splitColumn == nil
      return Group(
        name: name, rows: rows, subject: isSession ? first.subject : nil, sport: isSession ? first.sport : nil,
        day: isSession ? report.start(of: first)?.day : nil)
    }
    .sorted { Self.key(of: $0, report, events) < Self.key(of: $1, report, events) }
  }

  /// Whether there is nothing to show. A single session has nothing to compare with, and the table of rows already
  /// shows sessions of one row each. A column that the user asked for is always shown.
  var isEmpty: Bool {
    groups.isEmpty || report.splitColumn == nil && (groups.count == 1 || groups.allSatisfy { $0.rows.count == 1 })
  }

  var html: HTML {
    guard !isEmpty, let events = report.events else { return .empty }
    let shown = latest
    let columns = columns(events)
    let rest: HTML =
      shown.count < groups.count
      ? "<p class=\"quiet\">\(report.splitColumn == nil ? "The latest" : "The first") \(shown.count) of \(groups.count).</p>\n"
      : .empty
    return """
      <section aria-labelledby="sessions-title" id="sessions">
      <h2 id="sessions-title">By \(title(events))</h2>
      <p class="explain">\(report.splitColumn == nil ? "A session is a day of one person. " : "")Mark: median, or those of two groups; line: the middle half; number in brackets: how many \(events.row.plural) have a value. \
      A median of few says little.</p>
      <div class="charts">
      \(columns.map { chart($0, shown, events) })</div>
      \(table(Array(columns.prefix(Self.mostTableColumns)), shown, events))\
      \(rest)\(changes(Array(columns.prefix(Self.mostTableColumns)), groups, events))</section>

      """
  }

  /// The groups that are shown: the latest sessions, in their order, or the first other groups.
  private var latest: [Group] {
    guard report.splitColumn == nil, groups.count > Self.mostGroups else {
      return Array(groups.prefix(Self.mostGroups))
    }
    let days = groups.map { $0.day?.number ?? .min }
    let places = groups.indices.sorted { (days[$0], $0) > (days[$1], $1) }.prefix(Self.mostGroups)
    return places.sorted().map { groups[$0] }
  }

  private func title(_ events: EventTable) -> String {
    guard let column = report.splitColumn else { return "session" }
    return events.description(column).map { events.title($0).lowercasedFirst } ?? column
  }

  // MARK: Groups and columns

  /// The name of each row's group.
  private static func names(_ report: Report, _ events: EventTable) -> [String] {
    if let column = report.splitColumn {
      let isFlag = events.description(column)?.type == .boolean
      return (0..<events.count).map { row in
        if let text = events.text(column, row) { return text }
        guard let number = events.number(column, row) else { return missing }
        return isFlag ? number != 0 ? "yes" : "no" : DecimalText.text(number, significant: 6)
      }
    }
    let hasSports = Set(report.recordings.map(\.sport)).count > 1
    let sessions = report.recordings.map { recording -> String in
      let sport = hasSports ? recording.sport.map { $0.replacing("_", with: " ") } : nil
      let parts = [recording.subject, report.start(of: recording).map { Wording.day($0.day) }, sport].compactMap(\.self)
      return parts.isEmpty ? recording.recordingID : parts.joined(separator: ", ")
    }
    // The run is named where it makes a difference.
    let runs = Dictionary(grouping: report.recordings.indices) { sessions[$0] }
      .mapValues { Set($0.map { report.recordings[$0].run }) }
    return events.recordings.map { place in
      let isApart = runs[sessions[place], default: []].count > 1
      return ([sessions[place]] + (isApart ? [report.recordings[place].run].compactMap(\.self) : [])).joined(
        separator: ", ")
    }
  }

  /// The key by which groups are sorted. Sessions are in the order of persons, then of days. Sessions without a person
  /// come last, and so do a person's sessions without a day. Other groups keep the order of their rows, and the group of
  /// rows without a value comes last.
  private static func key(of group: Group, _ report: Report, _ events: EventTable) -> (Int, String, String, Int) {
    let first = group.rows[0]
    guard report.splitColumn == nil else { return (group.name == missing ? 1 : 0, "", "", first) }
    let day = group.rows.compactMap { report.recordings[events.recordings[$0]].recordedAt }.min()
    return (group.subject == nil ? 1 : 0, group.subject ?? "", day ?? "without", first)
  }

  private typealias Column = (description: ColumnDescription, title: String)

  /// The columns of the summary, followed by other main columns that contain numbers.
  private func columns(_ events: EventTable) -> [Column] {
    let main = events.row.summary + events.row.columns.filter { $0.summary == nil }
    return main.compactMap { column in
      guard let known = events.description(column.name),
        events.numbers[column.name]?.contains(where: { $0 != nil }) == true
      else { return nil }
      return (known, column.title)
    }.prefix(Self.mostColumns).map(\.self)
  }

  private func spread(_ column: Column, _ group: Group, _ events: EventTable) -> Spread? {
    let isMagnitude = events.row.magnitudeColumns.contains(column.description.name)
    return Spread(
      group.rows.compactMap { events.number(column.description.name, $0).map { isMagnitude ? abs($0) : $0 } })
  }

  // MARK: Picture

  private func chart(_ column: Column, _ groups: [Group], _ events: EventTable) -> HTML {
    let spreads = groups.map { spread(column, $0, events) }
    let ends = spreads.compactMap(\.self).flatMap { [$0.lowerQuartile, $0.upperQuartile] + $0.centers }
    guard let lowest = ends.min(), let highest = ends.max() else { return .empty }
    let scale = LinearScale(domain: lowest...highest, from: 16, to: Self.width - 16)
    let rows = zip(groups, spreads).enumerated().map { index, item -> HTML in
      row(item.0.name, item.1, bottom: Double(index + 1) * Self.rowHeight, scale)
    }
    let words = zip(groups, spreads).map { group, spread in
      "\(group.name): \(spread.map { $0.words(column.description.unit) } ?? "none")."
    }.joined(separator: " ")
    let height = Double(groups.count) * Self.rowHeight + 34
    let ticks = Ticks(in: scale.domain, atMost: 6)
    let marks = zip(ticks.values, ticks.labels).map { value, label -> HTML in
      let x = scale.position(of: value)
      return "<path d=\"M\(at: x) \(at: height - 22)v4\"/><text x=\"\(at: x)\" y=\"\(at: height - 6)\">\(label)</text>"
    }
    let unit = Wording.unit(column.description.unit)
    let suffix: HTML = unit.isEmpty ? .empty : " <span>\(unit)</span>"
    return """
      <figure class="panel"><h3>\(column.title)\(suffix)</h3>\
      <svg class="chart" viewBox="0 0 \(at: Self.width) \(at: height)" role="img" aria-label="\(column.title). \(words)">\
      \(rows)<g class="axis"><path d="M8 \(at: height - 22)H\(at: Self.width - 8)"/>\(marks)</g></svg></figure>

      """
  }

  private func row(_ name: String, _ spread: Spread?, bottom: Double, _ scale: LinearScale) -> HTML {
    let count = spread?.count ?? 0
    let label: HTML = "<text class=\"row\" x=\"8\" y=\"\(at: bottom - 26)\">\(name) (\(Wording.count(count)))</text>"
    guard let spread else { return label }
    let (low, high) = (scale.position(of: spread.lowerQuartile), scale.position(of: spread.upperQuartile))
    let marks = spread.centers.map { value -> HTML in
      "<path class=\"mark\" d=\"M\(at: scale.position(of: value)) \(at: bottom - 6)v8\"/>"
    }
    return """
      <g class="all">\(label)<text class="median" x="\(at: Self.width - 8)" y="\(at: bottom - 12)">\
      \(Wording.list(spread.centers.map(Wording.number)))</text><path class="middle" d="M\(at: low) \(at: bottom - 2)H\(at: high)"/>\
      \(marks)</g>
      """
  }

  // MARK: Numbers

  private func heading(_ column: Column) -> String {
    let unit = Wording.unit(column.description.unit)
    return unit.isEmpty ? column.title : "\(column.title), \(unit)"
  }

  private func heads(_ titles: [String]) -> [HTML] {
    titles.map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
  }

  /// A cell. Its title is above it on a phone, which shows each row as a block without empty cells.
  private func cell(_ text: HTML, titled title: String) -> HTML {
    text == .empty
      ? "<td class=\"number\"></td>" : "<td class=\"number\" data-title=\"\(title)\">\(text)</td>"
  }

  private func table(_ columns: [Column], _ groups: [Group], _ events: EventTable) -> HTML {
    let kinds = events.kinds
    let counts = kinds?.values.map(\.plural.capitalizedFirst) ?? [events.row.plural.capitalizedFirst]
    let titles = counts + columns.map(heading)
    let body = groups.map { group -> HTML in
      let numbers =
        kinds.map { kinds in
          kinds.values.map { kind in group.rows.count { events.text(kinds.column, $0) == kind.value } }
        }
        ?? [group.rows.count]
      let texts = numbers.map(Wording.count) + columns.map { text(spread($0, group, events)) }
      let cells = zip(texts, titles).map { text, title in cell(text.isEmpty ? .empty : "\(text)", titled: title) }
      return "<tr><th scope=\"row\">\(group.name)</th>\(cells)</tr>\n"
    }
    return """
      <div class="scroll" role="region" aria-labelledby="sessions-caption" tabindex="0">
      <table class="rows named"><caption id="sessions-caption">Counts, medians, and the middle half in brackets</caption>
      <thead><tr><th scope="col">\(title(events).capitalizedFirst)</th>\(heads(titles))</tr></thead>
      <tbody>
      \(body)</tbody></table></div>

      """
  }

  // MARK: Changes

  /// The changes from one session of a person to the next of the same sport, and the trend over all; empty if nobody has
  /// two such sessions.
  private func changes(_ columns: [Column], _ groups: [Group], _ events: EventTable) -> HTML {
    let hasSports = Set(groups.map(\.sport)).count > 1
    let persons = Dictionary(grouping: groups.filter { $0.subject != nil && $0.day != nil }) { group in
      [group.subject, hasSports ? group.sport.map { $0.replacing("_", with: " ") } : nil].compactMap(\.self)
        .joined(separator: ", ")
    }.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    guard !persons.isEmpty, !columns.isEmpty else { return .empty }
    let body = persons.map { person, sessions -> HTML in
      let steps = zip(sessions, sessions.dropFirst()).map { change(of: person, from: $0, to: $1, columns, events) }
      return "\(steps)\(trend(person, sessions, columns, events))"
    }
    return """
      <div class="scroll" role="region" aria-labelledby="changes-caption" tabindex="0">
      <table class="rows named"><caption id="changes-caption">Change of the median from one session to the next, with its 95 % interval in \
      brackets. A bold change is clear: its interval leaves out 0. Compare sessions of the same strokes.</caption>
      <thead><tr><th scope="col">Sessions</th>\(heads(columns.map(heading)))</tr></thead>
      <tbody>
      \(body)</tbody></table></div>

      """
  }

  private func change(
    of person: String, from earlier: Group, to later: Group, _ columns: [Column], _ events: EventTable
  ) -> HTML {
    let cells = columns.map { column -> HTML in
      guard let first = spread(column, earlier, events), let second = spread(column, later, events) else {
        return cell(.empty, titled: heading(column))
      }
      // The median of two groups would be a value that hardly any row has.
      guard first.twoGroups == nil, second.twoGroups == nil else {
        return cell("two groups", titled: heading(column))
      }
      let change = MedianChange(from: first, to: second)
      let text: HTML = change.isClear ? "<strong>\(change.text)</strong>" : "\(change.text)"
      return cell(text, titled: heading(column))
    }
    let days = [earlier.day, later.day].compactMap(\.self).map(Wording.day)
    // Two runs of one day differ by their names alone.
    let name =
      Set(days).count == 2
      ? "\(person), \(days.joined(separator: " to "))" : "\(earlier.name) to \(later.name)"
    return "<tr><th scope=\"row\">\(name)</th>\(cells)</tr>\n"
  }

  private func trend(_ person: String, _ sessions: [Group], _ columns: [Column], _ events: EventTable) -> HTML {
    let trends = columns.map { column in
      SessionTrend.perMonth(
        sessions.compactMap { session in
          guard let day = session.day, let spread = spread(column, session, events), spread.twoGroups == nil else {
            return nil
          }
          return (day.number, spread.median)
        })
    }
    guard trends.contains(where: { $0 != nil }) else { return .empty }
    let cells = zip(trends, columns).map { trend, column in
      cell(trend.map { "\(MedianChange.signed($0))" } ?? .empty, titled: heading(column))
    }
    return "<tr><th scope=\"row\">\(person), trend over \(sessions.count) sessions, per 30 days</th>\(cells)</tr>\n"
  }

  /// The median, or both medians of two groups, followed by the middle half in brackets.
  private func text(_ spread: Spread?) -> String {
    guard let spread else { return "" }
    let center = Wording.list(spread.centers.map(Wording.number))
    guard spread.count > 1 else { return center }
    return "\(center) (\(Wording.number(spread.lowerQuartile)) to \(Wording.number(spread.upperQuartile)))"
  }
}
