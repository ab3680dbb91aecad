/// The timestamps of a signal's samples: converts sample index to seconds and back.
///
/// Times come from timestamps, not from the nominal rate. Memory is bounded: a time base keeps the segments, one anchor
/// for every 8,192 timestamps, and the last few blocks read. Other timestamps are read again from the source on demand.
/// Only the list of segments grows with the number of gaps. The time base of a stream in progress holds only its last
/// seconds, see `StreamRing`.
public struct TimeBase: Sendable {
  /// A run of samples without a gap, inside which the timestamps do not decrease.
  public struct Segment: Sendable, Equatable {
    /// The samples of the segment; never empty.
    public let samples: Range<Int>
    /// The timestamp of its first sample, in seconds.
    public let startTime: Double
    /// The timestamp of its last sample, in seconds.
    public let endTime: Double

    /// A segment of the given samples and timestamps.
    public init(samples: Range<Int>, startTime: Double, endTime: Double) {
      self.samples = samples
      self.startTime = startTime
      self.endTime = endTime
    }
  }

  enum Timestamps: Sendable {
    case regular(start: Double, rate: Double)
    /// Timestamps of a store, all shifted by a number of seconds.
    case scanned(TimestampStore, shift: Double)
    /// Timestamps of a stream in progress.
    case recent(TimestampRing)
  }

  /// The number of samples.
  public var count: Int { contents.ring?.count ?? contents.count }
  /// The segments in the order of their samples, which they cover without a hole.
  ///
  /// Segments are separated by gaps (a sampling interval longer than 3.05 times the median) and by backward steps.
  /// Duplicate timestamps stay inside a segment.
  public var segments: [Segment] { contents.ring?.segments ?? contents.segments }
  /// The time that segments cover, in seconds. After a backward step the same time may be in several segments. It
  /// counts once.
  package var coveredS: Double {
    let ordered = isOrdered ? segments : segments.sorted { $0.startTime < $1.startTime }
    var (sum, last) = (0.0, -Double.infinity)
    for segment in ordered where segment.endTime > last {
      sum += segment.endTime - max(segment.startTime, last)
      last = segment.endTime
    }
    return sum
  }
  /// The median forward interval, in seconds. It is exact up to 65,536 timestamps, else the median of 8 evenly spaced
  /// blocks of 8,192. 0 without a forward interval, as with fewer than two samples.
  public var medianInterval: Double { contents.medianInterval }
  /// The measured rate in Hz: the number of intervals inside segments over their total time. Gaps do not bias it. 0
  /// without such intervals.
  public var rate: Double { contents.rate }
  /// Whether several samples mostly share a timestamp, as samples at 200 Hz do if they are stamped in steps of 10 ms.
  ///
  /// The ``rate`` then gives the time from one sample to the next; the timestamps do not.
  public var sharesTimestamps: Bool { medianInterval * rate > 1.1 }
  /// How regular the timestamps are.
  public var regularity: Regularity { contents.regularity }

  var timestamps: Timestamps { contents.timestamps }
  private var ring: TimestampRing? { contents.ring }
  /// Whether every segment ends before the next one starts, which allows binary search.
  var isOrdered: Bool { contents.isOrdered }

  /// The facts about the timestamps, shared by all copies. Every signal of a stream returns its time base many times
  /// for each event.
  private final class Contents: Sendable {
    let count: Int
    let segments: [Segment]
    let medianInterval: Double
    let rate: Double
    let regularity: Regularity
    let timestamps: Timestamps
    let isOrdered: Bool
    /// The timestamps of a stream in progress. They are needed very often, and taking them out of `timestamps` would
    /// count references each time.
    let ring: TimestampRing?
    /// The original timestamps, if the timestamps of this time base are shifted.
    let scanned: Contents?

    init(
      count: Int, segments: [Segment], medianInterval: Double, rate: Double, regularity: Regularity,
      timestamps: Timestamps,
      scanned: Contents? = nil
    ) {
      self.scanned = scanned
      self.count = count
      self.segments = segments
      self.medianInterval = medianInterval
      self.rate = rate
      self.regularity = regularity
      self.timestamps = timestamps
      ring = if case .recent(let ring) = timestamps { ring } else { nil }
      // After a backward step another ring begins.
      isOrdered = zip(segments, segments.dropFirst()).allSatisfy { $0.endTime < $1.startTime }
    }
  }

  private let contents: Contents

  /// Scans all timestamps of a source once, and some of them twice (for the median interval).
  ///
  /// - Throws: `TimeBaseError.timestampNotFinite`, and the errors of the source.
  public init(scanning source: any TimestampSource) throws {
    let medianInterval = try Prologue.medianInterval(of: source)
    self.init(try TimestampScan(source, medianInterval: medianInterval), of: source)
  }

  /// Makes a time base of timestamps that are completely scanned, and are read again on demand.
  init(_ scan: TimestampScan, of source: any TimestampSource) {
    let store = TimestampStore(source: source, count: scan.count, anchors: scan.anchors)
    contents = Contents(
      count: scan.count, segments: scan.segments, medianInterval: scan.medianInterval, rate: scan.rate,
      regularity: scan.regularity, timestamps: .scanned(store, shift: 0))
  }

  /// The timestamps of a stream in progress, with the facts that were known before its first sample.
  init(_ ring: TimestampRing, _ prologue: Prologue) {
    contents = Contents(
      count: 0, segments: [], medianInterval: prologue.medianIntervalS, rate: prologue.rateHz, regularity: Regularity(),
      timestamps: .recent(ring))
  }

  /// Regular timestamps `start + index / rate`, in seconds, in one segment. The rate must be above 0, the start finite.
  public init(start: Double, rate: Double, count: Int) {
    precondition(rate > 0 && rate.isFinite && start.isFinite, "a rate of \(rate) Hz from \(start) s is no clock")
    precondition(count >= 0, "a time base of \(count) samples")
    let end = start + Double(max(count, 1) - 1) / rate
    var regularity = Regularity()
    if count > 1 {
      regularity.minimumStep = 1 / rate
      regularity.maximumStep = 1 / rate
    }
    contents = Contents(
      count: count, segments: count > 0 ? [Segment(samples: 0..<count, startTime: start, endTime: end)] : [],
      medianInterval: 1 / rate, rate: rate, regularity: regularity, timestamps: .regular(start: start, rate: rate))
  }

  /// The scanned timestamps of another time base, all shifted by a number of seconds from their original values.
  init(_ other: TimeBase, _ store: TimestampStore, shift: Double) {
    // Shifted in one addition, like each timestamp, so that segment ends equal timestamps to the last bit.
    let scanned = other.contents.scanned ?? other.contents
    let segments = scanned.segments.map {
      Segment(samples: $0.samples, startTime: $0.startTime + shift, endTime: $0.endTime + shift)
    }
    contents = Contents(
      count: scanned.count, segments: segments, medianInterval: scanned.medianInterval, rate: scanned.rate,
      regularity: scanned.regularity.shifted(bySeconds: shift), timestamps: .scanned(store, shift: shift),
      scanned: scanned)
  }

  /// The time from the first timestamp of any segment to the last; nil without samples.
  public var span: ClosedRange<Double>? {
    guard let start = segments.map(\.startTime).min(), let end = segments.map(\.endTime).max() else { return nil }
    return start...end
  }

  /// The original timestamp of a sample, in seconds.
  ///
  /// - Throws: `TimeBaseError.indexOutOfRange`, and the errors of the timestamps' source.
  public func time(at index: Int) throws -> Double {
    if let ring = contents.ring, ring.timestamps.held.contains(index) { return ring.timestamps[index] }
    guard index >= 0, index < count else { throw TimeBaseError.indexOutOfRange(index: Double(index), count: count) }
    return switch timestamps {
    case .regular(let start, let rate): start + Double(index) / rate
    case .scanned(let store, let shift): try store.time(at: index) + shift
    case .recent(let ring): try ring.time(at: index)
    }
  }

  /// The original timestamps of a range of samples, in seconds.
  ///
  /// - Throws: `SignalError.rangeOutOfBounds`, and the errors of the timestamps' source.
  public func times(_ range: Range<Int>) throws -> [Double] {
    try SignalError.check(range, count: count)
    switch timestamps {
    case .regular(let start, let rate): return range.map { start + Double($0) / rate }
    case .scanned(let store, let shift):
      let times = try store.times(range)
      return shift == 0 ? times : times.map { $0 + shift }
    case .recent(let ring): return try ring.times(range)
    }
  }

  /// Gives access to the original timestamps of a range of samples, in seconds, without copying if they are in memory.
  ///
  /// - Throws: the errors of ``times(_:)``, and the errors of `body`.
  package func visitTimes(_ range: Range<Int>, _ body: (Span<Double>) throws -> Void) throws {
    guard let ring = contents.ring else {
      let times = try times(range)
      return try times.withUnsafeBufferPointer { try body($0.span) }
    }
    try SignalError.check(range, count: count)
    guard !range.isEmpty else { return try body(Span()) }
    guard range.lowerBound >= ring.timestamps.held.lowerBound else {
      throw SignalError.left(range, held: ring.timestamps.held)
    }
    let elements = ring.timestamps.elements(range)
    try body(elements.span)
  }

  /// The segment that a sample belongs to; the index must be in `0..<count`.
  package func segment(containing index: Int) -> Segment {
    segments[segmentIndex(containing: index)]
  }

  private func segmentIndex(containing index: Int) -> Int {
    precondition(index >= 0 && index < count, "sample \(index) of a time base of \(count)")
    return partitionPoint(0..<segments.count) { segments[$0].samples.upperBound <= index }
  }

  /// The time of a fractional sample index, in seconds: linear between the neighbouring timestamps.
  ///
  /// Up to half a sample beyond the ends of a segment it is extrapolated with the median interval.
  ///
  /// - Throws: `TimeBaseError.indexOutOfRange` outside `-0.5...count - 0.5`, and the errors of the timestamps' source.
  public func time(atFractional index: Double) throws -> Double {
    guard count > 0, index >= -0.5, index <= Double(count) - 0.5 else {
      throw TimeBaseError.indexOutOfRange(index: index, count: count)
    }
    let before = Int(index.rounded(.down))
    let fraction = index - Double(before)
    if before >= 0, before + 1 < count, segment(containing: before).samples.contains(before + 1) {
      let time = try time(at: before)
      return time + fraction * (try self.time(at: before + 1) - time)
    }
    let nearest = min(max(Int(index.rounded()), 0), count - 1)
    return try time(at: nearest) + (index - Double(nearest)) * medianInterval
  }
}

// If the clock goes back, several segments can contain the same time. Searches then use the first of these segments, in
// the order of the samples. For a time between segments they use the segment that starts soonest after the time.
extension TimeBase {
  /// The first sample whose timestamp is at or after a time; `count` without such a sample.
  ///
  /// If the clock goes back, this is the first such sample inside the first segment that contains the time. If no
  /// segment contains the time, it is the start of the segment that starts soonest after the time.
  ///
  /// - Throws: `TimeBaseError.timeNotANumber`, and the errors of the timestamps' source.
  public func firstIndex(atOrAfter time: Double) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    if let holder = holder(of: time) { return try partition(segments[holder], near: time) { $0 < time } }
    guard let next = segmentStarting(after: time) else { return count }
    return segments[next].samples.lowerBound
  }

  /// The first sample of a segment whose timestamp is at or after a time; the segment's end without such a sample.
  ///
  /// Use it to stay in the segment of a known sample: another segment may contain the time too.
  ///
  /// - Parameters:
  ///   - time: in s, on this time base's clock.
  ///   - segment: a segment of this time base.
  /// - Throws: `TimeBaseError.timeNotANumber`, and the errors of the timestamps' source.
  public func firstIndex(atOrAfter time: Double, in segment: Segment) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    return try partition(segment, near: time) { $0 < time }
  }

  /// The sample whose timestamp is nearest to a time; the earlier sample if two are equally near.
  ///
  /// - Throws: `TimeBaseError.empty` without samples, `.timeNotANumber`, and the errors of the timestamps' source.
  package func nearestIndex(to time: Double) throws -> Int {
    guard !time.isNaN else { throw TimeBaseError.timeNotANumber }
    guard count > 0 else { throw TimeBaseError.empty }
    if let holder = holder(of: time) { return try nearestIndex(to: time, in: segments[holder]) }
    guard let nearest = segmentsAround(time).min(by: { $0.distance(to: time) < $1.distance(to: time) }) else {
      throw TimeBaseError.empty
    }
    if time < nearest.startTime { return nearest.samples.lowerBound }
    return try partition(nearest, near: nearest.endTime) { $0 < nearest.endTime }
  }

  /// The samples whose timestamps are in an interval of time, ends included.
  ///
  /// They start at `firstIndex(atOrAfter:)` of the lower end, and end where the clock goes back.
  ///
  /// - Throws: `TimeBaseError.timeNotANumber`, and the errors of the timestamps' source.
  package func indices(in interval: ClosedRange<Double>) throws -> Range<Int> {
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

  /// The samples around a given sample whose timestamps are in an interval of time, ends included. The range may cross
  /// gaps, but not backward steps of the clock.
  ///
  /// - Parameters:
  ///   - interval: An interval that contains the timestamp of the sample, which is then included, or is near it.
  ///   - index: The sample, in `0..<count`.
  /// - Throws: the errors of the timestamps' source.
  package func indices(in interval: ClosedRange<Double>, around index: Int) throws -> Range<Int> {
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

  /// The first sample of a segment whose timestamp makes `isBefore` false, searched near a time; else the end of the
  /// segment.
  private func partition(_ segment: Segment, near time: Double, isBefore: (Double) -> Bool) throws -> Int {
    // Reading the ring from `timestamps` would count references each time.
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
    // The first of the samples with equal timestamps.
    return try partition(segment, near: before) { $0 < before }
  }

  private func holder(of time: Double) -> Int? {
    // Read once, because each access to a stream's list counts references.
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

  /// The segments that can be nearest to a time outside of all segments.
  private func segmentsAround(_ time: Double) -> ArraySlice<Segment> {
    guard isOrdered else { return segments[...] }
    let next = partitionPoint(0..<segments.count) { segments[$0].startTime <= time }
    return segments[max(next - 1, 0)..<min(next + 1, segments.count)]
  }
}

extension TimeBase.Segment {
  /// How far a time is outside of the segment, in seconds.
  fileprivate func distance(to time: Double) -> Double {
    max(startTime - time, time - endTime, 0)
  }
}

extension Int {
  /// The whole part of a number of samples, even if the timestamps and rates behind it are absurd.
  ///
  /// `Int(_:)` traps at infinity, NaN and numbers that do not fit. The timestamps of a damaged file can produce all of
  /// these.
  /// - Parameter value: any number; NaN gives 0. The result is limited to 2^53. A Double represents every whole number
  ///   up to this limit, and adding the result to an index does not overflow.
  package init(clamping value: Double) {
    let limit = 0x1p53
    self = value.isNaN ? 0 : Int(Swift.max(-limit, Swift.min(limit, value)))
  }
}

/// An error of timestamps.
public enum TimeBaseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A timestamp that is NaN or infinite.
  case timestampNotFinite(index: Int, value: String)
  /// The time base has no such sample.
  case indexOutOfRange(index: Double, count: Int)
  /// The time searched for is NaN.
  case timeNotANumber
  /// The nearest sample of an empty time base was requested.
  case empty

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .timestampNotFinite(let index, let value):
      "the timestamp of sample \(index) is \(value); expected a finite number of seconds"
    case .indexOutOfRange(let index, let count):
      "sample \(index) was asked for; the time base has \(count)"
    case .timeNotANumber:
      "the time searched for is not a number"
    case .empty:
      "the time base has no samples, so none is nearest"
    }
  }
}
