import Signals

extension AirSwingDetector.Neighbours {
  /// Adds an impact as it was measured, in order of time.
  mutating func insert(_ record: ImpactRecord, _ detector: AirSwingDetector) {
    func insert(into list: inout [Impact]) {
      list.insert(record.impact, at: partitionPoint(list.indices) { list[$0].time <= record.impact.time })
    }
    if record.isWeak { insert(into: &weak) } else { insert(into: &impacts) }
    if case .swing(let swing) = record.judged { hits.append(detector.span(of: swing)) }
  }

  /// Drops what is before a time, in s.
  mutating func drop(before time: Double) {
    impacts.removeFirst(partitionPoint(impacts.indices) { impacts[$0].time < time })
    weak.removeFirst(partitionPoint(weak.indices) { weak[$0].time < time })
    hits.removeAll { $0.upperBound < time }
  }
}
