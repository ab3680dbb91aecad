/// Publications cited by the definitions of several columns, and quantities used in their formulas.
enum HeadSource {
  /// The three angles.
  static let angles =
    "J. Diebel, \"Representing attitude: Euler angles, unit quaternions, and rotation vectors\", Stanford University "
    + "(2006), sequence (3, 1, 2), as Core Motion's CMAttitude"
  /// Where the timestamps and codes come from.
  static let layout = "recording layout, version 1 (Data/Layout.md)"
  /// The rotation to which the angles refer.
  static let relative =
    "w, x, y, z = conj(q_start) * q, of length 1 and with w >= 0; q = F * attitude * M, free of the steps of handovers"
  /// The meanings of the reference's states.
  static let states = ReferenceState.allCases.map { "\($0.name) (\($0.meaning))" }.joined(separator: ", ")
  /// The upward acceleration.
  static let a = "a = 9.80665 * user acceleration . gravity / |gravity|, upward, mean over bins of 50 ms"

  /// Radians in degrees.
  static func degrees(_ angle: Double?) -> Double? { angle.map { $0 * 180 / .pi } }
}
