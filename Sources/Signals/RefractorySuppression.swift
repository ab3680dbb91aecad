/// Keeps the highest of peaks that are closer in time than a refractory period, from peaks that come in order.
///
/// Greedy by height, ties to the earlier: a peak stays unless a higher one that stays is closer than the period. What
/// can still depend on peaks to come is held back, all else is settled from time to time, so that memory stays small
/// where peaks are dense.
struct RefractorySuppression {
  private struct Candidate {
    let peak: Peak
    let time: Double
  }

  private enum Fate {
    /// No higher peak within the period is still open.
    case kept
    case removed
    /// A peak to come may decide it, or a higher one that is open itself.
    case open
  }

  /// How many candidates wait before those that can be are settled.
  private static let batch = 4096

  private let seconds: Double
  private var waiting: [Candidate] = []
  private var settleAt = Self.batch
  private var kept: [Peak] = []

  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Adds a peak; its time must not lie before that of the one added last.
  mutating func add(_ peak: Peak, time: Double) {
    if let last = waiting.last, time - last.time >= seconds {
      settle(horizon: .infinity)
      settleAt = Self.batch
    }
    waiting.append(Candidate(peak: peak, time: time))
    guard waiting.count >= settleAt else { return }
    settle(horizon: time)
    // What stays open is looked at again only after as many again, so that the work stays in proportion.
    settleAt = max(Self.batch, 2 * waiting.count)
  }

  /// The peaks that stay and were not yet taken, of those whose fate is settled, in the order of their samples.
  mutating func takeSettled() -> [Peak] {
    guard !kept.isEmpty else { return [] }
    defer { kept.removeAll(keepingCapacity: true) }
    return kept.sorted { $0.index < $1.index }
  }

  /// The rest of them.
  mutating func finish() -> [Peak] {
    settle(horizon: .infinity)
    return takeSettled()
  }

  /// Decides the fate of all candidates that no peak at or after `horizon` can change.
  private mutating func settle(horizon: Double) {
    var fates = [Fate?](repeating: nil, count: waiting.count)
    let byHeight = waiting.indices.sorted { first, second in
      let heights = (abs(waiting[first].peak.value), abs(waiting[second].peak.value))
      return heights.0 != heights.1 ? heights.0 > heights.1 : first < second
    }
    // A candidate can already have its fate from a higher one nearby: removed for good, or open at best.
    for index in byHeight where fates[index] != .removed {
      let isOpen = fates[index] == .open || horizon - waiting[index].time < seconds
      fates[index] = isOpen ? .open : .kept
      mark(around: index, as: isOpen ? .open : .removed, fates: &fates)
    }
    var stillWaiting: [Candidate] = []
    for (index, candidate) in waiting.enumerated() {
      if fates[index] == .kept { kept.append(candidate.peak) }
      if fates[index] == .open { stillWaiting.append(candidate) }
    }
    waiting = stillWaiting
  }

  /// Passes a fate on to the lower candidates closer than the period.
  private func mark(around index: Int, as fate: Fate, fates: inout [Fate?]) {
    let time = waiting[index].time
    // Higher ones have their fate already: were one of them kept, this one would be removed.
    func pass(to other: Int) -> Bool {
      guard abs(waiting[other].time - time) < seconds else { return false }
      if fates[other] != .removed { fates[other] = fate }
      return true
    }
    var before = index - 1
    while before >= 0, pass(to: before) { before -= 1 }
    var after = index + 1
    while after < waiting.count, pass(to: after) { after += 1 }
  }
}

extension PeakFinder {
  /// The highest of peaks that are closer in time than a refractory period, from peaks in the order of their indices.
  ///
  /// Greedy by height, ties to the earlier, as ``peaks(in:)`` does it; for peaks that were chosen from others.
  /// - Throws: Whatever the source of the stamps throws.
  public static func highest(of peaks: [Peak], within seconds: Double, on timeBase: TimeBase) throws -> [Peak] {
    var suppression = RefractorySuppression(seconds: seconds)
    for peak in peaks { suppression.add(peak, time: try timeBase.time(at: peak.index)) }
    return suppression.finish()
  }
}
