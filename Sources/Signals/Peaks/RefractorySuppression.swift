/// Keeps the highest of peaks that are closer in time than a refractory period, from peaks that come in order.
///
/// Greedy by height, ties to the earlier: a peak stays unless a higher one that stays is closer than the period. What
/// can still depend on peaks to come is held back, all else is settled from time to time, so that memory stays small
/// where peaks are dense.
package struct RefractorySuppression: Sendable {
  private typealias Candidate = PeakStream.Found

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
  private var kept: [Candidate] = []

  package init(seconds: Double) {
    self.seconds = seconds
  }

  /// Adds a peak; its time must not lie before that of the one added last.
  package mutating func add(_ peak: Peak, time: Double) {
    if let last = waiting.last, time - last.time >= seconds {
      settleAll()
    }
    waiting.append(Candidate(peak: peak, time: time))
    guard waiting.count >= settleAt else { return }
    settle(horizon: time)
    // What stays open is looked at again only after as many again, so that the work stays in proportion.
    settleAt = max(Self.batch, 2 * waiting.count)
  }

  /// Decides of those that wait where no peak from a moment on can change it.
  package mutating func settle(upTo moment: Double) {
    guard let last = waiting.last else { return }
    if moment - last.time >= seconds { settleAll() } else { settle(horizon: moment) }
  }

  /// Decides of all that wait.
  package mutating func settleAll() {
    settle(horizon: .infinity)
    settleAt = Self.batch
  }

  /// The first sample that waits.
  package var firstWaiting: Int? { waiting.first?.peak.index }

  /// Those that wait, in order.
  package var waitingPeaks: [PeakStream.Found] { waiting }

  /// The peaks that stay and were not yet taken, of those whose fate is settled, in the order of their samples.
  package mutating func takeSettled() -> [PeakStream.Found] {
    guard !kept.isEmpty else { return [] }
    defer { kept.removeAll(keepingCapacity: true) }
    return kept.sorted { $0.peak.index < $1.peak.index }
  }

  /// Decides the fate of all candidates that no peak at or after `horizon` can change.
  private mutating func settle(horizon: Double) {
    if waiting.count <= 1 {
      // Mostly one waits, with nothing beside it that could decide.
      guard let only = waiting.first, horizon - only.time >= seconds else { return }
      kept.append(only)
      return waiting.removeAll(keepingCapacity: true)
    }
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
      if fates[index] == .kept { kept.append(candidate) }
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
  /// Greedy by height, ties to the earlier, as ``peaks(in:)`` does it; for peaks that were chosen from others. A step
  /// back in time counts as a pause.
  public static func highest(of peaks: [PeakStream.Found], within seconds: Double) -> [Peak] {
    var suppression = RefractorySuppression(seconds: seconds)
    var last = -Double.infinity
    for found in peaks {
      if found.time < last { suppression.settleAll() }
      suppression.add(found.peak, time: found.time)
      last = found.time
    }
    suppression.settleAll()
    return suppression.takeSettled().map(\.peak)
  }
}
