/// Pairs the moments of two lists one to one.
///
/// Only pairings whose pairs keep the order of time are considered. The result has the most pairs, and among such
/// pairings the least sum of distances or of another cost. If one tolerance applies to all pairs, pairings that cross
/// in time are not better. Uncrossing two pairs leaves both distances within the larger distance of the two, and does
/// not increase the sum.
///
/// The method is dynamic programming over the sorted lists, restricted to labels within the tolerance of each
/// detection. Time and memory grow with the number of candidate pairs, not with the product of the lists' lengths.
public enum MomentMatcher {
  /// A pair, as positions in the two lists.
  public struct Pair: Hashable, Sendable {
    /// Position in the first list.
    public var first: Int
    /// Position in the second list.
    public var second: Int

    /// Makes a pair.
    public init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// Differences up to this count as equal, in s. Times are sums of decimal fractions, and timestamps since 1970 are
  /// accurate to 0.24 us.
  package static let roundingS = 1e-6

  /// Pairs times whose distance is at most a tolerance, with a margin of a microsecond.
  ///
  /// - Parameters:
  ///   - first: Moments in s, in any order. Moments that are not finite are never paired.
  ///   - second: The moments to pair with the first list, in s, in any order.
  ///   - toleranceS: Largest distance of a pair, in s.
  /// - Returns: the pairs in the order of time.
  package static func pairs(_ first: [Double], _ second: [Double], toleranceS: Double) -> [Pair] {
    pairs(first, second, largestS: toleranceS) { _, _ in toleranceS }
  }

  /// Pairs moments under a tolerance that differs from pair to pair.
  ///
  /// - Parameters:
  ///   - first: Moments in s, in any order. Moments that are not finite are never paired.
  ///   - second: The moments to pair with the first list, in s, in any order.
  ///   - largestS: The largest tolerance of any pair, in s.
  ///   - toleranceS: The tolerance of two positions, in s.
  /// - Returns: the pairs in the order of time.
  package static func pairs(
    _ first: [Double], _ second: [Double], largestS: Double, toleranceS: (Int, Int) -> Double
  ) -> [Pair] {
    pairs(first, second, reachS: largestS) { row, column in
      let distance = abs(second[column] - first[row])
      return distance <= toleranceS(row, column) + roundingS ? distance : nil
    }
  }

  /// Finds as many pairs as possible, with the smallest total cost by a given function.
  ///
  /// - Parameters:
  ///   - first: Moments of the first list in s, in any order. Moments that are not finite are never paired.
  ///   - second: Moments of the second list in s, in any order.
  ///   - reachS: The largest distance between the moments of a pair, in s.
  ///   - cost: The cost of pairing two positions, 0 or more; nil for two positions that cannot be paired.
  /// - Returns: the pairs in the order of time.
  package static func pairs(
    _ first: [Double], _ second: [Double], reachS: Double, cost: (Int, Int) -> Double?
  ) -> [Pair] {
    let rows = sortedPositions(first)
    let columns = sortedPositions(second)
    var table = Alignment()
    var bounds = 0...0
    for row in rows {
      let time = first[row]
      var (lower, upper) = (bounds.lowerBound, bounds.upperBound)
      while lower < columns.count, second[columns[lower]] < time - reachS - roundingS { lower += 1 }
      upper = max(upper, lower)
      while upper < columns.count, second[columns[upper]] <= time + reachS + roundingS { upper += 1 }
      bounds = lower...upper
      table.append(bounds) { cost(row, columns[$0]) }
    }
    return table.path().map { Pair(rows[$0.row], columns[$0.column]) }
  }

  private static func sortedPositions(_ times: [Double]) -> [Int] {
    times.indices.filter { times[$0].isFinite }.sorted { (times[$0], $0) < (times[$1], $1) }
  }
}
