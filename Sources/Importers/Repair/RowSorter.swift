/// Puts rows in the order of their timestamps while they pass, as far as none is too late.
struct RowSorter {
  /// How many rows wait for others that belong before them: some five minutes at 800 Hz.
  static let window = 1 << 18

  private let widths: [Int]
  private var waiting: StreamRows
  private var lastTime = -Double.infinity
  /// Rows that came behind a later one.
  private(set) var moved = RepairTally.Places()

  /// A row that came too late for its place.
  struct TooLate: Error {
    var time, lastTime: Double
  }

  init(widths: [Int]) {
    self.widths = widths
    waiting = StreamRows(datasets: widths.map { _ in [] })
  }

  /// Takes rows and gives those that no later row can belong before.
  mutating func sort(_ rows: StreamRows) throws(TooLate) -> StreamRows {
    try take(rows)
    // Rows go on a half window at a time, so that the rest is not moved for every block.
    guard waiting.count > Self.window * 3 / 2 else { return StreamRows(datasets: widths.map { _ in [] }) }
    return give(waiting.count - Self.window)
  }

  /// Gives the rows that wait.
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
    // Rows with one timestamp stay in the order in which they came.
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

extension StreamRows {
  /// Adds rows at the end.
  mutating func append(_ other: StreamRows) {
    times += other.times
    for index in datasets.indices { datasets[index] += other.datasets[index] }
  }

  /// Some rows, in a given order.
  func rows(_ order: [Int], widths: [Int]) -> StreamRows {
    StreamRows(
      times: order.map { times[$0] },
      datasets: zip(datasets, widths).map { values, width in
        order.flatMap { values[($0 * width)..<(($0 + 1) * width)] }
      })
  }

  /// Takes rows away from the front.
  mutating func removeFirst(_ count: Int, widths: [Int]) -> StreamRows {
    var first = StreamRows(times: Array(times[..<count]), datasets: [])
    times.removeFirst(count)
    for (index, width) in widths.enumerated() {
      first.datasets.append(Array(datasets[index][..<(count * width)]))
      datasets[index].removeFirst(count * width)
    }
    return first
  }
}
