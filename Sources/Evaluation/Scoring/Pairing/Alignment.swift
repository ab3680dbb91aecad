/// The table of the dynamic programme, one row per detection.
///
/// Cell `j` of a row is the best result of the detections up to that row with the first `j` labels. A row stores the
/// cells from its first to its last label within reach. The cells before them equal the row above; the cells after them
/// equal the last stored cell.
struct Alignment {
  private enum Step: UInt8 {
    case skipRow, skipColumn, pair
  }

  private struct Value {
    var count = 0
    var cost = 0.0

    func isBetter(than other: Value) -> Bool {
      count > other.count || (count == other.count && cost < other.cost)
    }
  }

  private var bounds: [ClosedRange<Int>] = []
  private var offsets: [Int] = []
  private var steps: [Step] = []
  private var last: (bounds: ClosedRange<Int>, values: [Value]) = (0...0, [Value()])

  /// Adds a row with its labels within reach: from the lower bound up to, but not including, the upper bound.
  mutating func append(_ reach: ClosedRange<Int>, cost: (Int) -> Double?) {
    bounds.append(reach)
    offsets.append(steps.count)
    var values: [Value] = []
    values.reserveCapacity(reach.count)
    for cell in reach {
      var (best, step) = (above(cell), Step.skipRow)
      if let left = values.last {
        if left.isBetter(than: best) { (best, step) = (left, .skipColumn) }
        if let cost = cost(cell - 1) {
          let before = above(cell - 1)
          let paired = Value(count: before.count + 1, cost: before.cost + cost)
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
