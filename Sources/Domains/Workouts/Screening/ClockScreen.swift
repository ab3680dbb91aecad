import SPSignals

/// Leaves out timestamps that are not plausible for the clock of one workout.
///
/// It keeps the largest set of timestamps in order (the longest non-decreasing subsequence). If intervals above a limit
/// divide this set, it keeps the part with the most timestamps. So some seconds with a date two years ahead are left
/// out, whether the clock comes back or not. A clock that steps back by seconds loses only the overlap. Of equal
/// timestamps the first is kept; if values add up, the last with a value is kept. It takes time O(n log n), and does
/// not copy timestamps that are all in order.
struct ClockScreen {
  /// Intervals longer than this do not belong to one workout, s.
  let gapLimitS: Double

  /// The positions to keep, in order; nil for all.
  ///
  /// - Parameter totals: values that add up over time, of which the last counts; nil for other values.
  func kept(_ times: [Double], totals: [Double]? = nil) -> [Int]? {
    var inOrder = true
    for index in times.indices {
      guard times[index].isFinite, index == 0 || times[index] > times[index - 1],
        index == 0 || times[index] - times[index - 1] <= gapLimitS
      else {
        inOrder = false
        break
      }
    }
    return inOrder ? nil : heaviestPart(withoutRepeats(longestOrder(times), times, totals), times)
  }

  /// The longest non-decreasing subsequence (Fredman 1975): the ends of the best subsequences of each length, found by
  /// binary search.
  private func longestOrder(_ times: [Double]) -> [Int] {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: times.count)
    for index in times.indices where times[index].isFinite {
      // Usually the timestamp continues the longest subsequence.
      let goesOn = ends.last.map { times[$0] <= times[index] } ?? true
      let place = goesOn ? ends.count : partitionPoint(ends.indices) { times[ends[$0]] <= times[index] }
      if place > 0 { before[index] = ends[place - 1] }
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var order: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      order.append(index)
      index = before[index]
    }
    return order.reversed()
  }

  private func withoutRepeats(_ order: [Int], _ times: [Double], _ totals: [Double]?) -> [Int] {
    var kept: [Int] = []
    for index in order {
      if kept.last.map({ times[$0] < times[index] }) ?? true {
        kept.append(index)
      } else if let totals, !totals[index].isNaN {
        kept[kept.count - 1] = index
      }
    }
    return kept
  }

  private func heaviestPart(_ order: [Int], _ times: [Double]) -> [Int] {
    var best = 0..<0
    var start = 0
    for place in 0...order.count
    where place == order.count || (place > 0 && times[order[place]] - times[order[place - 1]] > gapLimitS) {
      if place - start > best.count { best = start..<place }
      start = place
    }
    return Array(order[best])
  }
}
