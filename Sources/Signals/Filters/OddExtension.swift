/// Extends a segment's samples beyond its ends for a filter, by mirroring them through the end points.
///
/// The value at `-k` is `2 x[0] - x[k]`. The value `k` samples after the last one is `2 x[last] - x[last - k]`. If the
/// filter is longer than the segment, the mirroring is repeated at both ends, as in `numpy.pad` with `mode="reflect",
/// reflect_type="odd"`. A single sample extends as a constant.
struct OddExtension {
  /// The number of samples of the segment.
  let count: Int

  /// Fills `output` with the extended segment from `start` on, and zeros beyond `reach` samples after the last
  /// one.
  ///
  /// - Parameters:
  ///   - samples: the segment's samples from `offset` on, with all that the extension mirrors.
  ///   - start: the position of the first value written, relative to the segment's first sample; may be
  ///     negative.
  func fill(
    _ output: inout MutableSpan<Float>, from start: Int, samples: Span<Float>, offset: Int, reach: Int
  ) {
    let length = output.count
    let insideStart = min(max(-start, 0), length)
    let insideEnd = min(max(count - start, insideStart), length)
    let reachEnd = min(max(count + reach - start, insideEnd), length)
    for index in 0..<insideStart {
      output[index] = outside(start + index, samples: samples, offset: offset)
    }
    let shift = start - offset
    samples.copy(insideStart + shift..<insideEnd + shift, into: &output, at: insideStart)
    for index in insideEnd..<reachEnd {
      output[index] = outside(start + index, samples: samples, offset: offset)
    }
    for index in reachEnd..<length { output[index] = 0 }
  }

  /// The extended value at a position before the first or after the last sample.
  private func outside(_ place: Int, samples: Span<Float>, offset: Int) -> Float {
    let last = count - 1
    // The usual case uses only its own two samples, so that a NaN elsewhere cannot affect it.
    if place < 0, -place <= last { return 2 * samples[-offset] - samples[-place - offset] }
    if place > last, place - last <= last { return 2 * samples[last - offset] - samples[2 * last - place - offset] }
    // Two mirrorings, one at each end, shift the signal by a period and by twice the difference of the ends.
    guard last > 0 else { return samples[-offset] }
    let period = 2 * last
    let turns = Int((Double(place) / Double(period)).rounded(.down))
    let phase = place - turns * period
    let first = Double(samples[-offset])
    let end = Double(samples[last - offset])
    let base =
      phase <= last ? Double(samples[phase - offset]) : 2 * end - Double(samples[period - phase - offset])
    return Float(base + Double(turns) * 2 * (end - first))
  }
}
