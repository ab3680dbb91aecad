import Files
import Foundation
import Pipelines
import Plots
import Recordings
import Reports
import Signals
import Stages
import Swings

/// Reads the signals around swings for their pictures, a recording at a time.
struct ReportPictures: Sendable {
  let events: EventTable
  let entries: [OutputStatus.Entry]
  let pipeline: Pipeline
  let limit: Int
  let jobs: Int
  /// The rate, in Hz, of a slower sensor whose view of each contact is drawn, too; nil for none.
  let compareRateHz: Double?
  let progress: @Sendable (String) -> Void

  /// The longest time ahead of a contact that is drawn, in s: a slow swing with its start.
  private static let longestLeadS = 1.5
  /// The time after it, in s.
  private static let followS = 0.35
  /// The stretch around a contact that the page draws close up, in s.
  private static let closeUp = -0.04...0.11

  /// Why a recording has no pictures, or its pictures.
  private enum Outcome: Sendable {
    case drawn([EventPicture])
    case gone
    case changed
    case unreadable(String)
    case cancelled
  }

  /// The report with pictures, and with what is left out of them.
  /// - Throws: `CancellationError`.
  func drawn(into report: Report) async throws -> Report {
    var report = report
    let rows = chosenRows
    if rows.count < events.count {
      report.omissions.append(
        "Pictures are drawn of \(rows.count) of the \(events.count) \(events.row.plural), evenly spread over all "
          + "of them (--max-swings). Tables and figures are of all.")
    }
    let window = window
    report.window = window
    report.axis = PipelineSignals.impactAxis(of: pipeline).rawValue
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
    if let compareRateHz, !others.isEmpty {
      report.omissions.append(
        "Nothing of \(counted(others.count, "recording")) is drawn as a sensor of \(DecimalText.text(compareRateHz, significant: 6)) Hz would show it; expected a rate of at most half of the "
          + "recordings', and not far below (--compare-rate-hz).")
    }
    report.omissions += omissions(zip(work.map(\.key), outcomes).map { ($0, $1) })
    return report
  }

  /// All rows, or as many as there may be, evenly spread.
  private var chosenRows: [Int] {
    let rows = (0..<events.count).filter { events.anchor($0) != nil }
    guard rows.count > limit else { return rows }
    return (0..<limit).map { rows[$0 * rows.count / limit] }
  }

  /// One window for all, so that pictures compare: it holds the start of nearly every swing.
  private var window: ClosedRange<Double> {
    let leads = (0..<events.count).compactMap { row -> Double? in
      guard let anchor = events.anchor(row), let start = events.number("start_time_s", row) else { return nil }
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
      let signals = try PipelineSignals(of: entry.path, by: pipeline)
      return .drawn(try pictures(rows, signals, window))
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .unreadable(error.lines(at: entry.path).joined(separator: "; "))
    }
  }

  private func pictures(
    _ rows: [Int], _ signals: PipelineSignals, _ window: ClosedRange<Double>
  ) throws -> [EventPicture] {
    let labels = labels(rows, signals)
    let slower = try compareRateHz.flatMap { rate in
      try signals.raw.flatMap { try SlowerSensor(of: $0, nearHz: rate) }
    }
    return try rows.map { row in
      try Task.checkCancellation()
      var picture = EventPicture(row: row)
      guard let anchor = events.anchor(row) else { return picture }
      picture.raw = try trace(signals.raw, anchor, window)
      picture.filtered = try trace(signals.filtered, anchor, window)
      picture.rotation = try trace(signals.rotation, anchor, window)
      if let slower, let trace = try trace(slower.signal, anchor, Self.closeUp, keepingEach: slower.factor) {
        picture.coarse = .init(trace, rateHz: slower.rateHz, of: events.isContact(row) ? picture.raw : nil)
      }
      picture.annotation = labels[row].map { label in
        .init(start: label.startTime.map { $0 - anchor }, contact: label.contactTime - anchor, isHit: label.isHit)
      }
      return picture
    }
  }

  private func trace(
    _ signal: (any Signal)?, _ anchor: Double, _ window: ClosedRange<Double>, keepingEach factor: Int = 1
  ) throws -> Trace? {
    guard let signal, signal.count > 1 else { return nil }
    let times = signal.timeBase
    let range = try times.indices(in: anchor + window.lowerBound...anchor + window.upperBound)
    let (moments, values) = (try times.times(range), try signal.samples(range))
    // Counted from the recording's first sample, as where any stretch of it is drawn.
    let kept = range.indices.filter { $0.isMultiple(of: factor) }.map { $0 - range.lowerBound }
    return Trace(
      times: kept.map { moments[$0] }, values: kept.map { values[$0] }, from: anchor, step: Double(factor) / times.rate)
  }

  /// The labels of the recording that swings are paired with, as `swingpipe score` pairs them: hits at their onset.
  private func labels(_ rows: [Int], _ signals: PipelineSignals) -> [Int: Annotations.Swing] {
    guard events.kinds != nil, let annotations = signals.annotations, annotations.hasSwingLabels else { return [:] }
    let rules = ScoringRules()
    let moments = rows.map { events.number("impact_onset_time_s", $0) ?? events.anchor($0) ?? .nan }
    let isHit = rows.map { events.text("label", $0) == "hit" }
    let pairs = MomentMatcher.pairs(
      moments, annotations.swings.map(\.contactTime), largestS: rules.missToleranceS
    ) { found, label in
      isHit[found] && annotations.swings[label].isHit ? rules.hitToleranceS : rules.missToleranceS
    }
    return Dictionary(uniqueKeysWithValues: pairs.map { (rows[$0.first], annotations.swings[$0.second]) })
  }

  // MARK: What is left out

  private func omissions(_ outcomes: [(recording: Int, outcome: Outcome)]) -> [String] {
    var (gone, changed, lines): ([String], [String], [String]) = ([], [], [])
    for (recording, outcome) in outcomes {
      let name = entries[recording].recordingID
      switch outcome {
      case .gone: gone.append(name)
      case .changed: changed.append(name)
      case .unreadable(let reason): lines.append("There are no pictures of \(name), which cannot be read: \(reason).")
      case .drawn, .cancelled: break
      }
    }
    return Self.omissions(gone: gone, changed: changed) + lines
  }

  /// Sentences about recordings without pictures, by their identifiers.
  static func omissions(gone: [String], changed: [String]) -> [String] {
    let causes = [(gone, "are not where they were"), (changed, "have changed since the run")]
    return causes.compactMap { names, cause in
      guard !names.isEmpty else { return nil }
      let rest = names.count > 8 ? " and \(names.count - 8) others" : ""
      return "There are no pictures of recordings that \(cause): \(names.prefix(8).joined(separator: ", "))\(rest). "
        + "Their tables are in the figures."
    }
  }
}
