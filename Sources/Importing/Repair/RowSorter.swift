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
