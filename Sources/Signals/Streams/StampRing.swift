/// The last stamps of a stream that is under way, and the segments that reach into them.
///
/// It is `@unchecked Sendable` for the reason that ``SlidingBuffer`` is.
final class StampRing: @unchecked Sendable {
  let stamps: SlidingBuffer<Double>
  /// In order, none empty; the last one may go on. Behind a pointer, for the reason that ``SlidingBuffer`` has.
  private let listed: UnsafeMutablePointer<[TimeBase.Segment]>

  /// The segments in order, none empty; the last one may go on.
  private(set) var segments: [TimeBase.Segment] {
    get { listed.pointee }
    _modify { yield &listed.pointee }
  }

  var count: Int { stamps.held.upperBound }

  init(startingAt first: Int) {
    stamps = SlidingBuffer(startingAt: first)
    listed = .allocate(capacity: 1)
    listed.initialize(to: [])
  }

  private init(_ stamps: SlidingBuffer<Double>, _ segments: [TimeBase.Segment]) {
    self.stamps = stamps
    listed = .allocate(capacity: 1)
    listed.initialize(to: segments)
  }

  /// What is held now, to be read while this one goes on.
  func frozen() -> StampRing { StampRing(stamps.frozen(), segments) }

  deinit {
    listed.deinitialize(count: 1)
    listed.deallocate()
  }

  /// Adds stamps, each moved by as many seconds.
  ///
  /// - Parameter gaps: the numbers of those samples among them that a gap lies before, in order.
  func append(_ added: UnsafeBufferPointer<Double>, shiftS: Double, gaps: some Sequence<Int>) {
    guard !added.isEmpty else { return }
    var start = stamps.held.upperBound
    let target = stamps.grow(by: added.count)
    for index in 0..<added.count { target[index] = added[index] + shiftS }
    for gap in gaps {
      extend(from: start, to: gap)
      segments.append(TimeBase.Segment(samples: gap..<gap + 1, startTime: stamps[gap], endTime: stamps[gap]))
      start = gap + 1
    }
    extend(from: start, to: stamps.held.upperBound)
  }

  /// Has the last segment go on, or the first one begin.
  private func extend(from start: Int, to end: Int) {
    guard start < end else { return }
    let last = segments.popLast()
    segments.append(
      TimeBase.Segment(
        samples: (last?.samples.lowerBound ?? start)..<end, startTime: last?.startTime ?? stamps[start],
        endTime: stamps[end - 1]))
  }

  /// Lets go of the stamps before a sample, and of the segments that end there.
  func drop(before sample: Int) {
    stamps.drop(before: sample)
    let ended = segments.prefix { $0.samples.upperBound <= stamps.held.lowerBound }.count
    segments.removeFirst(min(ended, max(0, segments.count - 1)))
  }

  func time(at index: Int) throws(SignalError) -> Double {
    guard stamps.held.contains(index) else { throw .left(index..<index + 1, held: stamps.held) }
    return stamps[index]
  }

  func times(_ range: Range<Int>) throws(SignalError) -> [Double] {
    guard !range.isEmpty else { return [] }
    guard range.clamped(to: stamps.held) == range else { throw .left(range, held: stamps.held) }
    return Array(stamps.elements(range))
  }

  /// The first index of a range, inside which stamps do not decrease, whose stamp is not `isBefore`; else its end.
  ///
  /// - Parameter time: what is looked for, as a hint.
  func partition(
    _ range: Range<Int>, near time: Double, _ stepS: Double, isBefore: (Double) -> Bool
  ) throws(SignalError) -> Int {
    guard !range.isEmpty else { return range.upperBound }
    let known = range.clamped(to: stamps.held)
    let place = partitionPoint(likely(known, time, stepS, isBefore)) { isBefore(stamps[$0]) }
    // Then it may lie among those that have left.
    if place == known.lowerBound, known.lowerBound > range.lowerBound {
      throw .left(range.lowerBound..<known.lowerBound, held: stamps.held)
    }
    return place
  }

  /// Where in a range the border lies: stamps are nearly even, so mostly within a few samples of where it would lie then.
  private func likely(
    _ range: Range<Int>, _ time: Double, _ stepS: Double, _ isBefore: (Double) -> Bool
  ) -> Range<Int> {
    guard range.count > 16, stepS > 0 else { return range }
    let steps = (time - stamps[range.lowerBound]) / stepS
    guard steps > 4, steps < Double(range.count - 4) else { return range }
    let guess = range.lowerBound + Int(steps)
    guard isBefore(stamps[guess - 4]) else { return range.lowerBound..<guess - 4 }
    return isBefore(stamps[guess + 4]) ? guess + 5..<range.upperBound : guess - 3..<guess + 4
  }
}
