/// Keeps the highest of peaks that are closer in time than a refractory period; peaks come in order of time.
///
/// The highest peaks are decided first, and the earlier of equal ones. A peak stays unless a higher peak that stays is
/// closer than the period. Peaks that may still depend on later peaks wait. All other peaks are decided from time to
/// time, so that memory stays small even if peaks are dense.
package struct RefractorySuppression: Sendable {
  private typealias Candidate = PeakStream.Found

  private enum Fate {
    /// No undecided higher peak is within the period.
    case kept
    case removed
    /// A later peak may decide it, or a higher peak that is open too.
    case open
  }

  /// Candidates are decided once this many wait.
  private static let batch = 4096

  private let seconds: Double
  private var waiting: [Candidate] = []
  private var settleAt = Self.batch
  private var kept: [Candidate] = []

  package init(seconds: Double) {
    self.seconds = seconds
  }

  /// Adds a peak; its time must not be before the time of the last peak.
  package mutating func add(_ peak: Peak, time: Double) {
    if let last = waiting.last, time - last.time >= seconds {
      settleAll()
    }
    waiting.append(Candidate(peak: peak, time: time))
    guard waiting.count >= settleAt else { return }
    settle(horizon: time)
    // Open candidates are examined again only after as many new candidates, so that the work stays proportional.
    settleAt = max(Self.batch, 2 * waiting.count)
  }

  /// Decides the waiting peaks that no peak from a time on can change.
  package mutating func settle(upTo moment: Double) {
    guard let last = waiting.last else { return }
    if moment - last.time >= seconds { settleAll() } else { settle(horizon: moment) }
  }

  /// Decides all waiting peaks.
  package mutating func settleAll() {
    settle(horizon: .infinity)
    settleAt = Self.batch
  }

  /// The first waiting sample.
  package var firstWaiting: Int? { waiting.first?.peak.index }

  /// The waiting peaks, in order.
  package var waitingPeaks: [PeakStream.Found] { waiting }

  /// The number of decided peaks that stay and were not taken.
  package var settledCount: Int { kept.count }

  /// Returns and removes the decided peaks that stay, in the order of their samples. They come after the peaks of
  /// earlier calls.
  package mutating func takeSettled() -> [PeakStream.Found] {
    guard !kept.isEmpty else { return [] }
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }

  /// Decides all candidates that no peak at or after `horizon` can change.
  ///
  /// Every kept candidate is before all open ones. For an open candidate is near the horizon, or near a higher open
  /// candidate, and so on up to the horizon. A kept candidate in this chain would be within the period of the next one.
  /// The higher of the two would have opened or removed the lower.
  private mutating func settle(horizon: Double) {
    if waiting.count <= 1 {
      // Mostly a single peak waits, without neighbours that could decide it.
      guard let only = waiting.first, horizon - only.time >= seconds else { return }
      kept.append(only)
      return waiting.removeAll(keepingCapacity: true)
    }
    var fates = [Fate?](repeating: nil, count: waiting.count)
    let byHeight = waiting.indices.sorted { first, second in
      let heights = (abs(waiting[first].peak.value), abs(waiting[second].peak.value))
      return heights.0 != heights.1 ? heights.0 > heights.1 : first < second
    }
    // A higher candidate nearby may already have decided this candidate: removed for good, or open at best.
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

  /// Applies a decision to the lower candidates closer than the period.
  private func mark(around index: Int, as fate: Fate, fates: inout [Fate?]) {
    let time = waiting[index].time
    // Higher candidates are already decided: if one of them had been kept, this candidate would be removed.
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
  /// Calls `body` with the highest of peaks that are closer in time than a refractory period. `peak` returns a
  /// selection of peaks in the order of their indices. Peaks are made and used one by one, because lists of very many
  /// peaks need much memory.
  ///
  /// The rule is the same as in `peaks(in:)`. A step back in time counts as a pause.
  package static func forEachHighest(
    of count: Int, within seconds: Double, peak: (Int) -> PeakStream.Found, body: (Peak) -> Void
  ) {
    var suppression = RefractorySuppression(seconds: seconds)
    var last = -Double.infinity
    for place in 0..<count {
      let found = peak(place)
      if found.time < last { suppression.settleAll() }
      suppression.add(found.peak, time: found.time)
      last = found.time
      if suppression.settledCount >= 1024 { suppression.takeSettled().forEach { body($0.peak) } }
    }
    suppression.settleAll()
    suppression.takeSettled().forEach { body($0.peak) }
  }
}
