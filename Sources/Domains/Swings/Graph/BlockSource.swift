import SPSignals

/// An event that a search over a block of samples found.
package struct FoundEvent: Hashable, Sendable {
  /// Its time, in s on the recording's clock.
  package var timeS: Double
  /// Its strength, in g; nil for the length of the acceleration at that time.
  package var strengthG: Double?

  package init(timeS: Double, strengthG: Double? = nil) { (self.timeS, self.strengthG) = (timeS, strengthG) }
}

/// Finds impacts by a search over blocks of the acceleration.
///
/// Each block comes with the samples before and after it that the search needs, but only events within the block count.
/// Blocks are counted from the first sample of a stretch, so the events do not depend on how many samples arrive at a
/// time.
package final class BlockDetection {
  /// Searches samples: their times in s, and their values (x, y and z of each sample) in g.
  package typealias Search = (_ times: [Double], _ values: [Float]) throws -> [FoundEvent]

  /// The impacts, as they are found.
  package let impacts: CandidateFlow
  private let source: BlockSource

  /// Searches a stream.
  /// - Parameters:
  ///   - stream: The acceleration, as recorded or after a filter.
  ///   - blockS: The length of a block, in s.
  ///   - historyS: The length of the samples before and after a block, in s.
  ///   - search: A function that searches a block.
  package init(_ stream: PassingVectors, blockS: Double, historyS: Double, search: @escaping Search) {
    source = BlockSource(stream.window, blockS: blockS, historyS: historyS, search)
    impacts = CandidateFlow([source], [source.root], .strong)
    impacts.retain()
  }

  /// Always empty: a search does not find weak impacts, which count only within a swing.
  package var weakImpacts: CandidateFlow { CandidateFlow([source], [source.root], .weak) }

  /// The impacts of the whole recording.
  package func finish() -> [Impact] {
    defer { impacts.release() }
    impacts.sort()
    return impacts.candidates.impacts { _ in true }
  }
}

/// The source of `BlockDetection`.
private final class BlockSource: CandidateSource {
  private let window: any VectorWindow
  private let tree = CandidateTree()
  private let search: BlockDetection.Search
  private let blockCount, historyCount: Int
  /// The first sample of the next block.
  private var next = 0
  /// Impacts that wait for later samples, in order.
  private var pending: [Impact] = []
  private var motion: [FlowStream] = []

  init(_ window: any VectorWindow, blockS: Double, historyS: Double, _ search: @escaping BlockDetection.Search) {
    (self.window, self.search) = (window, search)
    let rateHz = window.stream.ring.prologue.rateHz
    blockCount = max(1, Int((blockS * rateHz).rounded()))
    historyCount = Int((historyS * rateHz).rounded())
    window.stream.keep(SwingReach().acceleration(OnsetFinder()))
    window.stream.flow.extendReach(byS: blockS + historyS)
    window.stream.flow.add(self)
  }

  var root: CandidateTree.Node { tree.root }
  private var stream: FlowStream { window.stream }
  var accelerations: [FlowStream] { [stream] }
  var axis: Int? { Axis.any.position }

  func wait(for stream: FlowStream) {
    if !motion.contains(where: { $0 === stream }) { motion.append(stream) }
  }

  // MARK: Node

  func advance() throws {
    let held = stream.ring.held
    next = max(next, held.lowerBound)
    // The samples that have passed every filter.
    while next < held.upperBound {
      let end = next + blockCount
      guard stream.isOver || held.upperBound > end + historyCount + window.reach else { return }
      let block = next..<min(end, held.upperBound)
      let range = (block.lowerBound - historyCount..<block.upperBound + historyCount).clamped(to: held)
      pending += try impacts(in: block, of: range)
      next = block.upperBound
    }
  }

  private func impacts(in block: Range<Int>, of range: Range<Int>) throws -> [Impact] {
    let axes = window.frozen(tracked: nil)
    let timeBase = axes.x.timeBase
    let times = try timeBase.times(range)
    let (x, y, z) = (try axes.x.samples(range), try axes.y.samples(range), try axes.z.samples(range))
    var values: [Float] = []
    values.reserveCapacity(3 * range.count)
    for place in times.indices {
      values.append(x[place])
      values.append(y[place])
      values.append(z[place])
    }
    let rateHz = stream.ring.prologue.rateHz
    var seen: Set<Int> = []
    return try search(times, values).sorted { $0.timeS < $1.timeS }.compactMap { event in
      let place = Self.nearest(event.timeS, in: times)
      let sample = range.lowerBound + place
      // An event beyond the samples, or in a gap, does not belong to a sample.
      guard (times[place] - event.timeS).magnitude * rateHz <= 1.5 else { return nil }
      // Two events at one sample count as one event.
      guard block.contains(sample), seen.insert(sample).inserted else { return nil }
      let length = (x[place] * x[place] + y[place] * y[place] + z[place] * z[place]).squareRoot()
      return Impact(
        axis: .any, sample: sample, time: times[place], subsampleTime: event.timeS, onsetTime: event.timeS,
        peak: event.strengthG ?? Double(length), threshold: 0, noiseSigma: 0, isSaturated: false)
    }
  }

  private static func nearest(_ time: Double, in times: [Double]) -> Int {
    let after = partitionPoint(times.indices) { times[$0] < time }
    guard after > 0 else { return 0 }
    guard after < times.count else { return times.count - 1 }
    return time - times[after - 1] <= times[after] - time ? after - 1 : after
  }

  func measure(leavesWork: Bool) throws -> Bool {
    let count = partitionPoint(pending.indices) { isReady(pending[$0]) }
    guard count > 0 else { return false }
    let prepared = try tree.prepared()
    for impact in pending.prefix(count) { tree.add(try prepared.records(of: SwingCandidate(impact))) }
    pending.removeFirst(count)
    return true
  }

  private func isReady(_ impact: Impact) -> Bool {
    stream.covers(sample: impact.sample)
      && motion.allSatisfy { $0.covers(impact.time, afterS: $0.history.afterS) }
  }

  func isOpen(upTo time: Double) -> Bool {
    if let pending = pending.first, pending.time <= time { return true }
    return !stream.isOver && (openTime ?? -.infinity) <= time
  }

  /// The time of the first sample that was not searched yet; nil before the first sample.
  private var openTime: Double? {
    let held = stream.ring.held
    guard !held.isEmpty else { return nil }
    return try? stream.ring.timeBase.time(at: min(max(next, held.lowerBound), held.upperBound - 1))
  }

  var neededFrom: Double? {
    if let first = pending.first { return first.time }
    return stream.isOver ? stream.nextEventS : openTime
  }

  func firstNeeded(of stream: FlowStream) -> Int {
    guard stream === self.stream, !(pending.isEmpty && stream.isOver) else { return .max }
    return min(next - historyCount - window.reach, pending.first?.sample ?? .max) - 2
  }

  func restart(_ streams: [FlowStream]) {
    if streams.contains(where: { $0 === stream }) { next = stream.ring.held.lowerBound }
  }

  var isWaiting: Bool { !pending.isEmpty }
  func sort() { tree.sort() }
}
