import SPBasics
import SPPipelines
import SPRecordings
import SPTables

/// A score of events of one kind with its intervals, and a score for comparison, for people and for programs.
package struct EventScoreReport: Sendable {
  /// The score.
  package let session: EventSessionScore
  /// The kind of the scored events.
  package let kind: LabelKind

  private let plural: String
  private let rules: EventRules
  private let bootstrap: Bootstrap
  private let intervals: [String: ScoreInterval]
  private let comparison:
    (scores: ScoreComparison<EventSessionScore>, intervals: [String: ScoreInterval], tables: [String])?

  /// Computes the intervals.
  ///
  /// - Parameters:
  ///   - session: The score.
  ///   - source: The table and rows that were scored.
  ///   - rules: The rules of the score.
  ///   - bootstrap: The resampling for the intervals.
  ///   - other: Another run's score of the same recordings, and the name of its tables.
  package init(
    _ session: EventSessionScore, of source: EventSource, rules: EventRules, bootstrap: Bootstrap,
    other: (EventSessionScore, tables: [String])? = nil
  ) {
    (self.session, kind, plural) = (session, source.kind, source.plural)
    (self.rules, self.bootstrap) = (rules, bootstrap)
    intervals = session.intervals(by: bootstrap)
    comparison = other.flatMap { other, tables in
      ScoreComparison(session, with: other).map { ($0, $0.intervals(by: bootstrap), tables) }
    }
  }

  private var figures: EventFigures { session.figures }

  /// The figures to show: all counts, and the defined figures of intervals or moments.
  private var told: [ScoreMetric<EventFigures>] {
    EventFigures.metrics.filter { metric in
      metric.value(figures) != nil || !["overlap", "time", "start", "end"].contains(metric.name.prefix { $0 != "." })
    }
  }

  // MARK: For people

  /// All tables, one below another.
  package func text(withErrors: Bool) -> String {
    let counts = figures.counts
    let length = figures.durationS.map { String(printf: ", %.1f min", $0 / 60) } ?? ""
    let left =
      figures.ignoredCount > 0 ? "; \(counted(figures.ignoredCount, "detection")) at ignored moments left out" : ""
    let heading =
      "\(counted(figures.recordingCount, "recording"))\(length), \(plural): "
      + "\(counted(counts.truePositives + counts.falseNegatives, "label")), \(counts.truePositives) found, "
      + "\(counts.falseNegatives) missed, \(counts.falsePositives) false\(left)\n"
      + ScoreText.note(on: bootstrap, recordings: session.recordings.count) + "\n"
    var parts = [heading, figureTable.text, recordingTable.text]
    if let comparison { parts.append(difference(comparison.scores, comparison.intervals, comparison.tables)) }
    if withErrors { parts.append(errorText) }
    return parts.joined(separator: "\n")
  }

  private var figureTable: TextTable {
    var table = TextTable([("figure", .left), ("value", .right), ("95 % interval", .left), ("what", .left)])
    for metric in told {
      table.append([
        metric.name, ScoreText.number(metric.value(figures), unit: metric.unit),
        ScoreText.interval(intervals[metric.name], unit: metric.unit), metric.summary,
      ])
    }
    return table
  }

  private var recordingTable: TextTable {
    var table = TextTable([
      ("recording", .left), ("found", .right), ("false", .right), ("missed", .right), ("F1", .right),
    ])
    for score in session.recordings {
      let counts = score.counts
      table.append([
        score.recordingID, "\(counts.truePositives)", "\(counts.falsePositives)", "\(counts.falseNegatives)",
        ScoreText.number(counts.f1, unit: "1"),
      ])
    }
    return table
  }

  private func difference(
    _ comparison: ScoreComparison<EventSessionScore>, _ intervals: [String: ScoreInterval], _ tables: [String]
  ) -> String {
    let names = tables.joined(separator: ", ").withoutControls
    return "compared with \(names), both on the same draws of recordings\n"
      + comparison.table(of: told, with: intervals).text
  }

  private var errorText: String {
    var table = TextTable([("recording", .left), ("start", .right), ("time", .right), ("error", .left)])
    var count = 0
    for score in session.recordings {
      for (event, error) in Self.errors(score) {
        count += 1
        table.append([
          score.recordingID, event.startTime.map { String(printf: "%.3f s", $0) } ?? "-",
          String(printf: "%.3f s", event.time), error,
        ])
      }
    }
    return count == 0 ? "no errors\n" : table.text
  }

  private static func errors(_ score: EventScore) -> [(event: Event, error: String)] {
    let all = score.falseDetections.map { ($0, "false") } + score.missedLabels.map { ($0, "missed") }
    return all.sorted { ($0.0.time, $0.1) < ($1.0.time, $1.1) }
  }

  // MARK: For programs

  /// The report for programs, with the same content as for people, and `null` for undefined values.
  /// - Parameter failures: the bounds that the figures violate, one sentence each.
  package func json(failures: [String]) -> JSONValue {
    [
      "kind": .string(kind.rawValue),
      "rules": [
        "tolerance_ms": .number(1000 * rules.toleranceS), "min_overlap": .number(rules.minOverlap),
        "ignore_within_ms": .number(1000 * rules.ignoreWithinS),
      ],
      "bootstrap": bootstrap.json,
      "recording_count": .integer(figures.recordingCount),
      "counts": counts(of: figures),
      "metrics": session.metrics(with: intervals),
      "worst": session.worst.map { .string($0.recordingID) } ?? .null,
      "recordings": .array(session.recordings.indices.map { recording(at: $0, of: session) }),
      "comparison": comparison.map { compared($0.scores, $0.intervals, $0.tables) } ?? .null,
      "failed": .array(failures.map { .string($0) }),
    ]
  }

  private func counts(of figures: EventFigures) -> JSONValue {
    [
      "duration_s": .optional(figures.durationS), "true_positives": .integer(figures.counts.truePositives),
      "false_positives": .integer(figures.counts.falsePositives),
      "false_negatives": .integer(figures.counts.falseNegatives), "ignored_detections": .integer(figures.ignoredCount),
    ]
  }

  private func recording(at position: Int, of session: EventSessionScore) -> JSONValue {
    let score = session.recordings[position]
    let figures = session.figures(ofRecordingAt: position)
    return [
      "recording_id": .string(score.recordingID),
      "counts": counts(of: figures),
      "metrics": .object(EventFigures.metrics.map { .init(key: $0.name, value: .optional($0.value(figures))) }),
      "errors": .array(
        Self.errors(score).map { event, error in
          ["kind": .string(error), "start_time_s": .optional(event.startTime), "time_s": .number(event.time)]
        }),
    ]
  }

  private func compared(
    _ comparison: ScoreComparison<EventSessionScore>, _ intervals: [String: ScoreInterval], _ tables: [String]
  ) -> JSONValue {
    let other = comparison.other
    return [
      "tables": .array(tables.map { .string($0) }),
      "counts": counts(of: other.figures),
      "metrics": comparison.metrics(with: intervals),
      "recordings": .array(other.recordings.indices.map { recording(at: $0, of: other) }),
    ]
  }
}
