/// The last timestamps of a stream in progress, and the segments that contain them.
///
/// It is `@unchecked Sendable` for the same reason as ``SlidingBuffer``.
final class TimestampRing: @unchecked Sendable {
  let timestamps: SlidingBuffer<Double>
  /// In order, none empty; the last one may continue. Stored behind a pointer for the same reason as in
  /// ``SlidingBuffer``.
  private let listed: UnsafeMutablePointer<[TimeBase.Segment]>

  /// The segments in order, none empty; the last one may continue.
  private(set) var segments: [TimeBase.Segment] {
    get { listed.pointee }
    _modify { yield &listed.pointee }
  }

  var count: Int { timestamps.held.upperBound }

  init(startingAt first: Int) {
    timestamps = SlidingBuffer(startingAt: first)
    listed = .allocate(capacity: 1)
    listed.initialize(to: [])
  }

  private init(_ timestamps: SlidingBuffer<Double>, _ segments: [TimeBase.Segment]) {
    self.timestamps = timestamps
    listed = .allocate(capacity: 1)
    listed.initialize(to: segments)
  }

  /// The timestamps held now, for reading while this ring continues.
  func frozen() -> TimestampRing { TimestampRing(timestamps.frozen(), segments) }

  deinit {
    listed.deinitialize(count: 1)
    listed.deallocate()
  }

  /// Adds timestamps, each shifted by a number of seconds.
  ///
  /// - Parameter gaps: the numbers of those added samples that follow a gap, in order.
  func append(_ added: UnsafeBufferPointer<Double>, shiftS: Double, gaps: some Sequence<Int>) {
    guard !added.isEmpty else { return }
    var start = timestamps.held.upperBound
    let target = timestamps.grow(by: added.count)
    for index in 0..<added.count { target[index] = added[index] + shiftS }
    for gap in gaps {
      extend(from: start, to: gap)
      segments.append(TimeBase.Segment(samples: gap..<gap + 1, startTime: timestamps[gap], endTime: timestamps[gap]))
      start = gap + 1
    }
    extend(from: start, to: timestamps.held.upperBound)
  }

  /// Extends the last segment, or begins the first one.
  private func extend(from start: Int, to end: Int) {
    guard start < end else { return }
    let last = segments.popLast()
    segments.append(
      TimeBase.Segment(
        samples: (last?.samples.lowerBound ?? start)..<end, startTime: last?.startTime ?? timestamps[start],
        endTime: timestamps[end - 1]))
  }

  /// Drops the timestamps before a sample, and the segments that end there.
  func drop(before sample: Int) {
    timestamps.drop(before: sample)
    let ended = segments.prefix { $0.samples.upperBound <= timestamps.held.lowerBound }.count
    segments.removeFirst(min(ended, max(0, segments.count - 1)))
  }

  func time(at index: Int) throws(SignalError) -> Double {
    guard timestamps.held.contains(index) else { throw .left(index..<index + 1, held: timestamps.held) }
    return timestamps[index]
  }

  func times(_ range: Range<Int>) throws(SignalError) -> [Double] {
    guard !range.isEmpty else { return [] }
    guard range.clamped(to: timestamps.held) == range else { throw .left(range, held: timestamps.held) }
    return Array(timestamps.elements(range))
  }

  /// The first index in a range, inside which timestamps do not decrease, for whose timestamp `isBefore` is false;
  /// else the end.
  ///
  /// - Parameter time: the time searched for, as a hint.
  func partition(
    _ range: Range<Int>, near time: Double, _ stepS: Double, isBefore: (Double) -> Bool
  ) throws(SignalError) -> Int {
    guard !range.isEmpty else { return range.upperBound }
    let known = range.clamped(to: timestamps.held)
    let place = partitionPoint(likely(known, time, stepS, isBefore)) { isBefore(timestamps[$0]) }
    // Then it may be among the dropped ones.
    if place == known.lowerBound, known.lowerBound > range.lowerBound {
      throw .left(range.lowerBound..<known.lowerBound, held: timestamps.held)
    }
    return place
  }

  /// Narrows the search: timestamps are nearly even, so the border mostly lies within a few samples of its position on
  /// an even grid.
  private func likely(
    _ range: Range<Int>, _ time: Double, _ stepS: Double, _ isBefore: (Double) -> Bool
  ) -> Range<Int> {
    guard range.count > 16, stepS > 0 else { return range }
    let steps = (time - timestamps[range.lowerBound]) / stepS
    guard steps > 4, steps < Double(range.count - 4) else { return range }
    let guess = range.lowerBound + Int(steps)
    guard isBefore(timestamps[guess - 4]) else { return range.lowerBound..<guess - 4 }
    return isBefore(timestamps[guess + 4]) ? guess + 5..<range.upperBound : guess - 3..<guess + 4
  }
}
