import Signals

/// Samples of a motion in a few seconds, with the acceleration around them.
struct MotionStretch {
  var startS: Double
  var lengthS: Double
  var times: [Double]
  var rotation: [SIMD3<Double>]?
  var gravity: [SIMD3<Double>]?
  /// As recorded: w x y z by the layout.
  var attitude: [SIMD4<Double>]?
  var userAcceleration: [SIMD3<Double>]?
  /// The acceleration, from before the stretch to after it; nil without an accelerometer.
  var acceleration: TimedVectors?

  /// How vigorously it turns: the mean square of the rotation rate.
  var vigour: Double {
    guard let rotation, !rotation.isEmpty else { return 0 }
    return rotation.reduce(0) { $0 + ($1 * $1).sum() } / Double(rotation.count)
  }

  /// The pairs of neighbouring samples without a gap between them: the row of the first, and the interval in s.
  var pairs: [(row: Int, intervalS: Double)] {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let longest = 2.5 * (steps.sorted().dropFirst(steps.count / 2).first ?? 0)
    return steps.enumerated().filter { $0.element > 0 && $0.element <= longest }.map { ($0.offset, $0.element) }
  }
}

/// A way to read an attitude's four numbers.
struct AttitudeReading: Hashable, CaseIterable {
  var isScalarLast = false
  var isInverse = false

  static let layout = Self()
  static let allCases = [
    Self(), Self(isInverse: true), Self(isScalarLast: true), Self(isScalarLast: true, isInverse: true),
  ]

  init(isScalarLast: Bool = false, isInverse: Bool = false) {
    self.isScalarLast = isScalarLast
    self.isInverse = isInverse
  }

  /// The attitude as w x y z, from the device's frame to the world's.
  func attitude(_ recorded: SIMD4<Double>) -> SIMD4<Double> {
    let ordered = isScalarLast ? SIMD4(recorded.w, recorded.x, recorded.y, recorded.z) : recorded
    return isInverse ? ordered * SIMD4(1, -1, -1, -1) : ordered
  }

  /// Gravity in the device's frame: the attitude's inverse applied to (0, 0, -1).
  func gravity(_ recorded: SIMD4<Double>) -> SIMD3<Double> {
    let read = attitude(recorded)
    let (w, x, y, z) = (read.x, read.y, read.z, read.w)
    let square = (read * read).sum()
    return SIMD3(2 * (w * y - x * z), -2 * (y * z + w * x), 2 * (x * x + y * y) - square) / square
  }

  /// What corrects a recording whose attitude is to be read so.
  var conventions: Set<RecordingCorrections.Convention> {
    var conventions: Set<RecordingCorrections.Convention> = []
    if isScalarLast { conventions.insert(.attitudeScalarLast) }
    if isInverse { conventions.insert(.attitudeInverse) }
    return conventions
  }
}
