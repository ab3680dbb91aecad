import Signals

/// The extreme on one side of zero, and evidence that the sensor stopped there.
///
/// Counts three kinds of values along the way: those equal to the extreme, those near the usual full scale that holds
/// the extreme, and those at the limit of a stated range. Which count applies is known only at the end: see
/// ``Clipping``.
struct LimitScan {
  /// A value is near a usual full scale from this fraction of it on: the offset of a calibrated sensor moves its
  /// limit.
  static let nearFraction: Float = 0.995
  /// Values may exceed a full scale by this factor because of rounding and calibration.
  static let beyondFraction: Float = 1.001
  /// The step into a flat top, as a fraction of its level, above which the top was cut rather than reached slowly.
  private static let steepFraction: Float = 0.02

  /// 1 for the largest values, -1 for the smallest; everything below refers to the values times this.
  let sign: Float
  private let statedLevel: Float
  private let scales: [Float]

  private(set) var extreme = -Float.infinity
  private(set) var row = 0
  /// The smallest usual full scale that holds the extreme.
  private(set) var scale: Float = .infinity
  /// Values equal to the extreme.
  private(set) var top = StretchList()
  /// How many stretches of at least `Saturation.equalCount` such values began with a steep step.
  private(set) var cutTops = 0
  /// Values near the full scale.
  private(set) var near = StretchList()
  /// Values at the limit of the stated range.
  private(set) var stated = StretchList()
  private var isSteep = false

  /// - Parameters:
  ///   - scales: usual full scales, ascending; without any and without a stated range only the extreme is
  ///     found.
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

  /// Scans finite values.
  /// - Parameters:
  ///   - values: the values of the rows from `first` on.
  ///   - previous: the value before them; NaN if there is none.
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
