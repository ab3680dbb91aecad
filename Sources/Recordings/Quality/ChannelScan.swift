import Signals

/// One pass over the values of a channel, in blocks of any length.
struct ChannelScan {
  /// Values are examined in pieces of this length; pieces with nothing unusual are skipped whole.
  private static let pieceLength = 256

  private(set) var high: LimitScan
  private(set) var low: LimitScan
  private(set) var finiteCount = 0
  private(set) var nanCount = 0
  private(set) var infiniteCount = 0
  private(set) var missing = StretchList()
  private var runs: EqualRuns?
  private var previous = Float.nan

  /// - Parameters:
  ///   - scales: usual full scales of the sensor, in the channel's unit.
  ///   - statedRange: the range that the recording states.
  ///   - heldRows: this many equal values in a row mean a sensor that stands still; nil if they are normal.
  init(scales: [Float], statedRange: Double?, heldRows: Int?) {
    high = LimitScan(sign: 1, scales: scales, statedRange: statedRange)
    low = LimitScan(sign: -1, scales: scales, statedRange: statedRange)
    runs = heldRows.map { EqualRuns(minRows: $0) }
  }

  /// Stretches in which the value stands still.
  var held: StretchList { runs?.found ?? StretchList() }
  /// The largest value of all; nil if none is finite.
  var largest: (value: Float, row: Int)? { finiteCount > 0 ? (high.extreme, high.row) : nil }
  /// The smallest value of all; nil if none is finite.
  var smallest: (value: Float, row: Int)? { finiteCount > 0 ? (-low.extreme, low.row) : nil }
  /// The largest magnitude; 0 if no value is finite.
  var magnitude: Float { finiteCount > 0 ? max(abs(high.extreme), abs(low.extreme)) : 0 }

  /// Scans the next values, which start at a given row.
  mutating func add(_ values: [Float], from row: Int) {
    values.withUnsafeBufferPointer { values in
      for start in stride(from: 0, to: values.count, by: Self.pieceLength) {
        let end = min(values.count, start + Self.pieceLength)
        add(piece: UnsafeBufferPointer(rebasing: values[start..<end]), from: row + start)
      }
    }
  }

  /// Ends the pass.
  mutating func finish() { runs?.close() }

  private mutating func add(piece: UnsafeBufferPointer<Float>, from row: Int) {
    let summary = PieceSummary(piece, after: previous)
    if summary.isFinite { return add(finite: piece, summary, from: row) }
    var start = 0
    while start < piece.count {
      let isFinite = piece[start].isFinite
      let end = piece[start...].firstIndex { $0.isFinite != isFinite } ?? piece.count
      let part = UnsafeBufferPointer(rebasing: piece[start..<end])
      if isFinite {
        add(finite: part, PieceSummary(part, after: previous), from: row + start)
      } else {
        add(missing: part, from: row + start)
      }
      start = end
    }
  }

  private mutating func add(finite values: UnsafeBufferPointer<Float>, _ summary: PieceSummary, from row: Int) {
    finiteCount += values.count
    if high.isReached(by: summary.largest) { high.add(values, from: row, previous: previous) }
    if low.isReached(by: -summary.smallest) { low.add(values, from: row, previous: previous) }
    runs?.add(values, from: row, hasEqual: summary.hasEqual)
    previous = values[values.count - 1]
  }

  private mutating func add(missing values: UnsafeBufferPointer<Float>, from row: Int) {
    for offset in values.indices { missing.mark(row + offset) }
    let nans = values.count(where: \.isNaN)
    nanCount += nans
    infiniteCount += values.count - nans
    runs?.close()
    previous = .nan
  }
}

/// Finds stretches in which a value stays the same.
private struct EqualRuns {
  let minRows: Int
  private(set) var found = StretchList()
  private var value = Float.nan
  private var rows = 0..<0

  init(minRows: Int) { self.minRows = minRows }

  /// - Parameter hasEqual: whether any of the finite values equals the one before it.
  mutating func add(_ values: UnsafeBufferPointer<Float>, from first: Int, hasEqual: Bool) {
    // Without equal neighbours no run continues, and only the last value can begin one.
    for offset in (hasEqual ? 0 : values.count - 1)..<values.count {
      let row = first + offset
      if values[offset] == value, rows.upperBound == row {
        rows = rows.lowerBound..<row + 1
      } else {
        close()
        value = values[offset]
        rows = row..<row + 1
      }
    }
  }

  /// Ends the current run.
  mutating func close() {
    if rows.count >= minRows { found.append(rows) }
    rows = rows.upperBound..<rows.upperBound
    value = .nan
  }
}
