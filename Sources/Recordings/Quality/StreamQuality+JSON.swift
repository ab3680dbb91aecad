import Signals

/// The figures under names with units; lists of places have the first few.
extension StreamQuality {
  private enum CodingKeys: String, CodingKey {
    case name
    case rows = "samples"
    case startS = "start_s"
    case endS = "end_s"
    case durationS = "duration_s"
    case rateHz = "rate_hz"
    case nominalRateHz = "nominal_rate_hz"
    case rangeG = "range_g"
    case jitter
    case shortestStepS = "shortest_step_s"
    case longestStepS = "longest_step_s"
    case gaps
    case firstGaps = "first_gaps"
    case lostSamples = "lost_samples"
    case duplicates = "duplicate_stamps"
    case firstDuplicates = "first_duplicate_stamps"
    case backward = "backward_stamps"
    case firstBackward = "first_backward_stamps"
    case datasets
    case gravity = "gravity_agreement"
  }

  /// A gap, from the timestamp before it to the one after it.
  private struct Gap: Encodable {
    var endS: Double
    var lengthS: Double
    var row: Int

    enum CodingKeys: String, CodingKey {
      case endS = "end_s"
      case lengthS = "length_s"
      case row
    }
  }

  /// A timestamp that is not after the previous one.
  private struct Step: Encodable {
    var timeS: Double
    var stepS: Double
    var row: Int

    enum CodingKeys: String, CodingKey {
      case timeS = "time_s"
      case stepS = "step_s"
      case row
    }
  }

  /// Encodes all figures.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name.rawValue, forKey: .name)
    try container.encode(rows, forKey: .rows)
    try container.encodeIfPresent(startS, forKey: .startS)
    try container.encodeIfPresent(endS, forKey: .endS)
    try container.encode(durationS, forKey: .durationS)
    try container.encodeIfPresent(rateHz, forKey: .rateHz)
    try container.encodeIfPresent(nominalRateHz, forKey: .nominalRateHz)
    try container.encodeIfPresent(rangeG, forKey: .rangeG)
    try container.encode(regularity.jitter, forKey: .jitter)
    try container.encode(regularity.minimumStep, forKey: .shortestStepS)
    try container.encode(regularity.maximumStep, forKey: .longestStepS)
    try container.encode(regularity.gaps.count, forKey: .gaps)
    try container.encode(
      regularity.gaps.first.map { Gap(endS: $0.time, lengthS: $0.step, row: $0.index) }, forKey: .firstGaps)
    try container.encode(regularity.lostSamples, forKey: .lostSamples)
    for (findings, count, places) in [
      (regularity.duplicates, CodingKeys.duplicates, CodingKeys.firstDuplicates),
      (regularity.backwardSteps, .backward, .firstBackward),
    ] {
      try container.encode(findings.count, forKey: count)
      try container.encode(
        findings.first.map { Step(timeS: $0.time, stepS: $0.step, row: $0.index) }, forKey: places)
    }
    try container.encode(datasets, forKey: .datasets)
    try container.encodeIfPresent(gravity, forKey: .gravity)
  }
}
