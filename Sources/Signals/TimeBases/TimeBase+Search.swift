// If the clock goes back, a time can lie in several segments. Searches then use the first segment, in the order of the
// samples, that contains the time; for a time between segments, the one that starts soonest after it.
extension TimeBase {
  /// The first sample whose timestamp is at or after a time; `count` if there is none.
  ///
  /// If the clock goes back: inside the first segment that contains the time, else the start of the segment that starts
  /// soonest after it.
  ///
  /// - Throws: `TimeBaseError.timeNotANumber`, and what the source of the timestamps throws.
  public func firstIndex(atOrAfter time: Double) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    if let holder = holder(of: time) { return try partition(segments[holder], near: time) { $0 < time } }
    guard let next = segmentStarting(after: time) else { return count }
    return segments[next].samples.lowerBound
  }

  /// The first sample of a segment whose timestamp is at or after a time; the segment's end if there is none.
  ///
  /// Use it to stay in the segment of a known sample: another segment may contain the time too.
  ///
  /// - Parameters:
  ///   - time: in s, on this time base's clock.
  ///   - segment: a segment of this time base.
  /// - Throws: `TimeBaseError.timeNotANumber`, and what the source of the timestamps throws.
  public func firstIndex(atOrAfter time: Double, in segment: Segment) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    return try partition(segment, near: time) { $0 < time }
  }

  /// The sample whose timestamp is nearest to a time, the earlier one of equally near ones.
  ///
  /// - Throws: `TimeBaseError.empty` without samples, `.timeNotANumber`, and what the source of the timestamps throws.
  public func nearestIndex(to time: Double) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    guard count > 0 else { throw TimeBaseError.empty }
    if let holder = holder(of: time) { return try nearestIndex(to: time, in: segments[holder]) }
    guard let nearest = segmentsAround(time).min(by: { $0.distance(to: time) < $1.distance(to: time) }) else {
      throw TimeBaseError.empty
    }
    if time < nearest.startTime { return nearest.samples.lowerBound }
    return try partition(nearest, near: nearest.endTime) { $0 < nearest.endTime }
  }

  /// The samples whose timestamps lie in an interval of time, ends included.
  ///
  /// They start at `firstIndex(atOrAfter:)` of the lower end, and end where the clock goes back.
  ///
  /// - Throws: `TimeBaseError.timeNotANumber`, and what the source of the timestamps throws.
  public func indices(in interval: ClosedRange<Double>) throws -> Range<Int> {
    let start = try firstIndex(atOrAfter: interval.lowerBound)
    guard start < count else { return count..<count }
    var index = segmentIndex(containing: start)
    if isOrdered {
      let after = partitionPoint(index..<segments.count) { segments[$0].startTime <= interval.upperBound }
      index = max(index, after - 1)
    } else {
      while index + 1 < segments.count, segments[index + 1].startTime > segments[index].endTime,
        segments[index + 1].startTime <= interval.upperBound
      {
        index += 1
      }
    }
    let end = try partition(segments[index], near: interval.upperBound) { $0 <= interval.upperBound }
    return start..<max(start, end)
  }

  /// The samples whose timestamps lie in an interval of time, ends included, and that no backward step of the clock
  /// separates from a given sample. They may reach across gaps.
  ///
  /// - Parameters:
  ///   - interval: contains the timestamp of the sample, which is then included, or lies near it.
  ///   - index: the sample, in `0..<count`.
  /// - Throws: what the source of the timestamps throws.
  public func indices(in interval: ClosedRange<Double>, around index: Int) throws -> Range<Int> {
    var first = segmentIndex(containing: index)
    var last = first
    while first > 0, segments[first - 1].endTime < segments[first].startTime,
      segments[first - 1].endTime >= interval.lowerBound
    {
      first -= 1
    }
    while last + 1 < segments.count, segments[last].endTime < segments[last + 1].startTime,
      segments[last + 1].startTime <= interval.upperBound
    {
      last += 1
    }
    let start = try partition(segments[first], near: interval.lowerBound) { $0 < interval.lowerBound }
    let end = try partition(segments[last], near: interval.upperBound) { $0 <= interval.upperBound }
    return start..<max(start, end)
  }

  /// The first sample of a segment for whose timestamp `isBefore` is false, searched near a time; else the end of
  /// the segment.
  private func partition(_ segment: Segment, near time: Double, isBefore: (Double) -> Bool) throws -> Int {
    // Not out of `timestamps`, which would count references each time.
    if let ring {
      return try ring.partition(segment.samples, near: time, medianInterval, isBefore: isBefore)
    }
    return switch timestamps {
    case .regular(let start, let rate):
      partitionPoint(segment.samples) { isBefore(start + Double($0) / rate) }
    case .scanned(let store, let shift):
      try store.partition(segment.samples) { isBefore($0 + shift) }
    case .recent: preconditionFailure("a stream in progress has a ring")
    }
  }

  private func nearestIndex(to time: Double, in segment: Segment) throws -> Int {
    let after = try partition(segment, near: time) { $0 < time }
    guard after > segment.samples.lowerBound else { return after }
    let before = try self.time(at: after - 1)
    guard time - before <= (try self.time(at: after)) - time else { return after }
    // The first of equal timestamps.
    return try partition(segment, near: before) { $0 < before }
  }

  private func holder(of time: Double) -> Int? {
    // Read once: each reading of a stream's list counts references.
    let segments = segments
    guard isOrdered else { return segments.firstIndex { $0.startTime <= time && time <= $0.endTime } }
    let index = partitionPoint(0..<segments.count) { segments[$0].endTime < time }
    return index < segments.count && segments[index].startTime <= time ? index : nil
  }

  private func segmentStarting(after time: Double) -> Int? {
    if isOrdered {
      let index = partitionPoint(0..<segments.count) { segments[$0].startTime <= time }
      return index < segments.count ? index : nil
    }
    return segments.indices.filter { segments[$0].startTime > time }
      .min { (segments[$0].startTime, $0) < (segments[$1].startTime, $1) }
  }

  /// The segments that can be nearest to a time that lies in none of them.
  private func segmentsAround(_ time: Double) -> ArraySlice<Segment> {
    guard isOrdered else { return segments[...] }
    let next = partitionPoint(0..<segments.count) { segments[$0].startTime <= time }
    return segments[max(next - 1, 0)..<min(next + 1, segments.count)]
  }
}

extension TimeBase.Segment {
  /// How far outside the segment a time lies, in seconds.
  fileprivate func distance(to time: Double) -> Double {
    max(startTime - time, time - endTime, 0)
  }
}
