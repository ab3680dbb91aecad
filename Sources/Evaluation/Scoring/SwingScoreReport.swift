import SPBasics
import SPPipelines
import SPSwings
import SPTables

/// A score of swings with its intervals, and a score for comparison, for people and for programs.
package struct SwingScoreReport: Sendable {
  /// The score.
  package let session: SessionScore
  private let intervals: [String: ScoreInterval]
  private let rules: ScoringRules
  private let bootstrap: Bootstrap
  private let comparison: Comparison?

  /// Another run's score of the same recordings, and the differences.
  private struct Comparison: Sendable {
    let other: SessionScore
    let tables: [String]
    let differences: ScoreComparison<SessionScore>
    let intervals: [String: ScoreInterval]
  }

  /// Computes the intervals.
  ///
  /// - Parameters:
  ///   - session: The score.
  ///   - rules: The rules of the score.
  ///   - bootstrap: The resampling for the intervals.
  ///   - other: Another run's score of the same recordings, and the name of its tables.
  package init(
    _ session: SessionScore, rules: ScoringRules, bootstrap: Bootstrap,
    other: (SessionScore, tables: [String])? = nil
  ) {
    self.session = session
    self.rules = rules
    self.bootstrap = bootstrap
    intervals = session.intervals(by: bootstrap)
    comparison = other.flatMap { other, tables in
      ScoreComparison(session, with: other).map {
        Comparison(other: other, tables: tables, differences: $0, intervals: $0.intervals(by: bootstrap))
      }
    }
  }

  private var scores: SwingScores { session.figures }

  /// A note on the intervals, or on the reason why there are none.
  private var intervalNote: String { ScoreText.note(on: bootstrap, recordings: session.recordings.count) }

  // MARK: For people

  /// All tables, one below another.
  package func text(withErrors: Bool) -> String {
    var parts = [
      heading, detectionTable.text, confusionTable.text, figureTable(Self.decisions).text, timingTable.text,
      recordingTable.text + worstLine,
    ]
    if let comparison { parts.append(differenceText(comparison)) }
    if withErrors { parts.append(errorText) }
    return parts.joined(separator: "\n")
  }

  private static let decisions = [
    "accuracy", "sensitivity", "false_positive_rate", "auroc", "brier", "ece", "false_swings_per_hour",
  ]

  private var heading: String {
    let length = scores.durationS.map { String(printf: ", %.1f min", $0 / 60) } ?? ""
    let left =
      scores.ignoredCount > 0 ? "; \(counted(scores.ignoredCount, "detection")) at ignored moments left out" : ""
    return
      "\(counted(scores.recordingCount, "recording"))\(length): \(counted(labelled(scores.hits), "labelled hit")), "
      + "\(counted(labelled(scores.misses), "labelled miss"))\(left)\n\(intervalNote)\n"
  }

  private func labelled(_ counts: DetectionCounts) -> Int { counts.truePositives + counts.falseNegatives }

  /// A figure with its interval.
  private func cell(_ name: String) -> String {
    guard let metric = SwingScores.metric(named: name) else { return "" }
    let interval = ScoreText.interval(intervals[name], unit: metric.unit)
    return ScoreText.number(metric.value(scores), unit: metric.unit) + (interval.isEmpty ? "" : " " + interval)
  }

  private var detectionTable: TextTable {
    var table = TextTable([
      ("detection", .left), ("found", .right), ("false", .right), ("missed", .right), ("precision", .left),
      ("recall", .left), ("F1", .left),
    ])
    for (name, prefix, counts) in [("hits", "hits.", scores.hits), ("misses", "misses.", scores.misses)]
      + [("all swings", "", scores.all)]
    {
      table.append(
        [name, "\(counts.truePositives)", "\(counts.falsePositives)", "\(counts.falseNegatives)"]
          + ["precision", "recall", "f1"].map { cell(prefix + $0) })
    }
    return table
  }

  private var confusionTable: TextTable {
    var table = TextTable([("labelled", .left), ("called hit", .right), ("called miss", .right), ("not found", .right)])
    let confusion = scores.confusion
    table.append(["hit", "\(confusion.hitsAsHits)", "\(confusion.hitsAsMisses)", "\(confusion.hitsNotFound)"])
    table.append(["miss", "\(confusion.missesAsHits)", "\(confusion.missesAsMisses)", "\(confusion.missesNotFound)"])
    table.append(["no swing", "\(confusion.falseHits)", "\(confusion.falseMisses)", "-"])
    return table
  }

  private func figureTable(_ names: [String]) -> TextTable {
    var table = TextTable([("figure", .left), ("value", .left), ("what", .left)])
    for metric in names.compactMap(SwingScores.metric) {
      table.append([metric.name, cell(metric.name), metric.summary])
    }
    return table
  }

  private var timingTable: TextTable {
    var table = TextTable([
      ("timing, ms", .left), ("n", .right), ("bias", .left), ("SD", .left), ("P95 of magnitude", .left),
    ])
    let rows: [(String, String, TimingStatistics)] = [
      ("impact - contact", "impact", scores.impact), ("onset - contact", "onset", scores.onset),
      ("start", "start", scores.start), ("start of hits", "hits.start", scores.startOfHits),
      ("start of misses", "misses.start", scores.startOfMisses),
      ("time to contact", "time_to_contact", scores.timeToContact),
    ]
    for (name, metric, statistics) in rows {
      table.append([name, "\(statistics.count)"] + ["bias_ms", "sd_ms", "p95_ms"].map { cell("\(metric).\($0)") })
    }
    return table
  }

  // MARK: Recordings

  /// The largest number of recordings listed.
  private static let mostListed = 20

  /// All recordings. If there are many, only the recordings with the lowest F1 are listed, in their order.
  private var listed: [RecordingScore] {
    guard session.recordings.count > Self.mostListed else { return session.recordings }
    func f1(_ place: Int) -> Double { session.recordings[place].allCounts.f1 ?? .infinity }
    return session.recordings.indices.sorted { (f1($0), $0) < (f1($1), $1) }
      .prefix(Self.mostListed).sorted().map { session.recordings[$0] }
  }

  private var recordingTable: TextTable {
    var table = TextTable([
      ("recording", .left), ("hits found/false/missed", .right), ("misses found/false/missed", .right),
      ("wrong label", .right), ("F1", .right),
    ])
    for recording in listed {
      table.append([
        recording.recordingID, counts(recording.hitCounts), counts(recording.missCounts),
        "\(recording.confusion.wrongLabels)", ScoreText.number(recording.allCounts.f1, unit: "1"),
      ])
    }
    return table
  }

  private func counts(_ counts: DetectionCounts) -> String {
    "\(counts.truePositives)/\(counts.falsePositives)/\(counts.falseNegatives)"
  }

  private var worstLine: String {
    guard let worst = session.worst else { return "worst: none has a label or a detection\n" }
    let f1 = ScoreText.number(worst.allCounts.f1, unit: "1")
    let count = session.recordings.count
    let rest =
      count > Self.mostListed
      ? "the \(Self.mostListed) recordings of \(count) with the lowest F1; --json has all\n" : ""
    guard session.recordings.contains(where: { $0.allCounts.f1 != worst.allCounts.f1 }) else {
      return rest + (count > 1 ? "F1 over all swings is \(f1) in each recording\n" : "")
    }
    return "\(rest)worst: \(worst.recordingID.withoutControls), F1 \(f1) over all swings\n"
  }

  // MARK: Another run

  private func differenceText(_ comparison: Comparison) -> String {
    let table = comparison.differences.table(of: SwingScores.metrics, with: comparison.intervals)
    var recordings = TextTable([
      ("recording", .left), ("F1", .right), ("other F1", .right), ("hits", .right), ("other hits", .right),
      ("misses", .right), ("other misses", .right),
    ])
    for (mine, other) in zip(session.recordings, comparison.other.recordings) {
      recordings.append([
        mine.recordingID, ScoreText.number(mine.allCounts.f1, unit: "1"),
        ScoreText.number(other.allCounts.f1, unit: "1"), counts(mine.hitCounts), counts(other.hitCounts),
        counts(mine.missCounts), counts(other.missCounts),
      ])
    }
    let names = comparison.tables.joined(separator: ", ").withoutControls
    return "compared with \(names), both on the same draws of recordings\n\(table.text)\n\(recordings.text)"
  }

  // MARK: Errors

  private var errorText: String {
    var table = TextTable([
      ("recording", .left), ("time", .right), ("error", .left), ("called", .left), ("labelled", .left),
      ("probability", .right), ("nearest", .right),
    ])
    var count = 0
    for recording in session.recordings {
      for mistake in recording.mistakes {
        count += 1
        table.append([
          recording.recordingID, String(printf: "%.3f s", mistake.time), mistake.kind.noun,
          mistake.called?.rawValue ?? "-", mistake.labelled?.rawValue ?? "-",
          ScoreText.number(mistake.hitProbability, unit: "1"),
          mistake.offsetS.map { String(printf: "%+.3f s", $0) } ?? "-",
        ])
      }
    }
    return count == 0 ? "no errors\n" : table.text
  }

  // MARK: For programs

  /// The report for programs, with the same content as for people, and `null` for undefined values.
  ///
  /// - Parameter failures: the bounds that the figures violate, one sentence each.
  package func json(failures: [String]) -> JSONValue {
    [
      "rules": [
        "hit_tolerance_ms": .number(1000 * rules.hitToleranceS),
        "miss_tolerance_ms": .number(1000 * rules.missToleranceS),
        "ignore_within_ms": .number(1000 * rules.ignoreWithinS),
      ],
      "bootstrap": bootstrap.json,
      "recording_count": .integer(scores.recordingCount),
      "counts": counts(of: scores),
      "confusion": confusion(scores.confusion),
      "metrics": session.metrics(with: intervals),
      "worst": session.worst.map { .string($0.recordingID) } ?? .null,
      "recordings": .array(session.recordings.indices.map { recording(at: $0, of: session) }),
      "comparison": comparison.map(compared) ?? .null,
      "failed": .array(failures.map { .string($0) }),
    ]
  }

  private func counts(of scores: SwingScores) -> JSONValue {
    [
      "duration_s": .optional(scores.durationS),
      "hits": detection(scores.hits), "misses": detection(scores.misses), "all": detection(scores.all),
      "ignored_detections": .integer(scores.ignoredCount),
      "probabilities": .integer(scores.calibration.count),
      "timing": [
        "impact": .integer(scores.impact.count), "onset": .integer(scores.onset.count),
        "start": .integer(scores.start.count), "hits.start": .integer(scores.startOfHits.count),
        "misses.start": .integer(scores.startOfMisses.count),
        "time_to_contact": .integer(scores.timeToContact.count),
      ],
    ]
  }

  private func detection(_ counts: DetectionCounts) -> JSONValue {
    [
      "true_positives": .integer(counts.truePositives), "false_positives": .integer(counts.falsePositives),
      "false_negatives": .integer(counts.falseNegatives),
    ]
  }

  private func confusion(_ confusion: LabelConfusion) -> JSONValue {
    [
      "hits_as_hits": .integer(confusion.hitsAsHits), "hits_as_misses": .integer(confusion.hitsAsMisses),
      "misses_as_hits": .integer(confusion.missesAsHits), "misses_as_misses": .integer(confusion.missesAsMisses),
      "hits_not_found": .integer(confusion.hitsNotFound), "misses_not_found": .integer(confusion.missesNotFound),
      "false_hits": .integer(confusion.falseHits), "false_misses": .integer(confusion.falseMisses),
    ]
  }

  private func recording(at position: Int, of session: SessionScore) -> JSONValue {
    let recording = session.recordings[position]
    let scores = session.figures(ofRecordingAt: position)
    return [
      "recording_id": .string(recording.recordingID),
      "counts": counts(of: scores),
      "confusion": confusion(scores.confusion),
      "metrics": .object(SwingScores.metrics.map { .init(key: $0.name, value: .optional($0.value(scores))) }),
      "errors": .array(recording.mistakes.map(error)),
    ]
  }

  private func error(_ mistake: SwingMistake) -> JSONValue {
    [
      "kind": .string(mistake.kind.rawValue), "time_s": .number(mistake.time),
      "called": mistake.called.map { .string($0.rawValue) } ?? .null,
      "labelled": mistake.labelled.map { .string($0.rawValue) } ?? .null,
      "hit_probability": .optional(mistake.hitProbability), "offset_s": .optional(mistake.offsetS),
    ]
  }

  private func compared(_ comparison: Comparison) -> JSONValue {
    let other = comparison.other
    return [
      "tables": .array(comparison.tables.map { .string($0) }),
      "counts": counts(of: other.figures),
      "confusion": confusion(other.figures.confusion),
      "metrics": comparison.differences.metrics(with: comparison.intervals),
      "recordings": .array(other.recordings.indices.map { recording(at: $0, of: other) }),
    ]
  }
}

extension SwingMistake.Kind {
  fileprivate var noun: String {
    switch self {
    case .falseSwing: "false swing"
    case .missedSwing: "missed swing"
    case .wrongLabel: "wrong label"
    }
  }
}
