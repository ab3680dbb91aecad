/// Pairs the moments of two lists one to one.
///
/// Of all pairings whose pairs keep the order of time, one with the most pairs is taken, and of those one with the
/// least sum of distances, or of another cost. If one tolerance applies to all pairs, no pairing that crosses in time
/// is better: uncrossing two pairs leaves both distances within the larger of the two, and their sum no larger.
///
/// Dynamic programming over the sorted lists, restricted to labels within the tolerance of each detection: time and
/// memory grow with the number of candidate pairs, not with the product of the lists' lengths.
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

  /// Times are sums of decimal fractions, and timestamps since 1970 are accurate to 0.24 us: differences up to this
  /// count as equal, in s.
  package static let roundingS = 1e-6

  /// Pairs times that are no further apart than a tolerance, inclusive to within a microsecond.
  ///
  /// - Parameters:
  ///   - first: moments in s, in any order; those that are not finite are never paired.
  ///   - second: moments to pair them with; the same applies.
  ///   - toleranceS: largest distance of a pair, in s.
  /// - Returns: the pairs in the order of time.
  package static func pairs(_ first: [Double], _ second: [Double], toleranceS: Double) -> [Pair] {
    pairs(first, second, largestS: toleranceS) { _, _ in toleranceS }
  }

  /// Pairs moments under a tolerance that differs from pair to pair.
  ///
  /// - Parameters:
  ///   - first: moments in s, in any order; those that are not finite are never paired.
  ///   - second: moments to pair them with; the same applies.
  ///   - largestS: the largest tolerance of any pair, in s.
  ///   - toleranceS: the tolerance of two positions, in s.
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
  ///   - first: moments of the first list in s, in any order; those that are not finite are never paired.
  ///   - second: moments of the second list; the same applies.
  ///   - reachS: the largest distance between the moments of a pair, in s.
  ///   - cost: the cost of pairing two positions, 0 or more; nil for two that cannot be paired.
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
