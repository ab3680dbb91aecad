import SPBasics
import SPBatches
import SPPipelines
import SPPlots

/// The pictures of events. Each recording is read once for all of its events.
struct EventPictures: Sendable {
  let events: EventTable
  let entries: [OutputStatus.Entry]
  let pipeline: Pipeline
  let options: ReportOptions
  let illustrator: any ReportIllustrator
  let jobs: Int
  let progress: @Sendable (String) -> Void

  /// The longest drawn time before a contact, in s: enough for a slow motion with its start.
  private static let longestLeadS = 1.5
  /// The drawn time after a contact, in s.
  private static let followS = 0.35

  /// The pictures of a recording, or the reason why there are none.
  private enum Outcome: Sendable {
    case drawn([EventPicture])
    case gone
    case changed
    case unreadable(String)
    case cancelled
  }

  /// The report with pictures, and with notes on the pictures that are left out.
  /// - Throws: `CancellationError`.
  func drawn(into report: Report) async throws -> Report {
    var report = report
    let rows = chosenRows
    if rows.count < events.count {
      report.omissions.append(
        "Pictures are drawn of \(rows.count) of the \(events.count) \(events.row.plural), evenly spread over all "
          + "of them\(options.maxPicturesName.map { " (\($0))" } ?? ""). Tables and figures are of all.")
    }
    let window = window
    report.window = window
    report.axis = illustrator.axis(of: pipeline)
    let work = Dictionary(grouping: rows) { events.recordings[$0] }.sorted { $0.key < $1.key }
    var outcomes = [Outcome](repeating: .cancelled, count: work.count)
    var count = 0
    await Concurrently.forEach(work, jobs: jobs) { item, _ in
      outcome(of: entries[item.key], rows: item.value, window)
    } finished: { index, outcome in
      outcomes[index] = outcome
      count += 1
      if count % 50 == 0 { progress("\(count) of \(work.count) recordings read") }
    }
    try Task.checkCancellation()
    for outcome in outcomes { if case .drawn(let pictures) = outcome { report.pictures += pictures } }
    let compared = Set(report.pictures.filter { $0.coarse != nil }.map { events.recordings[$0.row] })
    let others = Set(report.pictures.map { events.recordings[$0.row] }).subtracting(compared)
    if let compareRateHz = options.compareRateHz, !others.isEmpty {
      report.omissions.append(
        "Nothing of \(counted(others.count, "recording")) is drawn as a sensor of \(DecimalText.text(compareRateHz, significant: 6)) Hz would show it; expected a rate of at most half of the "
          + "recordings', and not far below (--compare-rate-hz).")
    }
    report.omissions += omissions(zip(work.map(\.key), outcomes).map { ($0, $1) })
    return report
  }

  /// All rows with a time. If there are more than the options allow, that many rows are chosen, evenly spread.
  private var chosenRows: [Int] {
    let rows = (0..<events.count).filter { events.anchor($0) != nil }
    guard rows.count > options.maxPictures else { return rows }
    return (0..<options.maxPictures).map { rows[$0 * rows.count / options.maxPictures] }
  }

  /// One window for all pictures, so that they can be compared. It contains the start of nearly every motion.
  private var window: ClosedRange<Double> {
    let startColumn = events.row.figure?.contact?.startColumn
    let leads = (0..<events.count).compactMap { row -> Double? in
      guard let anchor = events.anchor(row), let start = startColumn.flatMap({ events.number($0, row) }) else {
        return nil
      }
      return anchor - start
    }.sorted()
    let usual = leads.isEmpty ? 0.2 : leads[min(leads.count - 1, leads.count * 99 / 100)]
    let lead = min(max(usual + 0.25, 0.4), Self.longestLeadS)
    return -(lead * 20).rounded(.up) / 20...Self.followS
  }

  // MARK: One recording

  private func outcome(of entry: OutputStatus.Entry, rows: [Int], _ window: ClosedRange<Double>) -> Outcome {
    guard !Task.isCancelled else { return .cancelled }
    switch entry.inputState {
    case .gone: return .gone
    case .changed: return .changed
    case .same: break
    }
    do {
      let wanted = EventPictureRequest(
        events: events, rows: rows, window: window, compareRateHz: options.compareRateHz)
      return .drawn(try illustrator.pictures(wanted, at: entry.path, by: pipeline))
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .unreadable(error.lines(at: entry.path).joined(separator: "; "))
    }
  }

  // MARK: Omissions

  private func omissions(_ outcomes: [(recording: Int, outcome: Outcome)]) -> [String] {
    var (gone, changed): ([String], [String]) = ([], [])
    var unreadable = LimitedSentences()
    for (recording, outcome) in outcomes {
      let name = entries[recording].recordingID
      switch outcome {
      case .gone: gone.append(name)
      case .changed: changed.append(name)
      case .unreadable(let reason):
        unreadable.add("There are no pictures of \(name), which cannot be read: \(reason).")
      case .drawn, .cancelled: break
      }
    }
    return Self.omissions(gone: gone, changed: changed)
      + unreadable.sentences {
        "There are no pictures of \(Wording.counted($0, "other recording")), which cannot be read."
      }
  }

  /// Sentences about recordings without pictures, by the recordings' identifiers.
  static func omissions(gone: [String], changed: [String]) -> [String] {
    let causes = [
      (gone, "are not where they were", ""), (changed, "have changed since the run", " Run them again for pictures."),
    ]
    return causes.compactMap { names, cause, advice in
      guard !names.isEmpty else { return nil }
      let rest = names.count > 8 ? " and \(names.count - 8) others" : ""
      return "There are no pictures of recordings that \(cause): \(names.prefix(8).joined(separator: ", "))\(rest). "
        + "Their tables are in the figures.\(advice)"
    }
  }
}

extension Report {
  /// Drops pictures, evenly spread, until the remaining pictures fit on a page.
  /// - Parameters:
  ///   - limit: the largest size of the pictures' signals, in bytes.
  ///   - optionName: the option that sets another limit.
  mutating func limitPictures(toBytes limit: Int, optionName: String?) {
    let all = pictures
    let byteCount = all.reduce(0) { $0 + $1.byteCount }
    guard byteCount > limit else { return }
    let kept = all.count * limit / byteCount
    pictures = (0..<kept).map { all[$0 * all.count / kept] }
    omissions.append(
      "\(Wording.count(kept)) of \(Wording.count(all.count)) pictures are on this page, evenly spread: with all of them it "
        + "would be too large for a browser\(optionName.map { " (\($0) sets another number)" } ?? "").")
  }
}
