import SPBasics
import SPPipelines

/// The report for programs, with the same content as for people, and `null` for undefined values.
extension SwingScoreReport {
  /// The document.
  ///
  /// - Parameter failures: the bounds that the figures violate, one sentence each.
  public func json(failures: [String]) -> JSONValue {
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
