/// Leaves out rows that have the timestamp of the row before.
struct DuplicateRemover {
  private let widths: [Int]
  /// The last row that was kept.
  private var last: StreamRows?
  private(set) var dropped = RepairPlaces()
  /// How many of the rows left out had other values than the row that was kept.
  private(set) var differingCount = 0

  init(widths: [Int]) { self.widths = widths }

  /// Takes rows and returns the rows to keep.
  mutating func remove(from rows: StreamRows) -> StreamRows {
    var kept: [Int] = []
    kept.reserveCapacity(rows.count)
    var (previous, previousTime) = (-1, last?.times.first ?? .nan)
    for index in rows.times.indices {
      if rows.times[index] == previousTime {
        dropped.add(previousTime)
        if !isSame(index, of: rows, as: previous) { differingCount += 1 }
      } else {
        kept.append(index)
        (previous, previousTime) = (index, rows.times[index])
      }
    }
    if previous >= 0 { last = rows.rows([previous], widths: widths) }
    return kept.count == rows.count ? rows : rows.rows(kept, widths: widths)
  }

  /// Whether a row has the values of another row of the block or, for a negative index, of the last row kept before the
  /// block.
  private func isSame(_ index: Int, of rows: StreamRows, as previous: Int) -> Bool {
    widths.indices.allSatisfy { dataset in
      let width = widths[dataset]
      let other = previous >= 0 ? rows.datasets[dataset] : last?.datasets[dataset] ?? []
      let start = max(previous, 0) * width
      return (0..<width).allSatisfy {
        let (left, right) = (rows.datasets[dataset][index * width + $0], other[start + $0])
        return left == right || left.isNaN && right.isNaN
      }
    }
  }
}
