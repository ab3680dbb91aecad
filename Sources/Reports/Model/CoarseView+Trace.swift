extension EventPicture.CoarseView {
  /// What every `factor`-th sample of a recording shows of a trace, counted from the recording's first sample.
  ///
  /// A real recording at the lower rate might have a low-pass ahead of it and would then show less still.
  /// - Returns: nil for a factor of one, a clock that is not steady, or no sample near the moment.
  public init?(of trace: Trace, factor: Int) {
    guard factor > 1, trace.ticks.isEmpty else { return nil }
    let phase = (factor - trace.firstIndex % factor) % factor
    var (all, kept) = (0.0, 0.0)
    for index in trace.slots.indices {
      let time = trace.start + Double(index) * trace.step
      let slot = trace.slots[index]
      guard abs(time) <= 0.03, slot != Trace.lost, slot != Trace.missing else { continue }
      let size = Double(slot.magnitude)
      all = max(all, size)
      if index % factor == phase { kept = max(kept, size) }
    }
    guard all > 0 else { return nil }
    self.init(factor: factor, phase: phase, peakShare: kept / all)
  }
}
