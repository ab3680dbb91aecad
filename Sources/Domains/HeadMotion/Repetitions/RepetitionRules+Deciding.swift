import SPSignals

extension RepetitionRules {
  /// Separates repetitions from other dips, and groups them into sets.
  ///
  /// Candidates that pass by themselves are grouped: those of a group rest no longer than ``maxRestS``. In a large
  /// enough group, those much less deep than its median are partial, and the others form the set.
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
