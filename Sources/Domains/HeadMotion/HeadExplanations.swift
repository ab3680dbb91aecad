import Glibc

/// One check of a candidate: the measured value and the required bounds.
package struct HeadCheck: Hashable, Sendable {
  /// The checked quantity, in a few words: `depth`.
  package var name: String
  /// The measured value; nil without a number.
  package var value: Double?
  /// The value's unit; nil without a number.
  package var unit: String?
  /// The smallest allowed value; nil without a lower bound.
  package var lowest: Double?
  /// The largest allowed value; nil without an upper bound.
  package var highest: Double?
  /// Whether the check passed.
  package var passed: Bool

  init(_ name: String, _ value: Double?, _ unit: String?, lowest: Double? = nil, highest: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowest = lowest
    self.highest = highest
    passed = value.map { $0 >= lowest ?? -.infinity && $0 <= highest ?? .infinity } ?? true
  }

  static func fact(_ name: String, passed: Bool) -> HeadCheck {
    var check = HeadCheck(name, nil, nil)
    check.passed = passed
    return check
  }
}

/// The posture at a time, with reasons.
package struct PostureExplanation: Hashable, Sendable {
  /// The time in question, in s.
  package var time: Double
  /// The interval that contains it; nil in a gap and before the reference.
  package var interval: PostureInterval?
  /// The reasons for this posture: its mean pitch within the limits of the rules, and its length.
  package var checks: [HeadCheck]
  /// Changes within the interval that did not last, in order of time, with the check that failed.
  package var rejected: [Rejected]

  /// A change that did not count.
  package struct Rejected: Hashable, Sendable {
    /// The posture that the change would have led to.
    package var change: RejectedPosture
    /// The check of its duration against the shortest allowed duration.
    package var check: HeadCheck
  }

  /// Explains a time.
  package init(at time: Double, in findings: HeadFindings, rules: PostureRules) {
    self.time = time
    let interval = findings.postures.last { $0.startTime <= time && time <= $0.endTime }
    self.interval = interval
    checks = interval.map { rules.checks($0) } ?? []
    rejected = findings.rejectedPostures.filter { change in
      interval.map { change.interval.startTime >= $0.startTime && change.interval.endTime <= $0.endTime } ?? false
    }.map { change in
      Rejected(
        change: change,
        check: HeadCheck("duration", change.interval.durationS, "s", lowest: rules.minDurationS))
    }
  }
}

extension PostureRules {
  fileprivate func checks(_ interval: PostureInterval) -> [HeadCheck] {
    func degrees(_ angle: Double) -> Double { angle * 180 / .pi }
    let back = degrees(hysteresis)
    let mean = interval.pitch.mean.map(degrees)
    let pitch: HeadCheck =
      switch interval.posture {
      case .good: HeadCheck("mean pitch", mean, "deg", lowest: degrees(warningPitch))
      case .warning:
        HeadCheck("mean pitch", mean, "deg", lowest: degrees(poorPitch), highest: degrees(warningPitch) + back)
      case .poor: HeadCheck("mean pitch", mean, "deg", highest: degrees(poorPitch) + back)
      }
    return [pitch, HeadCheck("duration", interval.durationS, "s")]
  }
}

/// The results for the dips of the head around a time, with reasons.
package struct RepetitionExplanation: Hashable, Sendable {
  /// A dip, and its outcome.
  package struct Candidate: Hashable, Sendable {
    /// The measurements.
    package var measured: RepetitionCandidate
    /// Why it is not a repetition; nil for a repetition.
    package var rejection: RepetitionRejection?
    /// Number of its set; nil if it was rejected.
    package var set: Int?
    /// The checks, in the order in which they are made, up to the first that failed.
    package var checks: [HeadCheck]
  }

  /// The time in question, in s.
  package var time: Double
  /// The dips within reach of the time, in order of time.
  package var candidates: [Candidate]
  /// Position of the dip that contains the time, or else of the nearest dip.
  package var chosen: Int?

  /// Explains a time.
  ///
  /// - Parameters:
  ///   - time: the moment, in s.
  ///   - reachS: how far from the moment dips are listed, in s.
  ///   - findings: the results found by `rules`.
  ///   - rules: the rules that were used.
  package init(at time: Double, reachS: Double, in findings: HeadFindings, rules: RepetitionRules) {
    self.time = time
    let counted = findings.repetitions.map { repetition in
      Candidate(
        measured: repetition.measured, set: repetition.set,
        checks: rules.checks(repetition.measured, median: repetition.medianDepth, count: nil))
    }
    let rejected = findings.rejectedRepetitions.map { rejected in
      Candidate(
        measured: rejected.measured, rejection: rejected.reason,
        checks: rules.checks(rejected.measured, median: rejected.medianDepth, count: rejected.groupCount))
    }
    candidates = (counted + rejected).filter { $0.measured.distance(to: time) <= reachS }
      .sorted { $0.measured.bottomTime < $1.measured.bottomTime }
    chosen = candidates.indices.min { first, second in
      let (a, b) = (candidates[first].measured, candidates[second].measured)
      return (a.distance(to: time), abs(a.bottomTime - time)) < (b.distance(to: time), abs(b.bottomTime - time))
    }
  }
}

extension RepetitionCandidate {
  /// How far a moment is from the dip, in s; 0 within it.
  fileprivate func distance(to time: Double) -> Double { max(0, startTime - time, time - endTime) }
}

extension RepetitionRules {
  /// The checks of a candidate up to the first that fails, in the order of `fault(_:)` and of sets.
  fileprivate func checks(_ candidate: RepetitionCandidate, median: Double?, count: Int?) -> [HeadCheck] {
    var checks: [HeadCheck] = [
      .fact("no gap at its start or end", passed: !candidate.isCut),
      HeadCheck(
        "duration", candidate.durationS, "s", lowest: durationS.lowerBound, highest: durationS.upperBound),
      HeadCheck("depth", candidate.depth, "m", lowest: depthM.lowerBound, highest: depthM.upperBound),
      HeadCheck(
        "height gained from start to end", abs(candidate.netRise), "m",
        highest: Self.maxNetFraction * candidate.depth),
      HeadCheck("acceleration over that of a cosine", candidate.roughness, "1", highest: Self.maxRoughness),
      HeadCheck(
        "angle of the face from straight down", acos(min(1, max(-1, candidate.leastFacing))) * 180 / .pi, "deg",
        highest: maxFaceAngle * 180 / .pi),
    ]
    if let median {
      checks.append(
        HeadCheck("depth beside its set", candidate.depth, "m", lowest: fullDepthFraction * median))
    }
    if let count { checks.append(HeadCheck("repetitions of its set", Double(count), "1", lowest: Double(minCount))) }
    guard let failed = checks.firstIndex(where: { !$0.passed }) else { return checks }
    return Array(checks[...failed])
  }
}
