import SPSignals

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
  ///   - scales: Usual full scales of the sensor, in the channel's unit.
  ///   - statedRange: The range that the recording states.
  ///   - heldRows: The number of equal values in a row that mean a sensor that stands still. Nil if they are normal.
  init(scales: [Float], statedRange: Double?, heldRows: Int?) {
    high = LimitScan(sign: 1, scales: scales, statedRange: statedRange)
    low = LimitScan(sign: -1, scales: scales, statedRange: statedRange)
    runs = heldRows.map { EqualRuns(minRows: $0) }
  }

  /// Stretches in which the value stands still.
  var held: StretchList { runs?.found ?? StretchList() }
  /// The largest value of all; nil if no value is finite.
  var largest: (value: Float, row: Int)? { finiteCount > 0 ? (high.extreme, high.row) : nil }
  /// The smallest value of all; nil if no value is finite.
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

  /// - Parameter hasEqual: whether any of the finite values equals the value before it.
  mutating func add(_ values: UnsafeBufferPointer<Float>, from first: Int, hasEqual: Bool) {
    // Without equal neighbours no run continues, and only the last value can begin a run.
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

/// A summary of a few values, computed eight at a time.
struct PieceSummary {
  /// The smallest value; valid only if all are finite.
  private(set) var smallest: Float
  /// The largest value; valid only if all are finite.
  private(set) var largest: Float
  /// Whether any value equals the value before it.
  private(set) var hasEqual: Bool
  /// Whether all values are finite.
  private(set) var isFinite: Bool

  private typealias Eight = SIMD8<Float>

  /// - Parameters:
  ///   - values: at least one value.
  ///   - previous: the value before them; NaN for the first values.
  init(_ values: UnsafeBufferPointer<Float>, after previous: Float) {
    let first = values[0]
    (smallest, largest, hasEqual, isFinite) = (first, first, first == previous, first.isFinite)
    var index = 1
    if values.count > Eight.scalarCount { index = addEights(values) }
    while index < values.count {
      let value = values[index]
      smallest = min(smallest, value)
      largest = max(largest, value)
      hasEqual = hasEqual || value == values[index - 1]
      isFinite = isFinite && value.isFinite
      index += 1
    }
  }

  /// Summarises the values after the first, eight at a time.
  /// - Returns: the index of the first remaining value.
  private mutating func addEights(_ values: UnsafeBufferPointer<Float>) -> Int {
    let bytes = UnsafeRawBufferPointer(values)
    let stride = MemoryLayout<Float>.stride
    var low = Eight(repeating: values[0])
    var high = low
    var equal = SIMDMask<SIMD8<Int32>>(repeating: false)
    var finite = SIMDMask<SIMD8<Int32>>(repeating: true)
    var index = 1
    while index + Eight.scalarCount <= values.count {
      let now = bytes.loadUnaligned(fromByteOffset: index * stride, as: Eight.self)
      let before = bytes.loadUnaligned(fromByteOffset: (index - 1) * stride, as: Eight.self)
      low.replace(with: now, where: now .< low)
      high.replace(with: now, where: now .> high)
      equal .|= now .== before
      // A value that is not finite minus itself is NaN.
      finite .&= (now - now) .== 0
      index += Eight.scalarCount
    }
    smallest = low.min()
    largest = high.max()
    hasEqual = hasEqual || any(equal)
    isFinite = isFinite && all(finite)
    return index
  }
}

/// The extreme on one side of zero, and evidence that the sensor stopped there.
///
/// Counts three kinds of values along the way: values equal to the extreme, values near the usual full scale that holds
/// the extreme, and values at the limit of a stated range. Which count applies is known only at the end: see
/// `Clipping`.
struct LimitScan {
  /// A value is near a usual full scale from this fraction of it on: the offset of a calibrated sensor moves its
  /// limit.
  static let nearFraction: Float = 0.995
  /// Values may exceed a full scale by this factor because of rounding and calibration.
  static let beyondFraction: Float = 1.001
  /// The step into a flat top, as a fraction of its level, above which the top was cut rather than reached slowly.
  private static let steepFraction: Float = 0.02

  /// 1 for the largest values, -1 for the smallest; everything below refers to the values times this sign.
  let sign: Float
  private let statedLevel: Float
  private let scales: [Float]

  private(set) var extreme = -Float.infinity
  private(set) var row = 0
  /// The smallest usual full scale that holds the extreme.
  private(set) var scale: Float = .infinity
  /// Values equal to the extreme.
  private(set) var top = StretchList()
  /// How many stretches of at least `Saturation.equalCount` values equal to the extreme began with a steep step.
  private(set) var cutTops = 0
  /// Values near the full scale.
  private(set) var near = StretchList()
  /// Values at the limit of the stated range.
  private(set) var stated = StretchList()
  private var isSteep = false

  /// - Parameters:
  ///   - scales: usual full scales, ascending; without scales and without a stated range only the extreme is found.
  ///   - statedRange: the range that the recording states.
  init(sign: Float, scales: [Float], statedRange: Double?) {
    self.sign = sign
    self.scales = scales
    statedLevel = statedRange.map { Float(Saturation.level(ofRange: $0)) } ?? .infinity
    isSensor = !scales.isEmpty || statedRange != nil
  }

  private let isSensor: Bool

  /// Values below this level change nothing.
  private var level: Float { min(extreme, Self.nearFraction * scale, statedLevel) }

  /// Whether values with this maximum change anything.
  func isReached(by largest: Float) -> Bool { isSensor ? largest >= level : largest > extreme }

  /// Whether the extreme reaches a fraction of a range.
  func reaches(_ fraction: Double, of range: Double) -> Bool { Double(extreme) >= fraction * range }

  /// Scans finite values.
  /// - Parameters:
  ///   - values: the values of the rows from `first` on.
  ///   - previous: the value before them; NaN for the first values.
  mutating func add(_ values: UnsafeBufferPointer<Float>, from first: Int, previous: Float) {
    var before = sign * previous
    for offset in values.indices {
      let value = sign * values[offset]
      if isReached(by: value) { add(value, row: first + offset, before: before) }
      before = value
    }
  }

  private mutating func add(_ value: Float, row: Int, before: Float) {
    if value > extreme {
      extreme = value
      self.row = row
      top = StretchList()
      cutTops = 0
      let holding = scales.first { value <= Self.beyondFraction * $0 } ?? .infinity
      if holding != scale {
        scale = holding
        near = StretchList()
      }
    }
    guard isSensor else { return }
    if value == extreme {
      // After NaN the step is unknown, and the comparison is false.
      if value != before { isSteep = value - before > Self.steepFraction * value }
      top.mark(row)
      if isSteep, top.lastCount == Saturation.equalCount { cutTops += 1 }
    }
    if value >= Self.nearFraction * scale { near.mark(row) }
    if value >= statedLevel { stated.mark(row) }
  }
}
