/// Sorts rows by their timestamps as they pass through a window.
struct RowSorter {
  /// How many rows wait for rows that belong before them: some five minutes at 800 Hz.
  static let window = 1 << 18

  private let widths: [Int]
  private var waiting: StreamRows
  private var lastTime = -Double.infinity
  /// Rows that came after a row with a later timestamp.
  private(set) var moved = RepairPlaces()

  /// The error for a row that belongs before a row that was already returned.
  struct TooLate: Error {
    var time, lastTime: Double
  }

  init(widths: [Int]) {
    self.widths = widths
    waiting = StreamRows(datasets: widths.map { _ in [] })
  }

  /// Takes rows and returns the rows that have left the window.
  /// - Throws: `TooLate` for a row that belongs before a row that was already returned.
  mutating func sort(_ rows: StreamRows) throws(TooLate) -> StreamRows {
    try take(rows)
    // Rows are returned at least half a window at a time, so that the remaining rows are not moved for every block.
    guard waiting.count > Self.window * 3 / 2 else { return StreamRows(datasets: widths.map { _ in [] }) }
    return give(waiting.count - Self.window)
  }

  /// Returns the rows that are still waiting.
  mutating func finish() -> StreamRows { give(waiting.count) }

  private mutating func take(_ rows: StreamRows) throws(TooLate) {
    var latest = waiting.times.last ?? lastTime
    var isOrdered = true
    for time in rows.times {
      if time < lastTime { throw TooLate(time: time, lastTime: lastTime) }
      if time < latest {
        isOrdered = false
        moved.add(time)
      }
      latest = max(latest, time)
    }
    waiting.append(rows)
    guard !isOrdered else { return }
    // Rows with the same timestamp keep their order.
    let order = waiting.times.indices.sorted {
      waiting.times[$0] != waiting.times[$1] ? waiting.times[$0] < waiting.times[$1] : $0 < $1
    }
    waiting = waiting.rows(order, widths: widths)
  }

  private mutating func give(_ count: Int) -> StreamRows {
    let given = waiting.removeFirst(count, widths: widths)
    lastTime = given.times.last ?? lastTime
    return given
  }
}

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
