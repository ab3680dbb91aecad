import Signals

/// The extreme on one side of zero, and what tells whether a sensor stopped there.
///
/// Three counts grow along with the values: of those equal to the extreme, of those near the usual full scale that holds
/// the extreme, and of those at the limit of a stated range. Which of them counts is known at the end: see ``Clipping``.
struct LimitScan {
  /// From which share of a usual full scale on a value is near it: the offset of a calibrated sensor moves its limit.
  static let nearShare: Float = 0.995
  /// How far beyond a full scale values of it may lie, as a share: rounding and calibration.
  static let beyondShare: Float = 1.001
  /// The step into a flat top, as a share of its level, that tells a top that was cut from one that was reached slowly.
  private static let steepShare: Float = 0.02

  /// 1 for the largest values, -1 for the smallest; all below is of the values times this.
  let sign: Float
  private let statedLevel: Float
  private let scales: [Float]

  private(set) var extreme = -Float.infinity
  private(set) var row = 0
  /// The smallest usual full scale that holds the extreme.
  private(set) var scale: Float = .infinity
  /// Values equal to the extreme.
  private(set) var top = StretchList()
  /// How many stretches of at least `Saturation.equalCount` of these began with a steep step.
  private(set) var cutTops = 0
  /// Values near the full scale.
  private(set) var near = StretchList()
  /// Values at the limit of the stated range.
  private(set) var stated = StretchList()
  private var isSteep = false

  /// - Parameters:
  ///   - scales: usual full scales, ascending; with none and no stated range the extreme alone is found.
  ///   - statedRange: the range that the recording states.
  init(sign: Float, scales: [Float], statedRange: Double?) {
    self.sign = sign
    self.scales = scales
    statedLevel = statedRange.map { Float(Saturation.level(ofRange: $0)) } ?? .infinity
    isSensor = !scales.isEmpty || statedRange != nil
  }

  private let isSensor: Bool

  /// Values below it change nothing.
  private var level: Float { min(extreme, Self.nearShare * scale, statedLevel) }

  /// Whether values of which this is the largest change anything.
  func isReached(by largest: Float) -> Bool { isSensor ? largest >= level : largest > extreme }

  /// Looks at finite values.
  /// - Parameters:
  ///   - values: of the rows from `first` on.
  ///   - previous: the value before them; NaN where there is none.
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
      let holding = scales.first { value <= Self.beyondShare * $0 } ?? .infinity
      if holding != scale {
        scale = holding
        near = StretchList()
      }
    }
    guard isSensor else { return }
    if value == extreme {
      // False for NaN: nothing is known of the step then.
      if value != before { isSteep = value - before > Self.steepShare * value }
      top.mark(row)
      if isSteep, top.lastCount == Saturation.equalCount { cutTops += 1 }
    }
    if value >= Self.nearShare * scale { near.mark(row) }
    if value >= statedLevel { stated.mark(row) }
  }
}
