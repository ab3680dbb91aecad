/// A segment's samples and what a filter takes to lie beyond its ends: the samples mirrored through the end points.
///
/// Before the first sample lies `2 x[0] - x[k]` at `-k`, behind the last one `2 x[last] - x[last - k]`. Where the
/// filter reaches further than the segment is long, the mirroring goes on, end after end, as `numpy.pad` does it with
/// `mode="reflect", reflect_type="odd"`; one sample alone extends as a constant.
struct OddExtension {
  /// The number of samples of the segment.
  let count: Int

  /// Fills `output` with the extended segment from `start` on, zeros beyond `reach` samples behind the last one.
  ///
  /// - Parameters:
  ///   - samples: the segment's samples from `offset` on, with all that the extension mirrors.
  ///   - start: the place, relative to the segment's first sample, of the first value written; may be negative.
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

  /// The extended value at a place before the first or behind the last sample.
  private func outside(_ place: Int, samples: Span<Float>, offset: Int) -> Float {
    let last = count - 1
    // The usual case takes part in no other sample than its own two, so that a NaN elsewhere cannot reach it.
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
