import SPSignals

/// Finds a lag from events that two devices both recorded; each device may have lost some of them.
struct EventLag {
  let rules: SessionRules
  /// The largest number of pairs checked: no session has so many.
  private static let pairLimit = 1_000_000
  /// The least error of a date, s: two devices' dates of one event differ by at least this much.
  private static let dateErrorS = 0.01
  /// The largest relative drift of quartz clocks.
  private static let maxDrift = 2e-4
  /// The shortest time for measuring a drift, s.
  private static let minDriftSpanS = 600.0

  /// The lag on which the largest number of pairs of equal events agree; nil if too few pairs agree.
  ///
  /// The differences of all pairs with the same code within the largest lag are sorted. The window of twice the
  /// tolerance with the most different events wins; of equal windows, the window with the smaller lag. At least half of
  /// the events of one device that have any partner must be in the window: among many events, some agree by chance at
  /// any lag. With three events or more over 10 min, the lag is the line of the median slope (Theil, Sen), which a
  /// single wrong date does not change. Otherwise it is the median.
  func find(_ reference: [Marker], _ device: [Marker]) -> ClockLag? {
    let pairs = pairs(reference, device)
    guard let window = bestWindow(pairs) else { return nil }
    let matched = matches(pairs[window])
    let partnered = min(Set(pairs.map(\.device)).count, Set(pairs.map(\.reference)).count)
    guard 2 * matched.count >= partnered else { return nil }
    let times = matched.map(\.time)
    let lags = matched.map(\.lag)
    let middle = Statistics.median(times)
    var drift = 0.0
    if let first = times.first, let last = times.last, matched.count >= 3, last - first >= Self.minDriftSpanS {
      let slope = medianSlope(times, lags)
      if abs(slope) <= Self.maxDrift { drift = slope }
    }
    let residuals = zip(times, lags).map { $1 - drift * ($0 - middle) }
    let lag = Statistics.median(residuals)
    let spread = max(
      Self.dateErrorS, matched.count >= 3 ? Statistics.madSigma(residuals, about: lag) : rules.eventToleranceS)
    return ClockLag(
      method: .events, lagS: lag, deviceTime: middle, drift: drift,
      uncertaintyS: spread / Double(matched.count).squareRoot(), eventCount: matched.count)
  }

  private struct Pair {
    /// The time on the device's clock.
    var time: Double
    /// The time on the device's clock minus the time on the reference's clock.
    var lag: Double
    /// Positions of the two events.
    var device, reference: Int
  }

  private func pairs(_ reference: [Marker], _ device: [Marker]) -> [Pair] {
    let references = Dictionary(grouping: reference.indices) { reference[$0].code }
    var pairs: [Pair] = []
    // Where the search of each code begins.
    var lows: [Int: Int] = [:]
    for (place, marker) in device.enumerated() {
      guard let others = references[marker.code] else { continue }
      var low = lows[marker.code] ?? 0
      while low < others.count, reference[others[low]].time < marker.time - rules.maxLagS { low += 1 }
      lows[marker.code] = low
      for other in others[low...] {
        let lag = marker.time - reference[other].time
        guard lag >= -rules.maxLagS else { break }
        pairs.append(Pair(time: marker.time, lag: lag, device: place, reference: other))
      }
      if pairs.count > Self.pairLimit { break }
    }
    return pairs.sorted { $0.lag < $1.lag }
  }

  private func bestWindow(_ pairs: [Pair]) -> Range<Int>? {
    var best: (window: Range<Int>, count: Int, lag: Double)?
    var end = 0
    // How often each of the device's events is in the window.
    var uses: [Int: Int] = [:]
    for start in pairs.indices {
      while end < pairs.count, pairs[end].lag - pairs[start].lag <= 2 * rules.eventToleranceS {
        uses[pairs[end].device, default: 0] += 1
        end += 1
      }
      let lag = abs(pairs[start].lag)
      if best.map({ uses.count > $0.count || (uses.count == $0.count && lag < $0.lag) }) ?? true {
        best = (start..<end, uses.count, lag)
      }
      uses[pairs[start].device, default: 1] -= 1
      if uses[pairs[start].device] == 0 { uses[pairs[start].device] = nil }
    }
    return best?.window
  }

  /// For each of the device's events, the pair nearest to the median lag, in order.
  private func matches(_ window: ArraySlice<Pair>) -> [Pair] {
    let centre = Statistics.median(window.map(\.lag))
    var nearest: [Int: Pair] = [:]
    for pair in window where nearest[pair.device].map({ abs(pair.lag - centre) < abs($0.lag - centre) }) ?? true {
      nearest[pair.device] = pair
    }
    return nearest.values.sorted { $0.time < $1.time }
  }

  private func medianSlope(_ times: [Double], _ lags: [Double]) -> Double {
    // A few hundred events are enough; a damaged recording may have very many.
    let count = min(times.count, 500)
    var slopes: [Double] = []
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, count) where times[second] - times[first] >= Self.minDriftSpanS / 2 {
        slopes.append((lags[second] - lags[first]) / (times[second] - times[first]))
      }
    }
    return slopes.isEmpty ? 0 : Statistics.median(slopes)
  }
}
