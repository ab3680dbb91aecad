/// Pairs the moments of two lists, one to one.
///
/// Of all pairings whose pairs keep the order of time, one with the most pairs is taken, and of those one with the
/// least sum of distances. Where one tolerance holds for all pairs, no pairing that crosses in time is better:
/// uncrossing two pairs leaves both distances within the larger of the two, and their sum no larger.
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

  /// Pairs moments that are no further apart than a tolerance, itself included to within a microsecond.
  ///
  /// - Parameters:
  ///   - first: moments in s, in any order; those that are not finite are never paired.
  ///   - second: moments to pair them with, likewise.
  ///   - toleranceS: largest distance of a pair, in s.
  /// - Returns: the pairs in the order of time.
  public static func pairs(_ first: [Double], _ second: [Double], toleranceS: Double) -> [Pair] {
    pairs(first, second, largestS: toleranceS) { _, _ in toleranceS }
  }

  /// Pairs moments under a tolerance that differs from pair to pair.
  ///
  /// - Parameters:
  ///   - first: moments in s, in any order; those that are not finite are never paired.
  ///   - second: moments to pair them with, likewise.
  ///   - largestS: the largest tolerance of any pair, in s.
  ///   - toleranceS: the tolerance of two positions, in s.
  /// - Returns: the pairs in the order of time.
  public static func pairs(
    _ first: [Double], _ second: [Double], largestS: Double, toleranceS: (Int, Int) -> Double
  ) -> [Pair] {
    let rows = sortedPositions(first)
    let columns = sortedPositions(second)
    var table = Alignment()
    var bounds = 0...0
    for row in rows {
      let time = first[row]
      var (lower, upper) = (bounds.lowerBound, bounds.upperBound)
      while lower < columns.count, second[columns[lower]] < time - largestS - ScoringRules.roundingS { lower += 1 }
      upper = max(upper, lower)
      while upper < columns.count, second[columns[upper]] <= time + largestS + ScoringRules.roundingS { upper += 1 }
      bounds = lower...upper
      table.append(bounds) { column in
        let distance = abs(second[columns[column]] - time)
        return distance <= toleranceS(row, columns[column]) + ScoringRules.roundingS ? distance : nil
      }
    }
    return table.path().map { Pair(rows[$0.row], columns[$0.column]) }
  }

  private static func sortedPositions(_ times: [Double]) -> [Int] {
    times.indices.filter { times[$0].isFinite }.sorted { (times[$0], $0) < (times[$1], $1) }
  }
}

/// The table of the dynamic programme, a row a detection.
///
/// A row's cell `j` is the best that the detections up to that row make of the first `j` labels. A row keeps the cells
/// from its first label within reach to its last: before them it equals the row above, after them its last cell.
private struct Alignment {
  private enum Step: UInt8 {
    case skipRow, skipColumn, pair
  }

  private struct Value {
    var count = 0
    var distance = 0.0

    func isBetter(than other: Value) -> Bool {
      count > other.count || (count == other.count && distance < other.distance)
    }
  }

  private var bounds: [ClosedRange<Int>] = []
  private var offsets: [Int] = []
  private var steps: [Step] = []
  private var last: (bounds: ClosedRange<Int>, values: [Value]) = (0...0, [Value()])

  /// Adds a row whose labels within reach are those from the lower to before the upper bound.
  mutating func append(_ reach: ClosedRange<Int>, distance: (Int) -> Double?) {
    bounds.append(reach)
    offsets.append(steps.count)
    var values: [Value] = []
    values.reserveCapacity(reach.count)
    for cell in reach {
      var (best, step) = (above(cell), Step.skipRow)
      if let left = values.last {
        if left.isBetter(than: best) { (best, step) = (left, .skipColumn) }
        if let distance = distance(cell - 1) {
          let before = above(cell - 1)
          let paired = Value(count: before.count + 1, distance: before.distance + distance)
          if paired.isBetter(than: best) { (best, step) = (paired, .pair) }
        }
      }
      values.append(best)
      steps.append(step)
    }
    last = (reach, values)
  }

  private func above(_ cell: Int) -> Value {
    last.values[min(cell, last.bounds.upperBound) - last.bounds.lowerBound]
  }

  /// The pairs of the best alignment, in order.
  func path() -> [(row: Int, column: Int)] {
    var pairs: [(row: Int, column: Int)] = []
    var row = bounds.count - 1
    var cell = bounds.last?.upperBound ?? 0
    while row >= 0 {
      cell = min(cell, bounds[row].upperBound)
      switch steps[offsets[row] + cell - bounds[row].lowerBound] {
      case .skipRow: row -= 1
      case .skipColumn: cell -= 1
      case .pair:
        pairs.append((row, cell - 1))
        row -= 1
        cell -= 1
      }
    }
    return pairs.reversed()
  }
}
