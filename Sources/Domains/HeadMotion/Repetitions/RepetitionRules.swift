import Glibc
import SPSignals

/// The rules for repetitions and sets.
package struct RepetitionRules: Hashable, Sendable {
  /// How far the displacement has to turn back for a turning point, in m.
  package var hysteresisM: Double
  /// How long a repetition may be, in s.
  package var durationS: ClosedRange<Double>
  /// How deep a repetition may be, in m.
  package var depthM: ClosedRange<Double>
  /// The largest angle between the direction of the face and straight down, in rad; pi allows any.
  package var maxFaceAngle: Double
  /// Fraction of a set's median depth below which a repetition is partial, and does not count.
  package var fullDepthFraction: Double
  /// The longest rest between two repetitions of a set, in s, without the gaps in it.
  package var maxRestS: Double
  /// The least number of repetitions in a set; a smaller group does not count.
  package var minCount: Int

  /// Makes rules; the defaults are for push-ups.
  package init(
    hysteresisM: Double = 0.05, durationS: ClosedRange<Double> = 0.6...8, depthM: ClosedRange<Double> = 0.1...0.8,
    maxFaceAngle: Double = 65 * .pi / 180, fullDepthFraction: Double = 0.6, maxRestS: Double = 10, minCount: Int = 2
  ) {
    self.hysteresisM = hysteresisM
    self.durationS = durationS
    self.depthM = depthM
    self.maxFaceAngle = maxFaceAngle
    self.fullDepthFraction = fullDepthFraction
    self.maxRestS = maxRestS
    self.minCount = minCount
  }

  /// Fraction of the depth by which the head may end higher or lower than it began. It allows for errors of
  /// integration. A head that goes down or up for good does so by more than its apparent depth.
  package static let maxNetFraction = 1.0

  /// The largest `RepetitionCandidate.roughness`.
  package static let maxRoughness = 5.0

  /// Why a candidate is rejected by itself; nil if it is not.
  private func fault(_ candidate: RepetitionCandidate) -> RepetitionRejection? {
    if candidate.isCut { return .cut }
    if candidate.durationS < durationS.lowerBound { return .tooShort }
    if candidate.durationS > durationS.upperBound { return .tooLong }
    if candidate.depth < depthM.lowerBound { return .tooShallow }
    if candidate.depth > depthM.upperBound { return .tooDeep }
    if abs(candidate.netRise) > Self.maxNetFraction * candidate.depth { return .notReturning }
    if candidate.roughness > Self.maxRoughness { return .shaken }
    return candidate.leastFacing < cos(maxFaceAngle) ? .notFacingDown : nil
  }

  /// Separates repetitions from other dips, and groups them into sets.
  ///
  /// Candidates that pass by themselves are grouped, with rests of at most `maxRestS` within a group. In a large enough
  /// group, candidates much less deep than its median are partial, and the remaining candidates form the set.
  /// - Parameters:
  ///   - candidates: in order of time.
  ///   - gaps: the intervals without samples, in order of time.
  func decide(_ candidates: [RepetitionCandidate], gaps: [ClosedRange<Double>]) -> DecidedRepetitions {
    var result = DecidedRepetitions()
    var group: [RepetitionCandidate] = []
    for candidate in candidates {
      if let fault = fault(candidate) {
        result.rejected.append(RejectedRepetition(measured: candidate, reason: fault))
        continue
      }
      if let last = group.last, rest(from: last, to: candidate, gaps) > maxRestS {
        close(group, gaps, &result)
        group = []
      }
      group.append(candidate)
    }
    close(group, gaps, &result)
    result.rejected.sort { $0.measured.bottomTime < $1.measured.bottomTime }
    return result
  }

  /// Time between two candidates, without gaps; infinite if the clock goes back.
  private func rest(
    from first: RepetitionCandidate, to second: RepetitionCandidate, _ gaps: [ClosedRange<Double>]
  ) -> Double {
    let time = second.startTime - first.endTime
    return second.startTime < first.startTime ? .infinity : time - gapTime(first.endTime, second.startTime, gaps)
  }

  private func gapTime(_ start: Double, _ end: Double, _ gaps: [ClosedRange<Double>]) -> Double {
    let first = partitionPoint(gaps.indices) { gaps[$0].upperBound <= start }
    return gaps[first...].prefix { $0.lowerBound < end }
      .reduce(0) { $0 + max(0, min($1.upperBound, end) - max($1.lowerBound, start)) }
  }

  private func close(
    _ group: [RepetitionCandidate], _ gaps: [ClosedRange<Double>], _ result: inout DecidedRepetitions
  ) {
    guard !group.isEmpty else { return }
    let median = Statistics.median(group.map(\.depth))
    let full = group.filter { $0.depth >= fullDepthFraction * median }
    let isSet = full.count >= minCount
    for candidate in group where !isSet || candidate.depth < fullDepthFraction * median {
      result.rejected.append(
        RejectedRepetition(
          measured: candidate, reason: candidate.depth < fullDepthFraction * median ? .partial : .alone,
          medianDepth: median, groupCount: full.count))
    }
    guard isSet, let first = full.first, let last = full.last else { return }
    let set = result.sets.count
    let repetitions = full.indices.map { number in
      let next = number + 1 < full.count ? full[number + 1] : nil
      let gap = next.map { gapTime(full[number].endTime, $0.startTime, gaps) } ?? 0
      return Repetition(
        measured: full[number], set: set, number: number,
        restS: next.map { max(0, rest(from: full[number], to: $0, gaps)) }, gapFollows: gap > 0, medianDepth: median)
    }
    let partial = group.count { candidate in
      candidate.depth < fullDepthFraction * median
        && (first.startTime...last.endTime).contains(candidate.bottomTime)
    }
    result.repetitions += repetitions
    result.sets.append(
      RepetitionSet(
        index: set, repetitions: repetitions, partialCount: partial,
        gapS: gapTime(first.startTime, last.endTime, gaps)))
  }
}

/// Why a candidate is not a repetition.
package enum RepetitionRejection: String, CaseIterable, Hashable, Sendable {
  /// A gap may have taken a part of it.
  case cut
  /// Shorter than a repetition.
  case tooShort = "too_short"
  /// Longer than a repetition.
  case tooLong = "too_long"
  /// Less deep than a repetition.
  case tooShallow = "too_shallow"
  /// Deeper than a repetition.
  case tooDeep = "too_deep"
  /// The head did not come back to its height.
  case notReturning = "not_returning"
  /// Other movements hide the dip.
  case shaken
  /// The face did not look down.
  case notFacingDown = "not_facing_down"
  /// Much less deep than the median of its set.
  case partial
  /// Too few repetitions around it to be a set.
  case alone

  /// An explanation in a few words.
  package var meaning: String {
    switch self {
    case .cut: "begins or ends at a gap"
    case .tooShort: "shorter than min_duration_s"
    case .tooLong: "longer than max_duration_s"
    case .tooShallow: "less deep than min_depth_m"
    case .tooDeep: "deeper than max_depth_m"
    case .notReturning: "ends higher or lower than it began by more than its depth"
    case .shaken: "the acceleration is over 5 times that of a cosine as deep and as long, as in a walk"
    case .notFacingDown: "the face is turned from straight down by more than max_face_angle_deg"
    case .partial: "less deep than full_depth_share of the median of its set"
    case .alone: "fewer than min_repetitions within max_rest_s of each other"
    }
  }
}
